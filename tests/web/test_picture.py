"""The page's state of a hand equals the terminal's, after every event of random hands."""

import json
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import structs

from irregular import random_posts
from standpat.cards.card import TEXT
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.engine.dealer import Dealer
from standpat.engine.event import to_builtins
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from standpat.engine.seen import view
from standpat.protocol import room as wire
from standpat.table_view.public_state import PublicState

pytestmark = pytest.mark.extended

FOLD = """
const FIELDS = ["handNo", "button", "street", "drawing", "over", "pot", "pots", "wagers", "price", "cap", "betSize",
  "rounds", "at", "nets", "seats"];
const { PublicState } = await load("table_view/public_state");
return JSON.stringify(JSON.parse(given).map(({ game, stakes, players, viewer, events, betting }) => {
  const picture = new PublicState(game, stakes, players, viewer);
  return events.map((event, k) => {
    picture.see(event);
    picture.setBetting(betting[k]);
    return structuredClone(Object.fromEntries(FIELDS.map((name) => [name, picture[name]])));
  });
}));
"""


def choose(hand: Hand, chance: random.Random) -> Action:
    legal = hand.legal
    assert hand.to_act is not None
    if legal.draw is not None:
        return Discard(tuple(chance.sample(hand.cards(hand.to_act), chance.randint(0, min(legal.draw, 4)))))
    ways: list[Action] = [Check() if legal.check else Call()] * 3
    if legal.fold:
        ways.append(Fold())
    if legal.bet:
        ways += [Bet(chance.randint(*legal.bet))] * 2
    if legal.raise_:
        ways += [Raise(chance.randint(*legal.raise_))] * 2
    return chance.choice(ways)


def betting_of(picture: PublicState) -> dict[str, Any]:
    none: dict[str, Any] = {"price": 0, "wagers": 0, "cap": None, "pots": []}
    told = wire.betting(picture)
    return none if told is None else dict(json.loads(msgspec.json.encode(told)))


def plain(picture: PublicState) -> dict[str, Any]:
    """The content of the page's state, with its names."""
    return {
        "handNo": picture.hand_no,
        "button": picture.button,
        "street": picture.street,
        "drawing": picture.drawing,
        "over": picture.over,
        "pot": picture.pot,
        **betting_of(picture),
        "betSize": picture.bet_size,
        "rounds": list(picture.rounds),
        "at": picture.at,
        "nets": list(picture.nets),
        "seats": [
            {
                "stack": seat.stack,
                "live": seat.live,
                "bet": seat.bet,
                "allIn": seat.all_in,
                "trail": list(seat.trail),
                "last": seat.last and {"what": seat.last.what, "amount": seat.last.amount, "allIn": seat.last.all_in},
                "backs": seat.backs,
                "cards": [TEXT[card] for card in seat.cards],
                "fresh": [TEXT[card] for card in seat.fresh],
                "shown": seat.shown,
                "won": seat.won,
            }
            for seat in picture.seats
        ],
    }


@pytest.mark.parametrize(
    ("id", "house"),
    [
        ("27td", "online"),
        ("27td", "wsop"),
        ("27td", "arena"),
        ("a5td", "cardroom"),
        ("27sd", "online"),
        ("27td-pl", "ultimate"),
    ],
)
def test_it_is_the_terminals(script: Callable[[str, Any], Any], id: str, house: str) -> None:
    chance = random.Random(f"{id} {house}")
    record = game(id, house=house)
    given, expected = [], []
    for number in range(60):
        seats = chance.randint(2, 6)
        stakes = (
            Stakes.limit(10, ante=chance.choice([0, 0, 2])) if record.betting == "fixed-limit" else Stakes(5, 10, 3)
        )
        stacks = [chance.randint(4, 260) for _ in range(seats)]
        button = chance.randrange(seats)
        if number % 3 == 1:
            stakes = structs.replace(stakes, ante=12, ante_by="big-blind")
        posts = random_posts(chance, stakes, seats, button) if number % 3 == 2 else None
        dealer = Dealer(f"{number:064x}")
        hand = Hand(record, stakes, stacks, button, dealer, hand_no=number + 1, posts=posts)
        while not hand.over:
            hand.apply(choose(hand, chance))
        viewer = chance.choice([None, *range(seats)])
        players = tuple(f"player {seat}" for seat in range(seats))
        events = view(hand.events, viewer)
        picture = PublicState(record, stakes, viewer)
        after, betting = [], []
        for event in events:
            picture.apply(event)
            after.append(plain(picture))
            betting.append(msgspec.to_builtins(wire.betting(picture)))
        expected.append(after)
        given.append(
            {
                "game": msgspec.to_builtins(record),
                "stakes": msgspec.to_builtins(stakes),
                "players": players,
                "viewer": viewer,
                "events": [to_builtins(event) for event in events],
                "betting": betting,
            }
        )
    got = json.loads(script(FOLD, json.dumps(given)))
    for mine, theirs in zip(got, expected, strict=True):
        for k, (ours, right) in enumerate(zip(mine, theirs, strict=True)):
            assert ours == right, k
