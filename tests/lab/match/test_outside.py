"""Outside programs: correct, broken, slow and missing ones."""

import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import msgspec
import pytest

from standpat import Stakes, game
from standpat.lab.match import Plan, Result, play
from standpat.lab.match.tally import Tally
from standpat.lab.match.timing import Timing

Program = Callable[[str], str]
STAKES = Stakes(50, 100)


def match(
    *players: str, hands: int = 20, timeout: int | None = 5000, game_id: str = "27td", house: str = "arena"
) -> Result:
    return play(Plan(game(game_id, house=house), STAKES, 10_000, 7, players, timeout_ms=timeout), hands)


def told(tally: Tally) -> bytes:
    """The report without times."""
    copy = msgspec.convert(msgspec.to_builtins(tally), Tally)
    for score in copy.scores:
        score.timing = Timing(score.timing.count)
    return msgspec.json.encode(copy)


@pytest.mark.parametrize(
    ("game_id", "house", "name"),
    [("27td", "arena", "random"), ("27sd", "ultimate", "random"), ("a5td", "wsop", "rule")],
)
def test_a_bot_over_the_wire_plays_the_very_same_match(game_id: str, house: str, name: str) -> None:
    over = f"cmd:'{sys.executable}' -m standpat bot {name}"
    outside = match(over, "rule", over, hands=45, game_id=game_id, house=house)
    inside = match(name, "rule", name, hands=45, game_id=game_id, house=house)
    assert told(outside.tally) == told(inside.tally)
    assert [score.faults for score in outside.tally.scores] == [0, 0, 0]


def test_a_program_that_calls_plays_like_the_caller(program: Program) -> None:
    assert told(match(program("say(answer)"), "rule").tally) == told(match("caller", "rule").tally)
    noisy = program('say(""); say({"t": "gossip"}); say({**answer, "mood": "good"})')
    assert told(match(noisy, "rule").tally) == told(match("caller", "rule").tally)


@pytest.mark.parametrize(
    "body",
    [
        'say("what?")',
        'say("[]")',
        'say({"t": "action"})',
        'say({"t": "action", "action": {"kind": "raise", "to": 1}})',
        'say({"t": "action", "action": {"kind": "discard", "cards": ["2c", "2c"]}})',
        'say({"t": "action", "action": {"kind": "bring-in"}})',
    ],
)
def test_a_broken_program_is_substituted(program: Program, body: str) -> None:
    result = match(program(body), "caller")
    broken, caller = result.tally.scores
    assert broken.faults == broken.timing.count > 0
    assert caller.faults == 0
    nobody = match("folder", "caller").tally.scores[0]
    assert (broken.total, broken.style) == (nobody.total, nobody.style)


def test_a_program_that_disconnects_is_substituted(program: Program) -> None:
    start = monotonic()
    result = match(program("if asked == 5:\n    break\nsay(answer)"), "caller", timeout=None)
    gone = result.tally.scores[0]
    assert gone.faults == gone.timing.count - 4 > 0
    assert result.tally.hands == 20
    assert monotonic() - start < 10


def test_a_program_that_sends_too_long_a_line_is_disconnected(program: Program) -> None:
    body = 'say("x" * 70_000 if asked == 3 else answer)'
    score = match(program(body), "caller").tally.scores[0]
    assert score.faults == score.timing.count - 2
    body = 'say(json.dumps(answer) + " " * 60_000 if asked == 3 else answer)'
    assert match(program(body), "caller").tally.scores[0].faults == 0


def test_a_late_answer_is_not_the_answer_to_the_next_question(program: Program) -> None:
    """A late discard that is taken for an answer would be a second fault, and a discard of cards not held a third."""
    body = "if asked == 3:\n    time.sleep(0.35)\nsay(answer)"
    score = match(program(body), "caller", timeout=250).tally.scores[0]
    assert score.faults == 1
    assert 240 < score.timing.max_ms < 600


def test_a_program_that_leaves_out_an_answer_is_taken_on_again(program: Program) -> None:
    score = match(program("if asked != 3:\n    say(answer)"), "caller", timeout=60, hands=10).tally.scores[0]
    assert score.faults == 4


def test_a_program_that_does_not_read_holds_nothing_up(program: Program) -> None:
    start = monotonic()
    score = match(program("time.sleep(60)"), "caller", timeout=5, hands=40).tally.scores[0]
    assert score.faults == score.timing.count
    assert monotonic() - start < 20


def test_a_program_that_never_stops_talking_holds_nothing_up(program: Program) -> None:
    start = monotonic()
    chatter = 'while True:\n    say({"t": "gossip"})'
    score = match(program(chatter), "caller", timeout=20, hands=10).tally.scores[0]
    assert score.faults == score.timing.count
    assert score.timing.max_ms < 2000
    assert monotonic() - start < 20


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (f"cmd:'{sys.executable}' -c ''", "bot-1 went away"),
        (f"""cmd:'{sys.executable}' -c 'print("hi")'""", "not JSON"),
        ("""cmd:echo '{"t":"action"}'""", "acted before it joined"),
    ],
)
def test_a_program_that_does_not_join_does_not_play(spec: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        match(spec, "caller")


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(FileNotFoundError, match="no/such/program"):
        match("cmd:no/such/program", "caller")


@pytest.mark.parametrize("game_id", ["27td", "a5sd"])
def test_the_program_of_the_benchmark_plays_without_a_fault(game_id: str) -> None:
    program = Path(__file__).parents[3] / "bench" / "outside_player.py"
    tally = match("rule", f"it@cmd:'{sys.executable}' {program}", "rule", hands=60, game_id=game_id).tally
    assert [score.faults for score in tally.scores] == [0, 0, 0]
    style = tally.scores[1].style
    assert 5 < style.voluntary < 60
    assert min(style.aggressive, style.calls, style.folds, sum(style.cards_drawn), sum(style.pats)) > 0
