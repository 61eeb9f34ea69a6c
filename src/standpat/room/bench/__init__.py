"""How much a room carries: a real server in one process, real WebSocket clients in others.

`scene` fills an empty database with tables and people in their seats, `server` runs ``standpat serve`` on it and reads
what the operating system says of the process, `worker` is a process of clients (`player` plays, `socket` is a
WebSocket that costs little), and `bench.measure` brings them together and gives a `Report`. ``standpat bench room`` is
its command; `docs/room_bench.md` says what it found.
"""
