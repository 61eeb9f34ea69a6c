"""The charts describe what the strategy plays: the tally agrees with the tree, pages are complete, verdicts follow from
figures."""

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from msgspec import structs

from standpat.bots.strategy_file import StrategyFile
from standpat.cli import main
from standpat.engine.games import Stakes, game
from standpat.lab.drawing import Box, Line, Text
from standpat.solver import blueprint_problem, find
from standpat.solver.advice.advise import thrown
from standpat.solver.blueprint.export import export
from standpat.solver.charts.claims import CLAIMS, UNSEEN, WORDS, between, first, split
from standpat.solver.charts.figures import BLIND, BUTTON, Numbers, holding
from standpat.solver.charts.hypotheses import HYPOTHESES, counted
from standpat.solver.charts.lines import walk
from standpat.solver.charts.pages import index, pages
from standpat.solver.charts.pictures import WIDTH, bars, curves, grid
from standpat.solver.charts.watched import Watched
from standpat.solver.strategy_file.file_strategy import FileStrategy

pytestmark = pytest.mark.extended


def written(path: Path, cap: int, bets: tuple[int, ...], **shape: object) -> Path:
    """A strategy file of a random strategy."""
    record = structs.replace(game("27td", cap=cap), bets=bets)
    problem = blueprint_problem(record, Stakes(1, 2), **shape)  # type: ignore[arg-type]
    weights = np.random.default_rng(7).random(problem.size).astype(np.float32)
    export(problem, weights, path, bits=6, prune=0)
    return path


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole deck and three draws, with few states and counts."""
    path = tmp_path_factory.mktemp("tables") / "27td.table"
    return written(path, 3, (1, 1, 2, 2), states=(6, 5, 4), counts=[(0, 1, 2), (0, 1), (0, 1)])


@pytest.fixture(scope="module")
def strategy(path: Path) -> FileStrategy:
    return FileStrategy(StrategyFile.load(path))


@pytest.fixture(scope="module")
def numbers(strategy: FileStrategy) -> Numbers:
    return Numbers(strategy, walk(strategy, 1e-3))


@pytest.fixture(scope="module")
def deep(tmp_path_factory: pytest.TempPathFactory) -> Numbers:
    """The whole deck with one bet a round and at most one card a draw, so that nearly all lines are followed."""
    file = tmp_path_factory.mktemp("tables") / "27td.table"
    written(file, 1, (1, 1, 2, 2), states=(6, 5, 4), counts=[(0, 1), (0, 1), (0, 1)])
    strategy = FileStrategy(StrategyFile.load(file))
    return Numbers(strategy, walk(strategy, 1e-4))


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> FileStrategy:
    """Few ranks and two draws, so that every line can be followed."""
    path = tmp_path_factory.mktemp("tables") / "short.table"
    return FileStrategy(
        StrategyFile.load(written(path, 2, (1, 1, 2), states=(9, 6), counts=[(0, 1, 2), (0, 1)], ranks=5)),
    )


def test_all_lines_are_all_hands(short: FileStrategy) -> None:
    tally = walk(short, 1e-12)
    assert tally.covered == pytest.approx(1, abs=1e-6)
    assert tally.covered == pytest.approx(tally.showdown + tally.actions["f"], abs=1e-6)
    assert sum(tally.won) == pytest.approx(tally.showdown)
    assert tally.shown.sum(axis=1) == pytest.approx([2 * tally.showdown, tally.showdown])
    assert tally.bets[0, BUTTON, -1, -1, ""].sum() == pytest.approx(1)
    both = sum([short.reach(f"{line}/", 0).sum() * short.reach(f"{line}/", 1).sum() for line in ("cx", "crc", "rc")])
    drawn = sum([done.sum() for (number, _, _), done in tally.draws.items() if number == 0])
    assert drawn == pytest.approx(2 * both, rel=1e-4)
    some = walk(short, 1e-2)
    assert some.covered < tally.covered
    assert some.spots < tally.spots


def test_draws_agree_with_the_ranges(short: FileStrategy) -> None:
    """The button's first draw for each of the opponent's counts, summed over the lines before it."""
    numbers, strategy = Numbers(short, walk(short, 1e-9)), short
    for count in (0, 1, 2):
        want = np.zeros(3)
        for line in ("cx", "crc", "rc"):
            spot = f"{line}/{count}"
            menu = find(strategy.problem, spot).menu
            assert menu is not None
            state = np.repeat(np.arange(menu.states), np.diff(menu.first))
            flow = strategy.at(spot) * strategy.reach(spot, BUTTON)[state] * strategy.reach(spot, BLIND).sum()
            want += np.bincount(menu.option_count(), flow, 3)
        often, shares = numbers.drawn(0, BUTTON, count)
        assert often == pytest.approx(want.sum(), rel=1e-3)
        assert shares == pytest.approx(list(want / want.sum()), abs=1e-3)


def test_the_draws_on_each_line_are_those_of_all_lines(short: FileStrategy) -> None:
    """The big blind's first draw: line by line, weighted by how often each line comes, and by the walk."""
    numbers, want, often = Numbers(short, walk(short, 1e-9)), np.zeros(3), 0.0
    for line in ("cx", "crc", "rc"):
        here = short.reach(f"{line}/", BUTTON).sum() * short.reach(f"{line}/", BLIND).sum()
        drawn = numbers.drawn_at(f"{line}/")
        assert list(drawn) == [0, 1, 2]
        want, often = want + here * np.array(list(drawn.values())), often + here
    walked, shares = numbers.drawn(0, BLIND, -1)
    assert walked == pytest.approx(often, rel=1e-3)
    assert shares == pytest.approx(list(want / often), abs=1e-3)
    with pytest.raises(ValueError, match="r: not a draw"):
        numbers.drawn_at("r")


@pytest.mark.parametrize(
    ("ranks", "name"),
    [
        ("75432", "pat 8 or better"),
        ("96532", "pat 9 or T"),
        ("K7432", "four to 7"),
        ("K8654", "four to 8, no 2"),
        ("65432", "four to 7"),
        ("KQ732", "three to 7"),
        ("KQ743", "three to 7, no 2"),
        ("KQJ82", "28"),
        ("KQJ73", "two to 7, no 2"),
        ("77722", "27"),
        ("KQJT2", "only 2"),
        ("KQJT3", "one low card"),
        ("KKQQJ", "no low card"),
    ],
)
def test_holdings(numbers: Numbers, ranks: str, name: str) -> None:
    assert holding(numbers.classes, numbers.classes.ranks_of(ranks)) == name


def test_holdings_are_all_hands(numbers: Numbers) -> None:
    assert sum([often for often, _ in numbers.by_holding("").values()]) == pytest.approx(1)
    assert sum(numbers.first("r")) == pytest.approx(1)


def test_made_hands_and_pairs(deep: Numbers) -> None:
    """Shares at a draw, added up hand by hand."""
    drawn, names = deep.tally.draws, deep.names
    every = np.sum([done for (at, _, _), done in drawn.items() if at == 1], axis=0)
    nines = [
        i for i, name in enumerate(names) if name[0] == "9" and len(name) == 5 == len(set(name)) and name != "98765"
    ]
    assert len(nines) == 34  # four ranks of seven below a nine, without 8-7-6-5
    assert deep.pat_made(1, "9") == pytest.approx(every[0, nines].sum() / every[:, nines].sum())
    last = drawn[2, BUTTON, 1]
    assert deep.pat_made(2, "9", BUTTON, 1) == pytest.approx(last[0, nines].sum() / last[:, nines].sum())
    assert deep.pat_made(2, "9", BUTTON, 1) != pytest.approx(deep.pat_made(2, "9"))
    pairs = [i for i, name in enumerate(names) if len(set(name)) == 4 and len(name) == 5]
    assert deep.pat_pairs(1) == pytest.approx(every[0, pairs].sum() / every[:, pairs].sum())


def test_what_one_card_draws_keep(deep: Numbers) -> None:
    """The highest of the cards that advice says are kept."""
    done = np.sum([done for (at, _, _), done in deep.tally.draws.items() if at == 0], axis=0)[1]
    menu, high = deep.strategy.menus[0], 0.0
    for hand, mass in enumerate(done.tolist()):
        for option in range(int(menu.first[hand]), int(menu.first[hand + 1])):
            gone = thrown(deep.strategy.classes, hand, int(menu.kept[menu.row[option]]))
            if len(gone) == 1:
                high += mass * (deep.names[hand].rstrip("s").replace(gone, "", 1)[0] in "TJQKA")
    assert 0.1 < deep.kept_from(0, "T") < 0.9
    assert deep.kept_from(0, "T") == pytest.approx(high / done.sum())


def test_showdowns_by_hand(deep: Numbers) -> None:
    shown = deep.tally.shown
    best = [i for i, name in enumerate(deep.names) if name[0] in "789" and deep.kinds[i].endswith("-low")]
    assert deep.pots_won("9") == pytest.approx(shown[1, best].sum() / deep.tally.showdown)
    wins = [deep.won(top) for top in "79JK"]
    assert wins == sorted(wins, reverse=True)
    assert wins[0] > 0.9
    assert 0.49 < shown[1, 0] / shown[0, 0] <= 1


def test_hypotheses_have_verdicts(deep: Numbers, numbers: Numbers) -> None:
    seen = Watched(1, 6)
    for number, name in ((0, "87432"), (1, "97432"), (2, "T7432")):
        seen.draws[number, name, True] = 90
        seen.draws[number, name, False] = 10
    seen.kept.update({"8": 99, "9": 1})
    seen.shown["J7432"], seen.points["J7432"] = 100, 60
    whole = Numbers(deep.strategy, deep.tally, seen)
    for one in HYPOTHESES:
        told, verdict, _ = one.answer(whole)
        assert verdict in WORDS.values()
        assert "{" not in told
    assert [one.answer(deep)[1] for one in HYPOTHESES if one.topic in ("H1", "H5", "H7")] == [UNSEEN] * 3
    assert [counted(*of) for of in ((True, True), (True, False), (True, False, False))] == [True, None, False]
    assert "of two who show, a jack wins 30%" in HYPOTHESES[4].answer(whole)[0]
    page = pages(Numbers(numbers.strategy, numbers.tally, seen))["27td-hypotheses.md"]
    assert "frequencies in 1 hands of 6 players" in page


def test_pages_are_whole(numbers: Numbers) -> None:
    """Every picture on a page exists and is an image, and no figure is missing in the text."""
    files = pages(numbers)
    files["README.md"] = index(files, "standpat charts")
    shown = set()
    for name, text in files.items():
        if name.endswith(".md"):
            assert text.startswith("# ")
            assert "nan" not in text
            assert not re.search(r"\{\d*\}", text)
            shown |= set(re.findall(r"\]\((pictures/[^)]+)\)", text))
            for link in re.findall(r"\]\(([^)/]+\.md)\)", text):
                assert link in files
    assert shown == {name for name in files if name.endswith(".svg")}
    for name in shown:
        picture = ElementTree.fromstring(files[name])
        for box in picture.iter("{http://www.w3.org/2000/svg}rect"):
            assert (
                0 <= float(box.get("x", "0")) <= float(box.get("x", "0")) + float(box.get("width", "0")) <= WIDTH + 0.1
            )


def test_a_bar_is_as_long_as_its_share() -> None:
    picture = ElementTree.fromstring(bars("Title", ["a", "b"], [("row", [0.25, 0.75])], left=100).svg())
    widths = [float(box.get("width", "0")) for box in picture.iter("{http://www.w3.org/2000/svg}rect")]
    assert widths[-1] == pytest.approx(3 * widths[-2], rel=0.01)
    cells = grid("Title", ["a", "b"], [("part", []), ("row", [0.5, float("nan")])]).svg()
    assert ">50<" in cells
    assert ">–<" in cells


def test_verdicts_follow_the_figures(numbers: Numbers) -> None:
    assert [between(0.1, 0.2, 0.1)([x]) for x in (0.15, 0.25, 0.4)] == [True, None, False]
    assert [split()(x) for x in ([0.9, 0.1], [0.9, 0.9], [0.1, 0.9])] == [True, None, False]
    assert first(between(0, 1))([0.5, 7.0]) is True
    for claim in CLAIMS:
        told, verdict, denial = claim.answer(numbers)
        assert verdict in (*WORDS.values(), UNSEEN)
        assert bool(denial) == (verdict != UNSEEN)
        assert "{" not in told + denial


def test_the_command_writes_the_pages(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "strategy"
    assert main(["charts", "--table", str(path), "--out", str(out), "--least", "0.001", "--workers", "1"]) == 0
    assert (out / "27td-claims.md").read_text().startswith("# What players say")
    assert "standpat charts --table 27td.table" in (out / "README.md").read_text()
    assert main(["charts", "--out", str(out)]) == 2
    assert main(["charts", "--table", str(out / "README.md"), "--out", str(out)]) == 2
    assert "is not a strategy file" in capsys.readouterr().err


def test_curves_go_down_with_exploitability_and_are_named_apart() -> None:
    lines = [("long", [(0.0, 1000.0), (10.0, 10.0)]), ("short", [(0.0, 1000.0), (5.0, 10.5)])]
    marks = curves("Title", lines).marks
    drawn = [mark.points for mark in marks if isinstance(mark, Line) and mark.wide == 2.5]
    assert [points[1][1] > points[0][1] for points in drawn] == [True, True]
    names = [mark for mark in marks if isinstance(mark, Text) and mark.words[:4] in ("long", "shor")]
    assert abs(names[0].y - names[1].y) >= 12


def test_as_many_numbers_of_cards_as_there_are_have_colours() -> None:
    legend = ["pat", *[f"draws {count}" for count in range(1, 6)]]
    marks = bars("The first draw", legend, [("BB", [1 / 6] * 6)]).marks
    keys = [mark for mark in marks if isinstance(mark, Box) and mark.wide == 12]
    assert len({key.fill for key in keys}) == 6
    assert all(key.x + 17 + 7.2 * len(name) <= WIDTH for key, name in zip(keys, legend, strict=True))
