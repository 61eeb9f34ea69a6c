"""Heavy computation: compiled code that is kept on disk, threads, Ray, and the rank tables as arrays."""
