"""A program that plays fixed-limit draw lowball over poker-arena's wire protocol, on its standard input and output.

    standpat match blueprint "cmd:python bench/outside_player.py" --game 27td --hands 2000 --aivat

It imports nothing of standpat. It plays by rules of thumb: it keeps one card of each rank up to an eight; with enough
of them it calls, with more it bets and raises, and else it folds. How many are enough grows with each draw, and a
random part of a card is added. `bench/aivat.py` measures AIVAT against it as against any outside program, whose policy
is not known.
"""

import json
import random
import sys
from typing import Any

LOW = {"27": "2345678", "a5": "A2345678"}
ENOUGH = ((2.6, 3.3), (3.3, 4.1), (3.9, 4.6), (4.6, 5.1))
"""By the number of draws to come, from three down: the cards to call with, and those to bet and raise with."""


def kept(cards: list[str], low: str) -> list[str]:
    """One card of each rank that is low."""
    return list({card[0]: card for card in cards if card[0] in low}.values())


def answer(cards: list[str], low: str, left: int, decision: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """The action for a decision, in the protocol's form."""
    good = kept(cards, low)
    if decision["kind"] == "draw":
        return {"kind": "discard", "cards": [card for card in cards if card not in good]}
    have = len(good) + 0.6 * dice.random()
    calls, wagers = ENOUGH[3 - left]
    for kind in ("bet", "raise"):
        if kind in decision and have > wagers:
            return {"kind": kind, "to": decision[kind]["max_to"]}
    if decision["check"]:
        return {"kind": "check"}
    return {"kind": "call" if have > calls else "fold"}


def main() -> None:
    """Answer an arena until the match ends."""
    low, draws, left, seat = "", 3, 3, 0
    cards: list[str] = []
    dice = random.Random(1)
    for line in sys.stdin:
        message = json.loads(line)
        kind = message.get("t")
        reply: dict[str, Any] | None = None
        if kind == "hello":
            low, draws = LOW[message["game_id"][:2]], 3 if "td" in message["game_id"] else 1
            reply = {"t": "join"}
        elif kind == "hand-start":
            seat, left, cards = message["seat"], draws, []
            dice = random.Random(message.get("chance", message["hand_no"]))
        elif kind == "event":
            event = message["ev"]
            if event["event"] == "deal-hole" and event["seat"] == seat:
                cards = list(event["cards"])
            elif event["event"] == "draw-result" and event["seat"] == seat:
                cards = [card for card in cards if card not in event["discarded"]] + list(event["drawn"])
            elif event["event"] == "street-start":
                left = draws - event["street"]
        elif kind == "act":
            reply = {"t": "action", "action": answer(cards, low, left, message["decision"], dice)}
        elif kind == "match-end":
            break
        if reply is not None:
            sys.stdout.write(json.dumps(reply) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
