"""The figures of `standpat bench strength`: one row for who plays at every table, and what they can lose."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from standpat import game
from standpat.bots.directories import PACKAGE
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.multiway_spot import BET_SPOTS, SPOTS
from standpat.bots.player import Player
from standpat.bots.registry import strongest
from standpat.bots.rule import rule
from standpat.cli import main
from standpat.engine.games import ids
from standpat.solver.multiway import cfr_kernel
from standpat.solver.multiway.engine_match import duplicate
from standpat.solver.multiway.exploiters import Exploiter
from standpat.solver.multiway.export import export, policy_of_file
from standpat.solver.multiway.hand_kernel import FOLD, PASS
from standpat.solver.multiway.match import Won
from standpat.solver.multiway.response import Response, likeliest, nothing_learned, won
from standpat.solver.multiway.response_spots import EXTRAS, UNKNOWN
from standpat.solver.nolimit.habits import HABITS
from standpat.solver.strength import seated as seated_players
from standpat.solver.strength import several
from standpat.solver.strength.attacks import ATTACKS
from standpat.solver.strength.row import Order, Row
from standpat.solver.strength.scripted import Scripted
from standpat.solver.strength.seated import _made, seated
from standpat.solver.strength.table import strength

GAME = game("27td")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a strategy file for 27td: often folds, so that hands are short."""
    where = tmp_path_factory.mktemp("strategies")
    policy = np.zeros(1, cfr_kernel.POLICY)
    policy["chance"][0, :BET_SPOTS, :3] = 0.5, 0.25, 0.25
    policy["chance"][0, BET_SPOTS:] = 0.25
    export(GAME, {0: policy}, where / "27td-multiway.table", {"deals": 5})
    return where


def rows(id: str, seats: int, *kinds: str, **order: int) -> list[Row]:
    return list(strength(game(id), seats, Order(Path("unused"), kinds, **order)))  # type: ignore[arg-type]


@pytest.mark.extended
def test_perfect_play_in_the_last_round_of_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """In triple draw, against the player who solves it; single draw is not solved with more than two."""
    monkeypatch.delenv("STANDPAT_STRATEGIES", raising=False)
    monkeypatch.setattr(several, "LAST_DEALS", 30)
    (row,) = rows("27td", 4, "last", lines=2)
    assert (row.seats, row.player, row.kind, row.unit) == (4, "resolve", "last", "mSB")
    assert row.won is not None
    assert row.within is not None
    assert row.how.endswith("; 2 lines")
    assert rows("27sd-fl", 4, "last") == []


def test_every_table_of_the_room_has_a_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of docs/strength.md, by the files of the package; the file is for that game and number of seats."""
    monkeypatch.delenv("STANDPAT_STRATEGIES", raising=False)
    tables = [(id, seats) for id in ids() for seats in range(game(id).min_seats, game(id).max_seats + 1)]
    assert len(tables) == 38
    for id, seats in tables:
        name, path = seated(game(id), seats)
        limit = game(id).betting == "fixed-limit"
        assert name == ("blueprint" if limit and seats == 2 else "multiway" if limit else "nolimit"), (id, seats)
        assert path is not None
        assert path.name.startswith(id)
        assert strongest(id, seats) == "blueprint"


def test_the_row_of_a_player_says_how_they_were_made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STANDPAT_STRATEGIES", str(folder))
    (row,) = rows("27td", 3, "player")
    size = (folder / "27td-multiway.table").stat().st_size / 1e6
    assert row.how.startswith(f"{size:.1f} MB; 5 deals; a decision takes 0.")
    assert row.won is None
    assert "exactly" not in str(row)
    several = _made("multiway", 5, PACKAGE / "27td-multiway.table")
    assert several == "3,706,325,000 deals"
    assert _made("multiway", 4, PACKAGE / "27td-multiway.table") == "678,408,192 deals"
    assert _made("multiway", 6, PACKAGE / "27td-multiway.table") == "3,915,325,000 deals, leaned against rule"
    assert "lines" in _made("multiway", 3, PACKAGE / "27sd-fl-multiway.table")
    assert "lines" in _made("nolimit", 2, PACKAGE / "27sd-nolimit.table")
    at_depth = "16,055,000 deals, 15,610,000 100 big blinds deep"
    assert _made("nolimit", 6, PACKAGE / "27sd-nolimit.table") == at_depth
    assert _made("nolimit", 6, PACKAGE / "27td-nl-nolimit.table") == "406,100,000 deals"
    two = _made("nolimit", 2, PACKAGE / "27td-nl-nolimit.table")
    assert two == "767,480,000 deals"  # two players are a training of their own


def test_who_has_no_response_is_measured_by_scripted_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    (row,) = rows("27td-pl", 2, "exploiters", engine=40)
    assert (row.player, row.unit) == ("nolimit", "bb/100")
    assert f"the best of {len(HABITS) + len(ATTACKS)}, 100 big blinds: " in row.how
    assert row.how.endswith("; 40 hands")
    (row,) = rows("a5sd", 7, "exploiters", engine=20)
    assert (row.player, row.unit) == ("multiway", "mSB")
    monkeypatch.setattr(seated_players, "no_limit_files", dict)
    (row,) = rows("27sd", 7, "exploiters", engine=40)
    assert (row.player, row.unit) == ("rule", "bb/100")
    assert rows("27sd", 7, "exact", "response", "held", "engine", "last", "seated") == []


def test_a_scripted_opponent_wins_in_the_unit_of_its_game() -> None:
    """One who calls down loses what they pay: the same hands in both units."""
    players: list[Player] = [Scripted(HABITS["calls down"]), rule]
    mean = duplicate(players, [1, 0], 40, 5, "27td-nl", depth=100)
    per_hand = duplicate(players, [1, 0], 40, 5, "27td-nl", depth=100).scaled(1 / 1000)
    assert mean.scaled(0.1).total == pytest.approx(100 * per_hand.total)
    assert duplicate(players, [1, 0], 40, 5, "27td-nl", depth=20).total != mean.total


@pytest.mark.slow
def test_no_limit_single_draw_has_its_opponents_and_responses() -> None:
    found = rows("27sd", 2, "exploiters", "response", decks=40, deals=20_000)
    assert [row.kind for row in found] == ["exploiters"] * 3 + ["response"] * 2
    assert {(row.player, row.unit) for row in found} == {("nolimit", "bb/100")}
    assert [depth in row.how for depth, row in zip(("40 big", "100 big", "200 big"), found, strict=False)] == [True] * 3
    assert all("80 hands" in row.how and row.within is not None for row in found)


@pytest.mark.slow
def test_the_last_round_is_measured_as_seated() -> None:
    (row,) = rows("27td", 2, "last", lines=2)
    assert (row.player, row.kind) == ("resolve", "last")
    assert row.how.endswith("2 lines")
    assert row.won is not None
    assert 0 < row.won < 100


@pytest.mark.slow
def test_the_command_prints_figures_and_takes_the_best_response(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STANDPAT_STRATEGIES", str(folder))
    responses = tmp_path / "responses"
    asked = [
        "bench",
        "strength",
        "--game",
        "27td",
        "--seats",
        "3",
        "--folder",
        str(responses),
        "--json",
        "--lines",
        "2",
    ]
    assert main([*asked, "--deals", "0.0003", "--decks", "20", "--hands", "30"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    kinds = ["player", "last", "exploiters", "exploiters", "seated", "response", "engine", "held"]
    assert [row["kind"] for row in found] == kinds
    assert {(row["game"], row["seats"]) for row in found} == {("27td", 3)}
    solves = [row["kind"] for row in found if row["player"] == "resolve"]
    assert solves == ["last", "exploiters", "seated"]
    assert {row["player"] for row in found if row["player"] != "resolve"} == {"multiway"}
    assert "300 deals" in found[4]["how"]
    assert "of the last decisions of two solved" in found[4]["how"]
    assert "300 deals" in found[5]["how"]
    assert len(list(responses.iterdir())) == 3
    # a stored response that wins more is taken instead of the fresh one
    policy = policy_of_file(MultiwayFile.load(folder / "27td-multiway.table").strategy(3))
    Response(GAME, policy, 3, responses / "27td-3-good.npz").save()  # it is the player; so few deals only harm
    (row,) = strength(GAME, 3, Order(responses, ("response",), deals=300, decks=1000))
    assert "27td-3-good.npz" in row.how
    assert "at least +" in str(row)


@pytest.mark.slow
def test_the_figure_of_limit_single_draw_for_two_is_that_of_its_training(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in docs/solver.md, for the file of the package."""
    monkeypatch.delenv("STANDPAT_STRATEGIES", raising=False)
    (row,) = strength(game("27sd-fl"), 2, Order(Path("unused"), ("exact",)))
    assert row.won == pytest.approx(0.139, abs=0.0006)
    assert "0.139 mSB, exactly" in str(row)


def test_threads_learn_a_response_and_one_thread_solves_rounds(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Any, int]] = []

    def response(game: Any, player: Any, seats: int, *, rounds: Any, threads: int, **other: Any) -> Any:
        asked.append((rounds, threads))
        return SimpleNamespace(deals=5, course=[], id="x", continue_from=lambda file: None, save=lambda: None)

    monkeypatch.setattr(several, "Response", response)
    monkeypatch.setattr(several, "best_response", lambda *_: ("x", None, Won(0.0, 0.0, 1)))
    monkeypatch.setattr(several, "rounds_of", lambda *_, **__: "rounds")
    monkeypatch.setattr(several, "played_from_solutions", lambda rounds: 0.5)
    order = Order(Path("unused"), ("seated", "response", "held"), deals=5, threads=2)
    assert len(list(several.several(GAME, 3, folder / "27td-multiway.table", order))) == 3
    assert asked == [("rounds", 1), (None, 2), (None, 2)]


@pytest.mark.extended
def test_one_who_makes_the_likeliest_choice_is_an_exploiter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody folds to a bet in a quarter of cases, and never should: half of them have the best hand."""
    policy = np.zeros(1, cfr_kernel.POLICY)
    policy["chance"][0, :BET_SPOTS, :3] = 0.25, 0.75, 0
    policy["chance"][0, BET_SPOTS:, 0] = 1
    policy["chance"][0, 3] = 0
    choices = likeliest(policy).reshape(-1, EXTRAS)
    assert (choices == choices[:, :1]).all()
    assert (choices[[0, 3, BET_SPOTS], 0].tolist(), len(choices)) == ([1, UNKNOWN, 0], SPOTS)
    alone = won(GAME, policy, 3, likeliest(policy), decks=300)
    assert alone.msb > 3 * alone.within
    assert several.best_exploiter(GAME, policy, 3, decks=300)[1].msb >= alone.msb
    folds = Exploiter("folds", "bet", (0, 1, 2, 3), ((PASS, FOLD),), 1.0)
    monkeypatch.setattr(several, "EXPLOITERS", [folds])
    assert several.best_exploiter(GAME, policy, 3, decks=300) == (several.LIKELIEST, alone)


def test_wrong_orders_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for wrong, told in (
        (["--seats", "8"], "--seats 8: expected 2 to 7"),
        (["--deals", "0"], "--deals 0: expected more than 0"),
        (["--only", "luck"], "--only luck: expected player, exact, last"),
        (["--begin", "/nowhere.npz"], "there is no such file"),
        (["--threads", "-1"], "threads=-1: expected 1 or more"),
        (["--threads", "2", "--gpu"], "leave out --threads"),
    ):
        assert main(["bench", "strength", *wrong]) == 2
        assert told in capsys.readouterr().err
    assert len(nothing_learned()) == SPOTS * EXTRAS
