"The `memdml` command as a module, for launchers that start modules."
import sys

from memdml.commands.reports import main

if __name__ == "__main__": sys.exit(main())
