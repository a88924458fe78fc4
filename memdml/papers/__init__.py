"A module for each paper: what its report trains, and what its claims measure."
