"""A process in which bots think, for `standpat.bots.process_pool`: ``python -m standpat.bots.process_worker``.

It reads jobs from standard input and writes an answer to standard output for each: the pickled action, or what is wrong
as text. It ends when its input ends. What a bot prints goes to standard error.
"""

import os
import pickle
import sys
from random import Random
from typing import IO, Final

from standpat.bots import sealed_file
from standpat.bots.player import Situation
from standpat.bots.process_pipe import read, write
from standpat.bots.registry import player

LOWER: Final = 10
"""By how much the priority of the process is lower than that of the room."""


def serve(jobs: IO[bytes], answers: IO[bytes]) -> None:
    """Do jobs until there are no more."""
    random = Random()
    while (message := read(jobs)) is not None:
        bot, seen = pickle.loads(message)
        try:
            answer: object = player(bot)(Situation(**seen, random=random))
        except Exception as error:  # of any bot; its text could have cards
            answer = type(error).__name__
        write(answers, pickle.dumps(answer))


def main() -> None:
    """Serve on standard input and output."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sealed_file.map_files()
    if hasattr(os, "nice"):
        os.nice(LOWER)
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, BrokenPipeError):  # the room is being stopped
        os._exit(0)
