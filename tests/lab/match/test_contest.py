"""Matches as a whole: dealing, repeating, distribution over processes, saving and continuing."""

import itertools
from pathlib import Path

import msgspec
import pytest

from standpat import Stakes, game
from standpat.engine.event import DealHole, HandEnd, HandStart
from standpat.history.file import read_file
from standpat.history.record import Record
from standpat.lab.match import Plan, Result, play
from standpat.lab.match.entrant import entries, entry
from standpat.lab.match.plan import chance, seatings

STAKES = Stakes(50, 100)


def plan(*players: str, seed: int = 1, game_id: str = "27td") -> Plan:
    return Plan(game(game_id), STAKES, 10_000, seed, players or ("random", "caller"))


def told(result: Result) -> bytes:
    """The report without times, byte for byte."""
    plain = result.to_dict()
    for bot in plain["bots"]:
        bot["decisions"] = bot["decisions"]["count"]
    return msgspec.json.encode(plain)


# Dealing -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_player_sits_everywhere_once_a_deck(seats: int) -> None:
    for deck in range(20):
        hands = seatings(3, deck, seats)
        assert all(sorted(at) == list(range(seats)) for at in hands)
        assert all(len(set(places)) == seats for places in zip(*hands, strict=True))


def test_the_neighbour_changes_from_deck_to_deck() -> None:
    circles = set()
    for deck in range(200):
        first = seatings(3, deck, 4)[0]
        start = first.index(0)
        circles.add(first[start:] + first[:start])
    assert circles == {(0, *rest) for rest in itertools.permutations((1, 2, 3))}


def test_the_seeds_of_players_are_all_different() -> None:
    chances = [chance(1, *place) for place in itertools.product(range(5), range(3), range(3))]
    assert len(set(chances)) == 45


def test_a_deck_is_the_same_in_every_seating_and_sums_to_zero(tmp_path: Path) -> None:
    log = tmp_path / "log"
    result = play(plan("caller", "folder", "caller"), 30, log=log)
    assert sum([score.total for score in result.tally.scores]) == 0
    records = [record for record in read_file(log) if isinstance(record, Record)]
    assert [record.hand_no for record in records] == list(range(1, 31))
    dealt = []
    for record in records:
        events = [event for _, event in record.told]
        assert isinstance(events[0], HandStart)
        assert events[0].button == 0
        assert events[0].stacks == (10_000,) * 3
        dealt.append([event.cards for event in events if isinstance(event, DealHole)])
    for first in range(0, 30, 3):
        assert dealt[first] == dealt[first + 1] == dealt[first + 2]
        assert sorted({record.extra["deck"] for record in records[first : first + 3]}) == [str(first // 3 + 1)]
    assert dealt[0] != dealt[3]


def test_equal_players_cancel() -> None:
    result = play(plan("caller", "caller", "caller"), 30)
    assert [result.per_100(player) for player in range(3)] == [(0, 0)] * 3


def test_the_log_adds_up_to_the_tally(tmp_path: Path) -> None:
    log = tmp_path / "log"
    result = play(plan("random", "folder", "caller"), 60, log=log)
    won = dict.fromkeys(result.names, 0)
    for record in read_file(log):
        assert isinstance(record, Record)
        end = record.told[-1].event
        assert isinstance(end, HandEnd)
        for name, net in zip(record.players, end.nets, strict=True):
            won[name] += net
    assert list(won.values()) == [score.total for score in result.tally.scores]


# Repeating ---------------------------------------------------------------------------------------------------


def test_a_seed_repeats_a_match_byte_for_byte(tmp_path: Path) -> None:
    results = [told(play(plan(seed=seed), 100, log=tmp_path / f"{at}")) for at, seed in enumerate((1, 1, 2))]
    logs = [(tmp_path / f"{at}").read_bytes() for at in range(3)]
    assert results[0] == results[1] != results[2]
    assert logs[0] == logs[1] != logs[2]


def test_two_processes_play_the_same_match(tmp_path: Path) -> None:
    alone = play(plan("random", "caller", "folder"), 600, precision=900, log=tmp_path / "alone")
    shared = play(plan("random", "caller", "folder"), 600, precision=900, log=tmp_path / "shared", jobs=2)
    assert told(alone) == told(shared)
    assert (tmp_path / "alone").read_bytes() == (tmp_path / "shared").read_bytes()


def test_an_error_in_a_worker_is_raised() -> None:
    with pytest.raises(FileNotFoundError):
        play(plan("cmd:no/such/program", "caller"), 100, jobs=2)
    with pytest.raises(ValueError, match="connects once"):
        play(plan("tcp:0", "caller"), 100, jobs=2)


# Putting aside -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_continued_match_equals_an_uninterrupted_one(tmp_path: Path, jobs: int) -> None:
    whole = play(plan(), 200, log=tmp_path / "whole")
    log, aside = tmp_path / "log", tmp_path / "aside"
    decks = itertools.count(1)
    part = play(plan(), 200, log=log, checkpoint=aside, stopped=lambda: next(decks) == 37, jobs=jobs)
    assert (part.ended, part.tally.decks) == ("stopped", 37)
    with log.open("ab") as torn:
        torn.write(b'{"hand":75,"ev')  # written, but not in the checkpoint
    rest = play(plan(), 200, log=log, checkpoint=aside, jobs=jobs)
    assert told(rest) == told(whole)
    assert log.read_bytes() == (tmp_path / "whole").read_bytes()
    again = play(plan(), 200, log=log, checkpoint=aside)
    assert told(again) == told(whole)
    longer = play(plan(), 260, log=log, checkpoint=aside)
    assert told(longer) == told(play(plan(), 260))


def test_a_checkpoint_of_another_match_is_refused(tmp_path: Path) -> None:
    aside, log = tmp_path / "aside", tmp_path / "log"
    play(plan(), 10, checkpoint=aside)
    before = aside.read_bytes()
    with pytest.raises(ValueError, match="its seed is 1, not 2"):
        play(plan(seed=2), 20, checkpoint=aside)
    with pytest.raises(ValueError, match="its entries is"):
        play(plan("rule", "caller"), 20, checkpoint=aside)
    with pytest.raises(ValueError, match="began without a log"):
        play(plan(), 20, checkpoint=aside, log=log)
    assert aside.read_bytes() == before
    assert not log.exists()
    aside.write_text("{}")
    with pytest.raises(ValueError, match="is not a checkpoint"):
        play(plan(), 20, checkpoint=aside)


def test_a_log_that_was_cut_is_not_continued(tmp_path: Path) -> None:
    aside, log = tmp_path / "aside", tmp_path / "log"
    play(plan(), 10, checkpoint=aside, log=log)
    log.write_bytes(log.read_bytes()[:-1])
    with pytest.raises(ValueError, match="is shorter than"):
        play(plan(), 20, checkpoint=aside, log=log)


def test_a_match_ends_when_it_is_precise_enough() -> None:
    result = play(plan("caller", "folder"), 100_000, precision=2)
    assert result.ended == "precision"
    assert result.tally.decks % 100 == 0
    margin = result.per_100(0)[1]
    assert margin is not None
    assert margin <= 2
    shorter = play(plan("caller", "folder"), 2 * (result.tally.decks - 100), precision=2)
    assert shorter.ended == "complete"
    assert (shorter.per_100(0)[1] or 0) > 2


# The report --------------------------------------------------------------------------------------------------


def test_the_report_has_the_arenas_fields() -> None:
    result = play(plan("caller", "folder", game_id="27sd"), 20)
    plain = result.to_dict()
    assert {key: plain[key] for key in plain if key not in ("bots", "version", "house", "ended", "unit")} == {
        "schema_version": 1,
        "family": "betting",
        "game_id": "27sd-nl",
        "seed": 1,
        "dealing": "duplicate",
        "decks": 10,
        "hands": 20,
        "seat_count": 2,
        "starting_stack": 10_000,
        "stakes": {"kind": "blinds", "small_blind": 50, "big_blind": 100, "ante": 0},
        "betting": {"kind": "no-limit"},
        "fault_policy": "substitute",
        "timeout_ms": 5000,
        "forfeited_by": None,
    }
    caller, folder = plain["bots"]
    won = caller["total_chips"]
    assert won == -folder["total_chips"] != 0
    assert caller["chips_per100_mean"] == won * 5
    assert (caller["units_per100_mean"], caller["msb_per_hand_mean"]) == pytest.approx((won / 20, won / 2))
    assert caller["units_per100_ci95"] == pytest.approx(caller["chips_per100_ci95"] / 100)
    assert (caller["observations"], caller["hands"], caller["faults"]) == (10, 20, 0)
    assert (folder["behavior"]["fold_rate"], folder["behavior"]["af"]) == (0.5, 0)
    assert set(caller["behavior"]) >= {"vpip", "pfr", "af", "wtsd", "wsd", "fold_rate", "drawn", "pat", "snow"}
    assert set(caller["decisions"]) == {"count", "mean_ms", "p50_ms", "p90_ms", "p99_ms", "max_ms"}


def test_units_are_big_bets_in_fixed_limit() -> None:
    result = play(plan("caller", "folder"), 20)
    won = result.tally.scores[0].total
    assert result.per_100(0)[0] == pytest.approx(won * 5 / 200)
    assert result.thousandths(0)[0] == pytest.approx(won / 20 * 10)
    assert repr(result) == f"<Result 27td, 20 hands, complete; caller: {result.line(0)}; folder: {result.line(1)}>"
    assert result.line(0) == f"{result.per_100(0)[0]:+.2f} ±{result.per_100(0)[1]:.2f} big bets/100"


def test_what_was_won_at_each_seat() -> None:
    """The results of a player's seats sum to the player's total.

    The folder loses a big blind for each hand off the button, unless nobody bets.
    """
    result = play(plan("caller", "folder", "random"), 150)
    for player, score in enumerate(result.tally.scores):
        assert sum(score.at) == score.total
        seats = [result.seat_per_100(player, seat) for seat in range(3)]
        assert sum([mean for mean, _ in seats]) / 3 == pytest.approx(result.per_100(player)[0])
        assert min([margin or 0 for _, margin in seats]) > 0 or result.names[player] == "folder"
    folder = result.tally.scores[1]
    assert folder.at[0] == 0  # the button has put in nothing
    assert folder.at[1] < 0 > folder.at[2]
    assert result.to_dict()["bots"][1]["seats"][0] == {"units_per100_mean": 0, "units_per100_ci95": 0}


# Who plays ---------------------------------------------------------------------------------------------------


def test_names_are_given_once_each() -> None:
    specs = ["rule", "rule", "rule-2@caller", "cmd:x@y z", "builtin:rule", "tcp:9"]
    names = [one.name for one in entries(specs)]
    assert names == ["rule", "rule-3", "rule-2", "bot-4", "rule-4", "tcp-9"]
    assert entry("cmd:x@y z").what == "x@y z"


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("genius", "unknown player"),
        ("cmd:", "cmd:PROGRAM"),
        ("tcp:high", "tcp:PORT"),
        ("tcp:70000", "tcp:PORT"),
        ("http://x", "cmd:PROGRAM"),
        ("@rule", "is not a name"),
        (f"{'x' * 33}@rule", "is not a name"),
    ],
)
def test_wrong_specifications_are_refused(spec: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        entry(spec)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"entries": ("rule",)}, "2 to 6, not 1"),
        ({"seed": -1}, "seed -1"),
        ({"seed": 2**64}, "expected a number from 0"),
        ({"stack": 0}, "1 chip"),
        ({"timeout_ms": 0}, "1 ms"),
    ],
)
def test_wrong_plans_are_refused(change: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        msgspec.structs.replace(plan(), **change)


@pytest.mark.parametrize(("hands", "precision", "words"), [(0, None, "1 or more"), (10, 0.0, "more than 0")])
def test_a_match_needs_hands_and_a_positive_precision(hands: int, precision: float | None, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        play(plan(), hands, precision=precision)
