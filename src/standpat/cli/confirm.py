"""Asking before something takes long or much memory."""

import sys


def confirm(what: str, yes: bool) -> None:
    """Ask whether to go on. Where nobody can be asked, only ``--yes`` goes on.

    Args:
        what: What would be done and what it takes, as a clause: "this solves 27sd-fl, about 3 min".
        yes: Whether the person has said so already.

    Raises:
        ValueError: They do not want it, or cannot be asked.
    """
    if yes:
        return
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise ValueError(f"{what}: give --yes to do it")
    print(f"{what}. Go on? [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise ValueError("nothing was done")
