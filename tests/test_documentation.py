"""Links work, commands exist, examples give the output that they show, and every page can be reached."""

import doctest
import pkgutil
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from documentation import PAGES, PROGRAMS, ROOT, Command, anchors, blocks, commands, first_program, inline, links
from layering import FLOORS
from standpat.cli import COMMANDS, parser

RUN: Final = {
    "standpat odds 2c3d4h7sKc --to-come 2 --policy make:8",
    "standpat solve 27td --spot rc/32/xbc/1 --hand Jd8c7h6s5c",
}
"""Commands that are run here. They must print what the page shows; `…` stands for any lines."""
NOT_RUN: Final = {
    "": "a room; tests/cli/test_serve.py starts one",
    "admin": "needs the database of a room; tests/room/admin has its own",
    "bench": "minutes of all cores; tests/room/bench runs a small one",
    "bot": "waits for an arena; tests/protocol and tests/lab/match talk to it",
    "charts": "needs a trained strategy; tests/solver/charts draws from a small one",
    "convert": "needs a file; tests/history",
    "match": "minutes; tests/lab/match",
    "odds": "a picture, and a matrix of half a minute; tests/lab/odds, tests/cli/test_odds.py",
    "play": "asks a person; tests/terminal, tests/cli/test_play.py",
    "replay": "needs a file; tests/history",
    "purify": "a minute; tests/cli purifies a small strategy",
    "lean": "ten minutes; tests/cli leans by few deals",
    "multiway": "minutes of all cores; tests/cli trains for a moment",
    "nolimit": "minutes to hours; tests/cli/test_nolimit.py trains for a moment",
    "seat": "needs a room that runs; tests/cli/test_serve.py",
    "serve": "runs until it is stopped; tests/cli/test_serve.py",
    "solve": "minutes, or needs a strategy that takes minutes; tests/cli/test_solve.py",
    "torture": "minutes; tests/room/torture",
    "train": "hours; tests/cli/test_train.py trains a tiny game",
}
"""Why the other commands are only parsed, by subcommand."""
PYTHON_NOT_RUN: Final = {
    "docs/bots.md": (2, "run by tests/bots/test_ten_line_bot.py"),
    "docs/extending.md": (1, "run by tests/test_extending.py"),
    "docs/matches.md": (1, "a match of minutes"),
    "docs/protocol.md": (2, "run by tests/room/tables/test_example.py"),
    "docs/solver.md": (1, "needs a strategy; tests/solver/advice"),
    "docs/tournaments.md": (1, "run by tests/history/test_tournament_file.py"),
}
"""The number of Python blocks without prompts on a page, and why they are not run here."""
LIBRARIES: Final = {"docs/environments.md": ("gymnasium", "pettingzoo", "pyspiel")}


def _name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_links_lead_somewhere(page: Path) -> None:
    broken = [f"line {line}: {link}" for line, link in links(page) if not _leads(page, link)]
    assert not broken


def _leads(page: Path, link: str) -> bool:
    if link.startswith(("https://", "mailto:")):
        return True
    path, _, anchor = link.partition("#")
    aim = (page.parent / path).resolve() if path else page
    if not aim.exists() or ROOT not in aim.parents:
        return False
    return not anchor or (aim.suffix == ".md" and anchor in anchors(aim))


def test_a_broken_link_is_noticed(tmp_path: Path) -> None:
    readme = ROOT / "README.md"
    assert _leads(readme, "docs/running.md#the-proxy")
    for link in ("docs/none.md", "docs/running.md#no-such-heading", "#nowhere", "../outside.md", "http://example.org/"):
        assert not _leads(readme, link), link
    page = tmp_path / "page.md"
    page.write_text('See [a](b.md), `[no](c.md)` and <img src="d.png">.\n\n```\n[no](e.md)\n```\n', "utf-8")
    assert [link for _, link in links(page)] == ["b.md", "d.png"]


def test_llms_txt_names_pages_that_are_there() -> None:
    text = ROOT / "llms.txt"
    aims = [link for _, link in links(text)]
    assert len(aims) > 15
    assert all(_leads(text, aim) for aim in aims)


def test_every_page_is_in_the_navigation() -> None:
    config = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))

    def pages(items: list[dict[str, Any]]) -> Iterator[str]:
        for item in items:
            for aim in item.values():
                yield from [aim] if isinstance(aim, str) else pages(aim)

    named = list(pages(config["project"]["nav"]))
    assert len(named) == len(set(named))
    docs = ROOT / "docs"
    there = {path.relative_to(docs).as_posix() for path in PAGES if docs in path.parents}
    assert {name for name in named if not name.startswith("project/")} == there


def _arguments(command: str) -> list[str]:
    """The arguments that `main` would parse, without variables of the environment and without the shell's parts."""
    plain = re.sub(r"\$\([^)]*\)", "X", command)
    words = shlex.split(plain, comments=True)
    words = words[words.index("standpat") + 1 :]
    ends = [words.index(mark) for mark in ("|", ">", "<", "&&") if mark in words]
    words = words[: min(ends, default=len(words))]
    return words if words and not words[0].startswith("-") else ["serve", "--open", *words]


ALL_COMMANDS: Final = [command for page in PAGES for command in commands(page)]


def test_every_command_is_one_of_a_known_program() -> None:
    unknown = [str(command) for command in ALL_COMMANDS if first_program(command.text) not in PROGRAMS]
    assert not unknown
    assert {first_program(command.text) for command in ALL_COMMANDS} <= set(PROGRAMS)
    assert sum(first_program(command.text) == "standpat" for command in ALL_COMMANDS) > 40


@pytest.mark.parametrize(
    "command", [command for command in ALL_COMMANDS if first_program(command.text) == "standpat"], ids=str
)
def test_standpat_takes_the_command(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        parser().parse_args(_arguments(command.text))
    except SystemExit:
        pytest.fail(capsys.readouterr().err)


def test_commands_in_the_text_exist() -> None:
    for page in PAGES:
        for command in inline(page):
            words = re.sub(r"[…\[\]]", " ", command.text).split()[1:]
            name = next((word for word in words if not word.startswith("-")), "serve")
            if name == "COMMAND":  # whichever
                continue
            assert name in COMMANDS, str(command)
            known = _help(name)
            for option in re.findall(r"(?<!\S)--[a-z][a-z-]*", command.text):
                assert option in known, str(command)


_told: dict[str, str] = {}


def _help(name: str) -> str:
    """The help of a subcommand and of its subcommands."""
    if not _told:
        [commands_] = [action for action in parser()._actions if action.dest == "command"]
        assert isinstance(commands_.choices, dict)
        for key, sub in commands_.choices.items():
            below = [action.choices for action in sub._actions if isinstance(action.choices, dict)]
            _told[key] = sub.format_help() + "".join(one.format_help() for each in below for one in each.values())
    return _told[name]


def test_make_and_python_are_given_what_there_is() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    seen = 0
    for command in ALL_COMMANDS:
        words = shlex.split(command.text, comments=True)
        if words[0] == "make":
            assert {word for word in words[1:] if "=" not in word} <= targets, str(command)
            seen += 1
        elif words[0] == "python":
            assert (ROOT / words[1]).is_file(), str(command)
            seen += 1
    assert seen > 5


def test_every_command_is_run_or_has_a_reason() -> None:
    there = set()
    for command in ALL_COMMANDS:
        if first_program(command.text) == "standpat" and command.text not in RUN:
            words = _arguments(command.text)
            assert words[0] in NOT_RUN or not words, str(command)
        there.add(command.text)
    assert there >= RUN


@pytest.mark.extended
@pytest.mark.parametrize("text", sorted(RUN))
def test_the_command_gives_what_the_page_says(text: str, tmp_path: Path) -> None:
    told = [command.output for command in ALL_COMMANDS if command.text == text]
    call = [sys.executable, "-m", *shlex.split(text)]
    done = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=280)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    for output in filter(None, told):
        pattern = ".*".join(re.escape(part.strip()) for part in output.split("…"))
        assert re.fullmatch(pattern, done.stdout.strip(), re.DOTALL), done.stdout


ELSEWHERE: Final = {"docs/extending.md": "run on a copy of the package by tests/test_extending.py"}
DOCTESTS: Final = [
    page for page in PAGES if page.parent != ROOT and ">>> " in page.read_text("utf-8") and _name(page) not in ELSEWHERE
]
"""Pages with sessions; those of the root are among pytest's `testpaths`."""
LONG: Final = {"docs/odds.md", "docs/environments.md"}


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=[pytest.mark.extended] if _name(page) in LONG else []) for page in DOCTESTS],
    ids=_name,
)
def test_examples_give_what_they_say(page: Path) -> None:
    for library in LIBRARIES.get(_name(page), ()):
        pytest.importorskip(library)
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tried > 0
    assert failed == 0


def test_other_python_has_a_test_of_its_own() -> None:
    found: dict[str, int] = {}
    for page in PAGES:
        for block in blocks(page):
            if block.language == "python" and ">>> " not in block.text:
                compile(block.text, str(page), "exec")
                found[_name(page)] = found.get(_name(page), 0) + 1
    assert found == {page: count for page, (count, _) in PYTHON_NOT_RUN.items()}


def test_the_reference_is_made_from_what_there_is() -> None:
    for page in (ROOT / "docs" / "reference").glob("*.md"):
        for name in re.findall(r"^::: (\S+)$", page.read_text("utf-8"), re.MULTILINE):
            assert pkgutil.resolve_name(name).__doc__, f"{page.name}: {name}"


def test_the_architecture_page_has_the_floors_that_are_enforced() -> None:
    page = (ROOT / "docs" / "internals" / "architecture.md").read_text("utf-8")
    picture = (ROOT / "docs" / "pictures" / "architecture.svg").read_text("utf-8")
    rows = [
        set(re.findall(r"`(\w+)`", row)) - {"web"} for row in re.findall(r"^\| \d \| ([^|]+) \|", page, re.MULTILINE)
    ]
    below = -1
    for row in rows:
        floors = [floor for name, floor in FLOORS.items() if name.split(".")[0] in row]
        assert min(floors) > below, row
        below = max(floors)
    packages = {name.split(".")[0] for name in FLOORS}
    packages = {name for name in packages if (ROOT / "src" / "standpat" / name).is_dir()}
    assert packages == set().union(*rows)
    assert packages <= set(re.findall(r">(\w+)</text>", picture))
