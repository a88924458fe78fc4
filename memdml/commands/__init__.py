"What `memdml` does on a command line, above everything else."
