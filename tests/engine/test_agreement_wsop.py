"""Hands played at the World Series of Poker, line by line against PokerKit.

PokerKit's own tests replay the hands of the 2023 final tables and the examples of a paper. Each of these tests runs
here unchanged while its operations on the state are recorded. The 2-7 hands among them are then played on our engine
under the World Series' rules. Before each line this compares whose decision it is, the price of a call, the bounds of a
bet or raise and every stack, and at the end the final stacks. The files that PokerKit writes of these hands are read
and replayed too. Our repository contains none of its hands.

PokerKit asks a player who has matched everything there is to win (R4.4). That player checks, and our engine has no such
line.
"""

import unittest
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from importlib import import_module
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from standpat.cards.card import parse
from standpat.engine.action import Action, Bet, Bounds, Call, Check, Discard, Fold, Raise
from standpat.engine.dealer import ScriptedDealer
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from standpat.history import phh
from standpat.history.record import Record
from standpat.history.replay import replay

pokerkit = pytest.importorskip("pokerkit")

PLACES = ("test_wsop.test_2023_43_5", "test_wsop.test_2023_54_4", "test_papers")
LINES = ("deal_hole", "fold", "check_or_call", "complete_bet_or_raise_to", "stand_pat_or_discard")
GAMES: dict[Any, str] = {
    pokerkit.FixedLimitDeuceToSevenLowballTripleDraw: "27td",
    pokerkit.NoLimitDeuceToSevenLowballSingleDraw: "27sd",
}


class Line(NamedTuple):
    """An operation of a test, and the state before it: whose turn it is, the price, the bounds and the stacks."""

    did: Any
    actor: int | None
    price: int
    bounds: Bounds | None
    stacks: tuple[int, ...]


class Played(NamedTuple):
    """A hand as PokerKit's test plays it: each player's forced bets, the lines, the stacks before and after, and the
    file that the test writes."""

    name: str
    game: str
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    before: tuple[int, ...]
    lines: list[Line]
    after: tuple[int, ...]
    file: str


def recorded(test: unittest.TestCase) -> Played | None:
    """Run the test and return the first hand of 2-7 that it plays, or None."""
    states: list[Any] = []
    lines: list[Line] = []
    files: list[str] = []

    def write(*args: Any, **more: Any) -> Any:
        history = from_game_state(*args, **more)
        files.append(history.dumps())
        return history

    def line(method: Callable[..., Any]) -> Callable[..., Any]:
        def run(state: Any, *args: Any, **more: Any) -> Any:
            if not any([state is other for other in states]):
                states.append(state)
            if state is not states[0]:
                return method(state, *args, **more)
            before = _before(state)
            did = method(state, *args, **more)
            lines.append(Line(did, *before))
            return did

        return run

    from_game_state = pokerkit.HandHistory.from_game_state
    with ExitStack() as patches:
        patches.enter_context(patch.object(pokerkit.HandHistory, "from_game_state", write))
        for name in LINES:
            patches.enter_context(patch.object(pokerkit.State, name, line(getattr(pokerkit.State, name))))
        result = test.run()
    assert result is not None
    assert result.wasSuccessful()
    if not states:
        return None
    state = states[0]
    kinds = [id for kind, id in GAMES.items() if kind.hand_types == state.hand_types]
    if not kinds or state.status:
        return None
    id = "27sd" if state.betting_structure is pokerkit.BettingStructure.NO_LIMIT else "27td"
    return Played(
        test.id().rpartition(".")[2],
        id,
        tuple(state.antes),
        tuple(state.blinds_or_straddles),
        tuple(state.starting_stacks),
        lines,
        tuple(state.stacks),
        files[0] if files else "",
    )


def _before(state: Any) -> tuple[int | None, int, Bounds | None, tuple[int, ...]]:
    least = state.min_completion_betting_or_raising_to_amount
    most = state.max_completion_betting_or_raising_to_amount
    bounds = None if least is None else Bounds(least, most)
    actor = state.actor_index
    if actor is None:
        actor = state.stand_patter_or_discarder_index
    return actor, state.checking_or_calling_amount or 0, bounds, tuple(state.stacks)


def hands() -> Iterator[Played]:
    for place in PLACES:
        module = import_module(f"pokerkit.tests.{place}")
        for test in _tests(unittest.defaultTestLoader.loadTestsFromModule(module)):
            found = recorded(test)
            if found:
                yield found


def _tests(suite: Any) -> Iterator[unittest.TestCase]:
    if isinstance(suite, unittest.TestCase):
        yield suite
        return
    for part in suite:
        yield from _tests(part)


def script(lines: Sequence[Line], seats: int) -> ScriptedDealer:
    """The cards in the order in which our dealer deals them: five for each player from the left, then as they come."""
    dealt: list[list[Any]] = [[] for _ in range(seats)]
    drawn: list[Any] = []
    for line in lines:
        if isinstance(line.did, pokerkit.HoleDealing):
            hand = dealt[line.did.player_index]
            (hand if len(hand) < 5 else drawn).extend(line.did.cards)
    return ScriptedDealer(parse("".join([repr(card) for hand in [*dealt, drawn] for card in hand])))


def stakes(played: Played) -> Stakes:
    """Blinds are posted left of the button; heads-up, player 0 is the big blind in PokerKit and here."""
    small, big = sorted([blind for blind in played.blinds if blind])
    antes = [ante for ante in played.antes if ante]
    if not antes:
        return Stakes(small, big)
    one = len(antes) == 1
    assert not one or played.blinds[played.antes.index(antes[0])] == big
    assert len({*antes}) == 1
    return Stakes(small, big, antes[0], "big-blind" if one else "everyone")


def action(line: Line, legal: Any) -> Action:
    did = line.did
    if isinstance(did, pokerkit.StandingPatOrDiscarding):
        return Discard(parse("".join([repr(card) for card in did.cards])))
    if isinstance(did, pokerkit.Folding):
        return Fold()
    if isinstance(did, pokerkit.CompletionBettingOrRaisingTo):
        return Bet(did.amount) if legal.bet else Raise(did.amount)
    return Call() if did.amount else Check()


def play(played: Played) -> int:
    """Play the hand on our engine. Returns how many decisions were compared."""
    seats, compared = len(played.before), 0
    rules = game(played.game, house="wsop")
    hand = Hand(rules, stakes(played), played.before, seats - 1, script(played.lines, seats))
    for line in played.lines:
        if isinstance(line.did, pokerkit.HoleDealing):
            continue
        where = f"{played.name}: {line.did}"
        if hand.to_act is None or hand.to_act != line.actor:
            assert isinstance(line.did, pokerkit.CheckingOrCalling), where
            assert (line.price, line.bounds) == (0, None), where  # nothing to decide
            continue
        legal = hand.legal
        assert hand.stacks == list(line.stacks), where
        assert hand.drawing == isinstance(line.did, pokerkit.StandingPatOrDiscarding), where
        if not hand.drawing:
            assert (legal.call or 0) == line.price, where
            assert (legal.bet or legal.raise_) == line.bounds, where
        hand.apply(action(line, legal))
        compared += 1
    assert hand.over, played.name
    assert tuple(hand.stacks) == played.after, played.name
    return compared


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_hands_of_the_world_series_agree_line_by_line() -> None:
    found = list(hands())
    assert min([play(one) for one in found]) >= 5
    single = [one for one in found if one.game == "27sd"]
    triple = [one for one in found if one.game == "27td"]
    assert len(single) >= 7
    assert len(triple) >= 9
    assert len([one for one in single if sum([bool(ante) for ante in one.antes]) == 1]) >= 7  # the big blind's ante


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_files_of_the_world_series_replay() -> None:
    files = {one.name: f"{one.file}\nfinishing_stacks = {list(one.after)}\n" for one in hands() if one.file}
    assert len(files) >= 14
    for name, text in files.items():
        (record,) = phh.read(text)
        assert isinstance(record, Record), (name, record)
        assert replay(record).disagreements == [], name


def test_a_wrong_line_is_noticed() -> None:
    """A stack, a price, a bound or a result that is off by one chip."""
    good = next(one for one in hands() if one.game == "27sd")
    at = next(number for number, line in enumerate(good.lines) if not isinstance(line.did, pokerkit.HoleDealing))
    line = good.lines[at]
    assert line.bounds
    wrong = (
        line._replace(price=line.price + 1),
        line._replace(bounds=Bounds(line.bounds.min_to + 1, line.bounds.max_to)),
        line._replace(stacks=(line.stacks[0] + 1, *line.stacks[1:])),
    )
    for other in wrong:
        with pytest.raises(AssertionError):
            play(good._replace(lines=[*good.lines[:at], other, *good.lines[at + 1 :]]))
    with pytest.raises(AssertionError):
        play(good._replace(after=(good.after[0] + 1, *good.after[1:])))
