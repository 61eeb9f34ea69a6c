"""``standpat convert``: convert hand histories to another format."""

import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``standpat convert``."""
    parser.add_argument("file", metavar="FILE", help="the history to read; the format is detected")
    parser.add_argument(
        "--to", required=True, metavar="FORMAT", help="the format to write, such as phh; an unknown one lists all"
    )
    parser.add_argument("-o", "--out", metavar="OUT", help="the file to write (default: standard output)")


def run(args: argparse.Namespace) -> int:
    """Convert a history file; the exit status is 1 where a hand could not be converted."""
    from standpat.history.command import convert_file

    return convert_file(args.file, args.to, args.out)
