"""Advice on games without a fixed limit: how often the bots `nolimit` and `resolve` take each choice.

    advice = advise_no_limit(file, 2, "r2.5c/1p/", "9d7c4h3s2c")    # standpat.bots.nolimit_file
    advice.choices[0].frequency, advice.solved

In a line, f is a fold, x and c check and call, b and r with a number bet and raise *to* so many big blinds, a is
all-in, and the digits after a / the cards drawn (p or 0 is pat), by the player left of the button first, heads-up the
big blind. The frequencies are those of the strategy file. In single draw, where two came to the draw, the round after
it is solved as the bot `resolve` solves it: with the sizes of the line, and with the ranges of the file's line before
the draw. There are no values: neither the file nor the solution says what a choice wins.

A size that the file does not know is read as one of two by a random number of each hand. The frequencies are means over
`ROLLS` such numbers.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from standpat.bots import nolimit_hand
from standpat.bots.multiway import thrown
from standpat.bots.nolimit import Nolimit
from standpat.bots.nolimit_draws_spot import leaves_to_rule
from standpat.bots.nolimit_file import NolimitFile
from standpat.bots.nolimit_hand import (
    FOLD,
    JAM,
    PASS,
    POT,
    NolimitHand,
    jam_to,
    playable,
    raise_to,
    size_to,
    two_drew,
)
from standpat.cards.card import RANKS, Cards, parse
from standpat.cards.ranking import RANKINGS
from standpat.engine.games import game as catalogue
from standpat.solver.nolimit import hands
from standpat.solver.nolimit.deal_kernel import BIG
from standpat.solver.nolimit.ends import table_before
from standpat.solver.nolimit.resolve import CUT, Resolving, Watch

ROLLS: Final = 8
"""Readings of unknown sizes."""
DEEPEST: Final = 250.0
"""Big blinds of the deepest stacks of the training."""

Step = tuple[str, float]
"""What somebody did: a letter, or "d" for a draw, with big blinds or a number of cards."""


class NoLimitChoice(NamedTuple):
    """A choice.

    Attributes:
        name: f, x, c, b or r with the total in big blinds, or the ranks discarded ("" for none).
        frequency: How often it is taken.
    """

    name: str
    frequency: float


class NoLimit(NamedTuple):
    """Advice on a decision.

    Attributes:
        seats: The number of players dealt in.
        place: The player's place, 0 left of the button.
        line: What happened, as text.
        hand: The player's hand, best rank last.
        pot: The pot, in big blinds.
        choices: The choices, the most frequent first.
        solved: Whether the round was solved for the answer.
        notes: What else to know.
    """

    seats: int
    place: int
    line: str
    hand: str
    pot: float
    choices: tuple[NoLimitChoice, ...]
    solved: bool
    notes: tuple[str, ...]


def read_steps(text: str) -> list[Step]:
    """The steps of a line as people write it.

    Raises:
        ValueError: There is a sign that no line has, or a bet without a size.
    """
    return list(_steps(text.lower()))


def _steps(text: str) -> Iterator[Step]:
    at, drawing = 0, False
    while at < len(text):
        sign = text[at]
        at += 1
        if sign in "/ ,-":
            drawing = drawing or sign == "/"
        elif sign in "br":
            end = at
            while end < len(text) and (text[end].isdecimal() or text[end] == "."):
                end += 1
            try:
                yield sign, float(text[at:end])
            except ValueError:
                raise ValueError(
                    f"{sign!r} in {text!r} has no size: write the total in big blinds, such as r2.5, or a for all-in"
                ) from None
            at, drawing = end, False
        elif sign in "fxca":
            drawing = False
            yield sign, 0.0
        elif drawing and sign in "p012345":
            yield "d", float(sign) if sign != "p" else 0.0
        else:
            raise ValueError(
                f"{sign!r} in {text!r}: expected f, x, c, a, b or r with big blinds, and after a / p or 0 to 5 for the "
                "cards drawn"
            )


def advise_no_limit(
    file: NolimitFile,
    seats: int,
    line: str,
    cards: Cards,
    *,
    stack: float = 100.0,
    ante: float = 0.0,
) -> NoLimit:
    """Give advice at the end of a line.

    Args:
        file: A strategy file.
        seats: The number of players dealt in.
        line: What everybody did.
        cards: The player's five cards.
        stack: What everybody began with, in big blinds.
        ante: What every player posts, in big blinds.

    Returns:
        The advice.

    Raises:
        ValueError: The line is not possible or ends the hand, or the hand is not five different cards.
    """
    own = parse(cards)
    if len(own) != 5 or len(set(own)) != 5:
        raise ValueError("a hand is five different cards")
    game = catalogue(file.game)
    if not 2 <= seats <= game.max_seats:
        raise ValueError(f"{seats} seats: the strategy is for 2 to {game.max_seats}")
    if not stack >= 1:
        raise ValueError(f"--stack {stack:g}: expected 1 big blind or more")
    steps = read_steps(line)
    player = Resolving(file) if game.draw_rounds == 1 else None
    plain, total, solved = Nolimit(file), dict[str, float](), False
    for roll in range(ROLLS):
        setting = hands.setting_of([stack] * seats, ante, 0.0, (2 * roll + 1) * nolimit_hand.ROLLS // (2 * ROLLS))
        watch = None if player is None else Watch(player)
        hand = _followed(table_before(setting, game), steps, watch)
        row = None
        if watch is not None and player is not None and two_drew(hand):
            watch.at(hand)
            row = _solved(player, hand, watch, own)
            solved = solved or row is not None
        for name, chance in (_listed(plain, hand, own) if row is None else row).items():
            total[name] = total.get(name, 0.0) + chance / ROLLS
    choices = sorted([NoLimitChoice(name, chance) for name, chance in total.items()], key=lambda one: -one.frequency)
    notes = ["frequencies only: what a choice wins is not known"]
    if solved:
        notes.append("the last round was solved with the ranges of the strategy file before the draw, a little blurred")
    if stack > DEEPEST:
        notes.append(f"the strategy was made for stacks of up to {DEEPEST:g} big blinds")
    text = "".join([RANKS[card >> 2] for card in sorted(own, reverse=True)])
    pot = nolimit_hand.pot_of(hand) / BIG
    return NoLimit(seats, hand.to_act, _text(steps), text, pot, tuple(choices), solved, tuple(notes))


def _followed(hand: NolimitHand, steps: Sequence[Step], watch: Watch | None) -> NolimitHand:
    """The hand at the end of the line; the watch, if there is one, sees every step."""
    for number, (sign, size) in enumerate(steps, 1):
        where = f"step {number} of the line, {_text([(sign, size)])!r}"
        if hand.to_act < 0:
            raise ValueError(f"{where}: the hand is over before it")
        if (sign == "d") != bool(hand.drawing):
            wanted = "the cards that the next player draws" if hand.drawing else "a bet, check, call or fold"
            raise ValueError(f"{where}: expected {wanted}")
        if sign == "d":
            if watch is not None:
                watch(hand, int(size), -1)
            nolimit_hand.draw(hand, int(size))
            continue
        choice, to = _wanted(hand, sign, size, where)
        if watch is not None:
            watch(hand, choice, to)
        nolimit_hand.act(hand, choice, to)
    if hand.to_act < 0:
        raise ValueError("the hand is over at the end of the line: there is nothing to advise on")
    return hand


def _wanted(hand: NolimitHand, sign: str, size: float, where: str) -> tuple[int, int]:
    """The choice and the total of a step."""
    owes = hand.price > hand.commit[hand.to_act]
    if sign == "f" and not owes:
        raise ValueError(f"{where}: there is no bet to fold to")
    if sign in "fxc":
        return (FOLD if sign == "f" else PASS), 0
    if not nolimit_hand.may_raise(hand):
        raise ValueError(f"{where}: the player may not raise")
    all_in = hand.commit[hand.to_act] + hand.stack[hand.to_act]
    most = min(all_in, size_to(hand, POT)) if hand.pot_limit else all_in
    if sign == "a":
        if most < all_in:
            raise ValueError(f"{where}: all-in is more than the pot, {most / BIG:g} big blinds are the most")
        return JAM, max(jam_to(hand), min(all_in, hand.price + hand.full))
    to, least = round(size * BIG), min(hand.price + hand.full, all_in)
    if not least <= to <= most:
        raise ValueError(f"{where}: expected {least / BIG:g} to {most / BIG:g} big blinds")
    return JAM, to


def _listed(plain: Nolimit, hand: NolimitHand, own: tuple[int, ...]) -> dict[str, float]:
    """The choices of the strategy file by name."""
    if leaves_to_rule(hand):
        raise ValueError("an all-in for so many pots is answered by the bot rule, not by the strategy: no advice on it")
    value = RANKINGS[catalogue(plain.table.game).ranking](own)
    bucket = plain.table.bucket(hand.street, value)
    row = plain.row(hand, bucket, plain.table.allowed(bucket, hand.street) if hand.drawing else playable(hand))
    if row is None:
        raise ValueError("the strategy file has no such spot")
    listed: dict[str, float] = {}
    for choice, chance in enumerate(row):
        if chance:
            if hand.drawing:
                out = thrown(own, plain.table.keep(value, choice, hand.street)) if choice else ()
                name = "".join([RANKS[card >> 2] for card in sorted(out, reverse=True)])
            else:
                name = _name(hand, choice, raise_to(hand, choice) if choice > PASS else 0)
            listed[name] = listed.get(name, 0.0) + chance
    return listed


def _solved(player: Resolving, hand: NolimitHand, watch: Watch, own: tuple[int, ...]) -> dict[str, float] | None:
    """The choices of the solved round by name; None if it is too large."""
    solution = player.solution(hand, watch)
    mine = player.finer[RANKINGS[catalogue(player.table.game).ranking](own)]
    row = {_name(hand, *choice): float(chances[mine]) for choice, chances in solution.items() if chances[mine] >= CUT}
    return _parts(row) if row else None


def _parts(row: Mapping[str, float]) -> dict[str, float]:
    total = sum(row.values())
    return {name: chance / total for name, chance in row.items()}


def _name(hand: NolimitHand, choice: int, to: int) -> str:
    owes = hand.price > hand.commit[hand.to_act]
    if choice == FOLD:
        return "f"
    if choice == PASS:
        return "c" if owes else "x"
    return f"{'r' if hand.price else 'b'}{to / BIG:.4g}"


def _text(steps: Sequence[Step]) -> str:
    text, before = "", ""
    for sign, size in steps:
        if text and (sign == "d") != (before == "d"):
            text += "/"
        text += f"{size:g}" if sign == "d" else sign + (f"{size:g}" if sign in "br" else "")
        before = sign
    return text
