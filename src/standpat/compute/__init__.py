"""How heavy work runs: machine code kept on disk, threads, Ray, and the rank tables as arrays."""
