"""The bot's side of the protocol, compared with hands played here: it must see what a player in this process sees."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from play import random_hand
from standpat import Hand
from standpat.bots import Situation, player, situation
from standpat.engine.action import Action
from standpat.engine.event import Event, to_builtins
from standpat.engine.seen import seen
from standpat.lab.match.client import serve
from standpat.protocol import arena as wire


def conversation(hand: Hand, seat: int, chance: str) -> tuple[list[dict[str, Any]], list[Situation], list[Action]]:
    """A hand of random players as an arena would send it to a seat, with unknown messages in between.

    Returns the lines, and the situations and actions of the seat's player.
    """
    said: list[dict[str, Any]] = [
        wire.hello_plain(wire.Hello(hand.game, hand.stakes, len(hand.stacks), 100, None)),
        {"t": "joined", "name": "somebody", "colour": "blue"},
        {"t": "hand-start", "hand_no": 1, "seat": seat, "chance": chance},
    ]
    chances = [Random(chance if at == seat else f"{chance} {at}") for at in range(len(hand.stacks))]
    decided: list[Situation] = []
    done: list[Action] = []

    def tell(events: Sequence[Event]) -> None:
        for event in events:
            if (mine := seen(event, seat)) is not None:
                said.append({"t": "event", "hand_no": 1, "ev": {**to_builtins(mine), "weather": 7}})
                said.append({"t": "event", "hand_no": 1, "ev": {"event": "rain", "seat": 0}})

    tell(hand.events)
    while (at := hand.to_act) is not None:
        asked = situation(hand, chances[at])
        if at == seat:
            said.append({"t": "act", "seat": seat, "decision": wire.decision_plain(hand.legal), "deadline_ms": None})
            said.append({"t": "thunder"})
            decided.append(asked)
        action = player("random")(asked)
        if at == seat:
            done.append(action)
        tell(hand.apply(action))
    said += [{"t": "hand-end", "hand_no": 1, "nets": list(hand.nets or ())}, {"t": "match-end"}, {"t": "act"}]
    return said, decided, done


def test_the_bot_sees_and_does_what_it_would_in_this_process() -> None:
    random = Random(3)
    decisions = 0
    for seed in range(150):
        hand = random_hand(random, seed=seed, fold=seed % 3 > 0, asked=False)
        said, decided, done = conversation(hand, random.randrange(len(hand.stacks)), f"chance {seed}")
        met: list[Situation] = []

        def answer(now: Situation, met: list[Situation] = met) -> Action:
            met.append(now)
            return player("random")(now)

        sent: list[bytes] = []
        assert serve(answer, [b"\n", *map(wire.line, said)], sent.append) == 1
        assert [now._replace(random=then.random) for now, then in zip(met, decided, strict=True)] == decided
        assert sent == [wire.line({"t": "join"}), *[wire.line(wire.action_plain(action)) for action in done]]
        decisions += len(done)
    assert decisions > 400


def test_a_seed_repeats_the_chance_where_the_arena_gives_none() -> None:
    hand = random_hand(Random(5), seed=5, seats=2, fold=False)
    said, _, _ = conversation(hand, hand.to_act or 0, "any")
    said[2].pop("chance")
    runs = []
    for seed in (1, 1, 2):
        sent: list[bytes] = []
        serve(player("random"), list(map(wire.line, said)), sent.append, seed=seed)
        runs.append(sent)
    assert runs[0] == runs[1] != runs[2]


def test_an_arena_that_breaks_the_protocol() -> None:
    with pytest.raises(ValueError, match="before it said hello"):
        serve(player("caller"), [wire.line({"t": "act"})], lambda data: None)
    with pytest.raises(ValueError, match="not JSON"):
        serve(player("caller"), [b"welcome\n"], lambda data: None)
