"""What ``standpat replay`` and ``standpat convert`` do.

Both give the exit status: 1 where the engine disagrees with a hand or one could not be read, else 0. A hand that is
`Skipped` is said so and counted, and is no fault. Findings are lines ``file:line: reason``; `replay_files` prints them
and a summary on standard output, `convert_file` prints them on standard error, for its output may be the converted
file. A file that is not there is an `OSError`, a format, game or house that is none a `ValueError`.
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
    """Replay every hand of the files and report. With `json` the report is one object:

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
            for finding in sorted(findings, key=lambda found: int(found["line"])):
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
    """Write the file's hands in another format, to the file `out` or standard output. Hands that cannot be
    converted are left out and said so."""
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
    found = {"disagreements": wrong, "damaged": damaged, "skipped": skipped}
    return {"file": str(path), "hands": hands, **found}
