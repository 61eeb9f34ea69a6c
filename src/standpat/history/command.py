"""The commands ``standpat replay`` and ``standpat convert``.

Both return the exit status: 1 where the engine disagrees with a hand or a hand could not be read, else 0. A `Skipped`
hand is reported and counted, but is not an error. Findings are lines ``file:line: reason``. `replay_files` prints them
and a summary to standard output. `convert_file` prints them to standard error, because its output may be the converted
file. A missing file is an `OSError`; an unknown format, game or house is a `ValueError`.
"""

import json as json_format
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from standpat.history.file import convert, join, read_file, written_format
from standpat.history.record import Damaged, Skipped
from standpat.history.replay import replay


def replay_files(
    paths: Sequence[str | Path], *, json: bool = False, game: str | None = None, house: str | None = None
) -> int:
    """Replay every hand of some files and print a report.

    Args:
        paths: The files.
        json: Whether to print one JSON object instead of lines.
        game: The id of a game, which overrules what the files say.
        house: The name of a bundle of house rules, which overrules what the files say.

    Returns:
        The exit status.

    The JSON object is

    {"hands": 5, "disagreements": 1, "damaged": 0, "skipped": 0, "files": [{"file": "a.phh", "hands": 5,
     "disagreements": [{"line": 7, "reason": "…"}], "damaged": [], "skipped": []}]}
    """
    files: list[dict[str, Any]] = []
    for path in paths:
        report = _replay_file(path, game, house)
        files.append(report)
        if not json:
            skipped = [{"line": f["line"], "reason": f"skipped: {f['reason']}"} for f in report["skipped"]]
            findings = report["disagreements"] + report["damaged"] + skipped
            for finding in sorted(findings, key=lambda finding: int(finding["line"])):
                print(f"{path}:{finding['line']}: {finding['reason']}")
    hands = sum(report["hands"] for report in files)
    wrong, damaged, left = (
        sum(len(report[key]) for report in files) for key in ("disagreements", "damaged", "skipped")
    )
    if json:
        total = {"hands": hands, "disagreements": wrong, "damaged": damaged, "skipped": left, "files": files}
        print(json_format.dumps(total, ensure_ascii=False))
    else:
        print(f"{hands} hands, {wrong} disagreements, {damaged} damaged, {left} skipped")
    return 1 if wrong or damaged else 0


def convert_file(path: str | Path, to: str, out: str | Path | None = None) -> int:
    """Write the hands of a file in another format. Hands that cannot be converted are left out and reported.

    Args:
        path: The file to read.
        to: The name of a format.
        out: The file to write; None for standard output.

    Returns:
        The exit status.
    """
    written_format(to)
    written: list[str] = []
    status = 0
    for hand in read_file(path):
        if isinstance(hand, Skipped):
            print(f"{path}:{hand.line}: skipped: {hand.reason}", file=sys.stderr)
            continue
        if isinstance(hand, Damaged):
            findings = [(hand.line, hand.reason)]
        else:
            played = replay(hand)
            findings = [(line, reason) for line, reason in played.disagreements]
            try:
                written.append(convert(hand, to, played))
            except ValueError as error:
                findings.append((hand.line, f"not converted: {error}"))
        for line, reason in findings:
            status = 1
            print(f"{path}:{line}: {reason}", file=sys.stderr)
    text = join(written, to) if written else ""
    if out is None:
        print(text, end="")
    else:
        Path(out).write_text(text, encoding="utf-8")
    return status


def _replay_file(path: str | Path, game: str | None, house: str | None) -> dict[str, Any]:
    hands = 0
    wrong: list[dict[str, Any]] = []
    damaged: list[dict[str, Any]] = []
    skipped: list[dict[str, Any]] = []
    for hand in read_file(path, game=game, house=house):
        if isinstance(hand, Damaged):
            damaged.append({"line": hand.line, "reason": hand.reason})
        elif isinstance(hand, Skipped):
            skipped.append({"line": hand.line, "reason": hand.reason})
        else:
            hands += 1
            wrong += [{"line": line, "reason": reason} for line, reason in replay(hand).disagreements]
    return {"file": str(path), "hands": hands, "disagreements": wrong, "damaged": damaged, "skipped": skipped}
