"""Entering a tournament: who may, until when, what it costs and gives; and the chips in play (T1.3 to T1.7).

`Field` counts what the whole tournament has had, `Mine` what one player has had. Each function checks one wish and
says what it costs and gives (`Terms`), or raises `Refused`, whose text is a `Sentence` for people; nothing changes.
`added` folds the terms of a wish that was carried out into both.

- A wish needs the clock (`standpat.tournament.clock`), which has the level and the break. A level that closes
  something includes the break after it, so that the window is open until play goes on (T1.3).
- One may enter again only without chips (T1.4). With `give_up`, while registration is in its last level, a player
  between two hands may leave their stack for a full one; the old stack leaves play.
- A rebuy keeps the seat. It is possible between hands, with a stack of at most the limit (T1.5). After a bust the next
  deal waits `REBUY_WAIT_MS` for the answer, if there is a rebuy to answer to (`may_rebuy`). An add-on is possible once
  for each entry, between hands, with chips (T1.6).
- The chips in play are entries x stack + rebuys + add-ons - forfeits (`Field.chips`), after every step.
- Prizes are fixed when nobody may enter or rebuy or add on any more (`prizes_fixed`), and provisional before.

Money is the smallest unit. What the rules leave to the room is not here: wallets, passwords, who is invited.
"""

from typing import Final, Literal, NamedTuple

from msgspec import Struct, structs

from standpat.language.sentence import Sentence
from standpat.tournament.clock import Clock
from standpat.tournament.structure import Structure

REBUY_WAIT_MS: Final = 15_000
"""How long the next deal of the table waits for the answer of a player who is out and may rebuy."""

Kind = Literal["entry", "re-entry", "rebuy", "add-on"]


class Refused(Exception):
    """A wish that the rules refuse. Its text is a `Sentence`, with the key ``error.tournament-...``."""


class Field(Struct, frozen=True):
    """What the tournament has had.

    Attributes:
        entries: Entries, with those of players who entered again.
        rebuys: Rebuys.
        add_ons: Add-ons.
        forfeited: Chips that have left play: given up, or of removed and disqualified players (T3.6).
        refunded: Entries that were paid back (T3.5).
        closed: Whether the prizes have been fixed. Nothing opens again then, even if the clock is set back.
    """

    entries: int = 0
    rebuys: int = 0
    add_ons: int = 0
    forfeited: int = 0
    refunded: int = 0
    closed: bool = False

    def chips(self, structure: Structure) -> int:
        """The chips in play."""
        extra = self.rebuys * structure.rebuys.chips if structure.rebuys else 0
        extra += self.add_ons * structure.add_on.chips if structure.add_on else 0
        return self.entries * structure.starting_stack + extra - self.forfeited

    def pool(self, structure: Structure) -> int:
        """The money for the prizes, without fees."""
        extra = self.rebuys * structure.rebuys.cost if structure.rebuys else 0
        extra += self.add_ons * structure.add_on.cost if structure.add_on else 0
        return (self.entries - self.refunded) * structure.buy_in + extra


class Mine(Struct, frozen=True):
    """What one player has had.

    Attributes:
        entries: Their entries; 0 for somebody who has not entered.
        rebuys: Rebuys in their last entry.
        add_ons: Add-ons in their last entry.
        out: Whether they are out of the tournament, for good unless they enter again.
        barred: Whether they were removed or disqualified, and may not come back.
    """

    entries: int = 0
    rebuys: int = 0
    add_ons: int = 0
    out: bool = False
    barred: bool = False


class Terms(NamedTuple):
    """What a wish costs and gives.

    Attributes:
        kind: What it is.
        cost: What the player pays, with the fee.
        chips: The chips that they get.
        forfeits: The chips that leave play.
    """

    kind: Kind
    cost: int
    chips: int
    forfeits: int = 0


def still_open(clock: Clock, field: Field, closes: int) -> bool:
    """Whether what closes with a level is still open: before the start always; in the break after the level too."""
    return not field.closed and (not clock.started or clock.level <= closes)


def enter(structure: Structure, clock: Clock, field: Field, mine: Mine) -> Terms:
    """Enter for the first time (T1.3). The stack is full however late it is.

    Raises:
        Refused: Registration is closed, the tournament is full, or they have entered before.
    """
    _require(not mine.barred, Sentence("tournament-barred"))
    _require(not mine.entries, Sentence("tournament-registered"))
    _check_open(structure, clock, field)
    return Terms("entry", structure.buy_in + structure.fee, structure.starting_stack)


def withdraw(clock: Clock, field: Field, mine: Mine) -> Field:
    """Take the registration back, for all that was paid; before the start only. The player has then had nothing.

    Raises:
        Refused: They have not entered, or the tournament has started.
    """
    _require(bool(mine.entries), Sentence("tournament-not-registered"))
    _require(not clock.started, Sentence("tournament-started"))
    return structs.replace(field, entries=field.entries - 1)


def re_enter(structure: Structure, clock: Clock, field: Field, mine: Mine, stack: int, *, playing: bool) -> Terms:
    """Enter again, with a full stack at a new seat, as a new entrant (T1.4).

    Args:
        structure: The structure.
        clock: The clock at the moment of the wish.
        field: What the tournament has had.
        mine: What the player has had.
        stack: Their chips now.
        playing: Whether they are in a hand.

    Raises:
        Refused: They may not.
    """
    _require(not mine.barred, Sentence("tournament-barred"))
    _require(bool(mine.entries), Sentence("tournament-not-registered"))
    _require(clock.started, Sentence("tournament-not-started"))
    _require(structure.re_entries > 0, Sentence("tournament-no-re-entries"))
    _require(mine.entries <= structure.re_entries, Sentence("tournament-re-entries", most=structure.re_entries))
    _check_open(structure, clock, field)
    _require(not playing, Sentence("tournament-playing"))
    if stack:
        last = clock.level == structure.registration_closes
        _require(structure.give_up and last, Sentence("tournament-has-chips"))
    return Terms("re-entry", structure.buy_in + structure.fee, structure.starting_stack, stack)


def rebuy(structure: Structure, clock: Clock, field: Field, mine: Mine, stack: int, *, playing: bool) -> Terms:
    """Rebuy, at the same seat (T1.5).

    Args:
        structure: The structure.
        clock: The clock at the moment of the wish.
        field: What the tournament has had.
        mine: What the player has had.
        stack: Their chips now.
        playing: Whether they are in a hand.

    Raises:
        Refused: They may not.
    """
    rules = structure.rebuys
    if rules is None:
        raise Refused(Sentence("tournament-no-rebuys"))
    _check_seated(clock, mine, playing)
    _require(still_open(clock, field, rules.closes), Sentence("tournament-rebuys-closed", level=rules.closes))
    _require(mine.rebuys < rules.most, Sentence("tournament-rebuys-used", most=rules.most))
    _require(stack <= rules.at_most, Sentence("tournament-rebuy-stack", most=rules.at_most))
    return Terms("rebuy", rules.cost, rules.chips)


def may_rebuy(structure: Structure, clock: Clock, field: Field, mine: Mine) -> bool:
    """Whether a player who has lost their last chip may rebuy, so that the table waits. Otherwise they are out."""
    try:
        rebuy(structure, clock, field, mine, 0, playing=False)
    except Refused:
        return False
    return True


def add_on(structure: Structure, clock: Clock, field: Field, mine: Mine, stack: int, *, playing: bool) -> Terms:
    """Take the add-on (T1.6).

    Args:
        structure: The structure.
        clock: The clock at the moment of the wish.
        field: What the tournament has had.
        mine: What the player has had.
        stack: Their chips now.
        playing: Whether they are in a hand.

    Raises:
        Refused: They may not.
    """
    rules = structure.add_on
    if rules is None:
        raise Refused(Sentence("tournament-no-add-on"))
    _check_seated(clock, mine, playing)
    _require(clock.level >= rules.opens, Sentence("tournament-add-on-early", level=rules.opens))
    _require(still_open(clock, field, rules.closes), Sentence("tournament-add-on-closed", level=rules.closes))
    _require(not mine.add_ons, Sentence("tournament-add-on-used"))
    _require(stack > 0, Sentence("tournament-add-on-stack"))
    return Terms("add-on", rules.cost, rules.chips)


def added(field: Field, mine: Mine, terms: Terms) -> tuple[Field, Mine]:
    """What the tournament and the player have had, after a wish that was carried out."""
    field = structs.replace(field, forfeited=field.forfeited + terms.forfeits)
    match terms.kind:
        case "entry" | "re-entry":
            return structs.replace(field, entries=field.entries + 1), Mine(mine.entries + 1)
        case "rebuy":
            return structs.replace(field, rebuys=field.rebuys + 1), structs.replace(mine, rebuys=mine.rebuys + 1)
        case "add-on":
            return structs.replace(field, add_ons=field.add_ons + 1), structs.replace(mine, add_ons=mine.add_ons + 1)


def prizes_fixed(structure: Structure, clock: Clock) -> bool:
    """Whether the prizes and the number of places paid are final: nothing can be bought any more (T1.3)."""
    closes = [structure.registration_closes]
    closes += [rules.closes for rules in (structure.rebuys, structure.add_on) if rules is not None]
    return clock.started and clock.level > max(closes)


def takes_place(structure: Structure, entrants: int) -> bool:
    """Whether a tournament with so many entrants starts at its time; otherwise it is cancelled, with full refund
    (T1.7). Who is registered counts as present."""
    return entrants >= structure.minimum


def starts_now(structure: Structure, entrants: int) -> bool:
    """Whether a sit-and-go starts, because it is full (T1.7)."""
    return structure.sit_and_go and entrants >= structure.minimum


# Checks ----------------------------------------------------------------------------------------------------


def _require(fulfilled: bool, otherwise: Sentence) -> None:
    if not fulfilled:
        raise Refused(otherwise)


def _check_open(structure: Structure, clock: Clock, field: Field) -> None:
    level = structure.registration_closes
    closed = Sentence("tournament-closed", level=level) if level else Sentence("tournament-late")
    _require(still_open(clock, field, level), closed)
    _require(field.entries < structure.most, Sentence("tournament-full", most=structure.most))


def _check_seated(clock: Clock, mine: Mine, playing: bool) -> None:
    _require(not mine.barred, Sentence("tournament-barred"))
    _require(bool(mine.entries) and not mine.out, Sentence("tournament-not-registered"))
    _require(clock.started, Sentence("tournament-not-started"))
    _require(not playing, Sentence("tournament-playing"))
