"""``standpat replay``: hand histories through the engine; exit status 1 where the two disagree."""

import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``standpat replay``."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="the histories to read; their format is recognised (docs/histories.md)"
    )
    parser.add_argument("--game", metavar="ID", help="play the files as this game, whatever they say")
    parser.add_argument("--house", metavar="NAME", help="play them under these house rules")
    parser.add_argument("--json", action="store_true", help="the report as JSON")


def run(args: argparse.Namespace) -> int:
    """Replay history files; the exit status is 1 where the engine disagrees or a hand is damaged."""
    from standpat.history.command import replay_files

    return replay_files(args.files, json=args.json, game=args.game, house=args.house)
