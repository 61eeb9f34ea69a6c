"""Load tests: a real server in one process, and real WebSocket clients in others.

`scene` fills an empty database with tables and seated people. `server` runs ``standpat serve`` on it and asks the
operating system about the process. `worker` is a process of clients (`player` plays, `socket` is a cheap WebSocket).
`bench.measure` brings them together and makes a `Report`. The command is ``standpat bench room``; `docs/room_bench.md`
has results.
"""
