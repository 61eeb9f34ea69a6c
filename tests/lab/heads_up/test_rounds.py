"""The tree of a betting round agrees with the engine."""

from collections.abc import Iterator

import pytest

from standpat import Dealer, Hand, Stakes, game
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.lab.heads_up.line import LETTER, NUMBER
from standpat.lab.heads_up.rounds import BLIND, BUTTON, NOBODY, End, node_at, places, round_of


def dealt(actions: list[Action]) -> Hand:
    hand = Hand(game("27td"), Stakes(1, 2), [1000] * 2, 0, Dealer(1))
    for action in actions:
        hand.apply(action)
    return hand


def open_actions(hand: Hand) -> Iterator[Action]:
    legal = hand.legal
    if legal.fold:
        yield Fold()
    if legal.check:
        yield Check()
    if legal.call is not None:
        yield Call()
    if legal.bet:
        yield Bet(legal.bet.max_to)
    if legal.raise_:
        yield Raise(legal.raise_.max_to)


@pytest.mark.parametrize("opening", [True, False])
def test_every_line_of_a_round_is_in_the_tree(opening: bool) -> None:
    """With the seat to act, the actions that are open, and at its end what each has put in and who bet last."""
    before: list[Action] = [] if opening else [Call(), Check(), Discard(), Discard()]
    put_before = 0 if opening else 2
    todo: list[tuple[list[Action], int]] = [([], NOBODY)]
    visited = 0
    while todo:
        actions, last = todo.pop()
        hand = dealt([*before, *actions])
        number = node_at(opening, [LETTER[type(action)] for action in actions])
        node = round_of(opening)[number]
        visited += 1
        assert node.seat == hand.to_act
        found = {NUMBER[type(action)]: action for action in open_actions(hand)}
        assert {k for k, after in enumerate(node.after) if after is not None} == found.keys()
        for k, action in found.items():
            after = node.after[k]
            bettor = (BLIND if node.seat else BUTTON) if k == 2 else last
            if isinstance(after, End):
                ended = dealt([*before, *actions, action])
                put = tuple([(1000 - stack - put_before) / 2 for stack in ended.stacks])
                if after.folded is None:
                    assert (after.put, after.last) == (put, bettor)
                    assert ended.drawing
                else:
                    assert after.folded == node.seat
                    assert ended.nets is not None
                    assert -ended.nets[node.seat] - put_before == 2 * after.put[node.seat]
            else:
                todo.append(([*actions, action], bettor))
    assert visited == len(round_of(opening)) == len(places(opening))


def test_raises_beyond_the_cap_are_read_as_two_fewer() -> None:
    assert node_at(False, "brrrr") == node_at(False, "brr")
    assert node_at(False, "xbrrrrr") == node_at(False, "xbrrr")
