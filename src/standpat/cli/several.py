"""``standpat solve GAME --seats N --spot LINE --hand CARDS``: advice among several players, see docs/solver.md."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from standpat.cards.card import parse, typed

if TYPE_CHECKING:
    from standpat.solver.advice.several import Several

PLACES = ("small blind", "big blind")


def several(args: argparse.Namespace) -> int:
    """Print advice on a decision among three players or more; returns the exit status."""
    from standpat.bots.directories import find
    from standpat.bots.multiway_file import MultiwayFile
    from standpat.solver.advice.several import advise_several, read_line

    if not args.hand:
        raise ValueError("with more than two players advice is for a hand: give --hand CARDS")
    path = Path(args.strategy) if args.strategy else find(args.game, several=True)
    if path is None:
        raise ValueError(f"there is no strategy of {args.game} for several players: standpat multiway makes one")
    dead = parse(typed(args.dead)) if args.dead else ()
    file = MultiwayFile.load(path)
    if file.game != args.game:
        raise ValueError(f"{path} is a strategy of {file.game}, not of {args.game}")
    advice = advise_several(file, args.seats, read_line(args.spot), typed(args.hand), dead)
    loss = None if args.choice is None else _loss(advice, args.choice)
    if args.json:
        choices = [{**choice._asdict(), "name": choice.name or "pat"} for choice in advice.choices]
        print(json.dumps({**advice._asdict(), "place": place(advice), "choices": choices, "loss": loss}))
        return 0
    print(f"{advice.line or 'first in'}: the {place(advice)} of {advice.seats} with {advice.hand}")
    print(f"{'choice':<8}{'frequency':>10}{'value':>10}{'±95%':>8}{'loss':>10}{'±95%':>8}")
    for one in advice.choices:
        frequency = f"{100 * one.frequency:9.2f}%"
        value, lost = f"{one.value:+10.3f}{one.margin:8.3f}", f"{one.loss:10.3f}{one.loss_margin:8.3f}"
        print(f"{one.name or 'pat':<8}{frequency}{value}{lost}")
    for note in (*advice.notes, f"the estimates are from {advice.deals:,.0f} effective deals"):
        print(f"note: {note}")
    if loss is not None:
        print(f"{args.choice} loses about {loss:.3f} small bets")
    return 0


def place(advice: "Several") -> str:
    """What the player's place is called."""
    return name_of_place(advice.place, advice.seats)


def name_of_place(place: int, seats: int) -> str:
    """What a place is called, counted from the player left of the button."""
    if place == seats - 1:
        return "button"
    if seats == 2:
        return PLACES[1]
    if place < len(PLACES):
        return PLACES[place]
    return f"player {seats - 1 - place} before the button"


def _loss(advice: "Several", name: str) -> float:
    """The loss of a choice by its name; discards in any order, x and c and b and r alike."""
    alike = {"x": "c", "b": "r", "pat": ""}
    asked = "".join(sorted(alike.get(name.lower(), name.upper() if len(name) > 1 else name.lower())))
    for choice in advice.choices:
        for known in (choice.name, alike.get(choice.name, choice.name)):
            if asked.lower() == "".join(sorted(known)).lower():
                return choice.loss
    names = ", ".join([choice.name or "pat" for choice in advice.choices])
    raise ValueError(f"{name!r} is not a choice at this spot: expected one of {names}")
