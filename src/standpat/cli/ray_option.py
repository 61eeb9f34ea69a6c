"""``--ray ADDRESS``, for every subcommand whose work can be distributed over a Ray cluster."""

import argparse
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from standpat.compute.ray_pool import RayPool


def add_ray(parser: argparse.ArgumentParser) -> None:
    """Add the option ``--ray`` to a command's parser."""
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="distribute the work over a Ray cluster: its head's address, auto (a running one), or local (a new one)",
    )


@contextmanager
def pool_of(args: argparse.Namespace) -> Iterator["RayPool | None"]:
    """The cluster of ``--ray``; None without it. Options such as ``--jobs`` cannot be combined with it."""
    if args.ray is None:
        yield None
        return
    for other in ("jobs", "threads"):
        if getattr(args, other, None) not in (None, 1):
            raise ValueError(f"--{other} is for this machine: leave it out with --ray")
    from standpat.compute.ray_pool import ray_pool

    with ExitStack() as joined:
        try:
            pool = joined.enter_context(ray_pool(args.ray))
        except ImportError as error:
            raise ValueError(str(error)) from None
        yield pool
