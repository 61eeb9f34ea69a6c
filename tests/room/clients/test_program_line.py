"""A program that does not read what it is sent."""

import asyncio
import os
import sys
from pathlib import Path

from standpat.room.clients.program import MOST_UNREAD, Line, Program


async def told(line: Line) -> None:
    """Send a lot. The line disconnects, and has stored no more than a limit."""
    try:
        for _ in range(400):
            line.say({"t": "play", "text": "x" * 30_000})
            await asyncio.sleep(0)
            assert line._writer.transport.get_write_buffer_size() <= MOST_UNREAD + 31_000
        assert line._writer.transport.is_closing()
    finally:
        await line.close()


def test_over_tcp() -> None:
    async def run() -> None:
        done = asyncio.Event()

        async def never_reads(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await done.wait()
            writer.close()

        server = await asyncio.start_server(never_reads, "127.0.0.1", 0, limit=1024)
        port = server.sockets[0].getsockname()[1]
        await told(await Line.open(Program("deaf", "tcp", f"127.0.0.1:{port}")))
        done.set()
        server.close()
        await server.wait_closed()

    asyncio.run(run())


def test_as_a_process(tmp_path: Path) -> None:
    script = tmp_path / "deaf.py"
    script.write_text("import time; time.sleep(60)\n")

    async def run() -> None:
        line = await Line.open(
            Program("deaf", "cmd", f"{sys.executable} {script}"), errors=os.open(os.devnull, os.O_RDWR)
        )
        await told(line)

    asyncio.run(run())
