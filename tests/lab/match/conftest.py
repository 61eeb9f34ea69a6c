"""Programs that speak, or fail to speak, the wire protocol."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Program = Callable[[str], str]

START = """
import json, sys, time
def say(message):
    sys.stdout.write((message if isinstance(message, str) else json.dumps(message)) + "\\n")
    sys.stdout.flush()
def least(decision):
    if decision["kind"] == "draw":
        return {"kind": "discard", "cards": []}
    return {"kind": "check" if decision["check"] else "call"}
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "hello":
        say({"t": "join", "name": "nobody asked"})
    if message["t"] == "match-end":
        break
    if message["t"] != "act":
        continue
    asked += 1
    answer = {"t": "action", "action": least(message["decision"])}
"""


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """The specification of a program with this body.

    The body may use `asked` (the number of questions so far), `message`, and `answer`, a caller's answer.
    """

    def write(body: str) -> str:
        path = tmp_path / f"program{len(list(tmp_path.iterdir()))}.py"
        path.write_text(START + "".join([f"    {line}\n" for line in body.splitlines()]))
        return f"cmd:'{sys.executable}' '{path}'"

    return write
