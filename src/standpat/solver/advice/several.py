"""Advice at a table of several players: the frequencies of the bot `multiway`, and estimates of what choices win.

    line = read_line("rfc/012/xb")                       # what everybody did, in order
    advice = advise_several(file, 3, line, "Jd7c4h3s2c") # standpat.bots.multiway_file
    advise_situation(situation, file)                    # a decision at the table
    advice.choices[0].value, advice.choices[0].margin    # small bets a hand, and half the width of its 95% interval

There is no solution of these games. The frequencies are those of the bot's strategy file, and values come from rollouts
by its spots: cards that the player has not seen are dealt to the others at random, everything is repeated as it
happened, and each deal counts by the probability that the others' strategies do what they did. From the decision on all
play by the file, once for each choice with the same cards. The values are estimates of what the choices win *if
everybody plays like this bot*: they have an interval and an effective number of deals (`Several.deals`), small where
the line is rare.

In a line, f is a fold, x and c check and call, b and r bet and raise, and the digits after a / the cards drawn, by the
player left of the button first. The game is that of `standpat.solver.multiway.hand_kernel`: fixed limit, four wagers a
round, nobody all-in.
"""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.multiway_line import LINED, last_seats_line
from standpat.bots.multiway_spot import CHOICES, COUNTS
from standpat.bots.player import Situation, state_of, straddled
from standpat.cards.card import RANKS, Cards, parse
from standpat.engine.action import Bet, Call, Check, Fold, Raise
from standpat.engine.event import DrawResult
from standpat.engine.games import game as catalogue
from standpat.solver.advice.several_kernel import DRAWS, finish, replay
from standpat.solver.kernels.deck import DECK
from standpat.solver.kernels.random_stream import CHANCE
from standpat.solver.multiway import hand_kernel
from standpat.solver.multiway.export import policy_of_file
from standpat.solver.multiway.hand_kernel import FOLD, HAND, PASS, WAGER
from standpat.solver.multiway.training import cards_of

SEATS: Final = (2, 6)
DEALS: Final = 20_000
"""Deals of which the line is repeated, in one round."""
FINISHED: Final = 6_000
"""About as many of them are played on."""
ENOUGH: Final = 3_000
"""Effective deals after which there is no further round."""
ROUNDS: Final = 25
"""The most rounds. All of them take about a second."""
NUMBER: Final = {"f": FOLD, "x": PASS, "c": PASS, "b": WAGER, "r": WAGER}
ACTIONS: Final = {Fold: FOLD, Check: PASS, Call: PASS, Bet: WAGER, Raise: WAGER}
FEW: Final = 300
"""With fewer effective deals the estimate is said to be rough."""


class SeveralChoice(NamedTuple):
    """A choice.

    Attributes:
        name: The letter of an action, or the ranks discarded ("" for none).
        frequency: How often the bot takes it.
        value: The estimate of what the whole hand wins, in small bets.
        margin: Half the width of its 95% interval.
        loss: The estimate of what it loses compared with the best choice.
        loss_margin: Half the width of the interval of that.
    """

    name: str
    frequency: float
    value: float
    margin: float
    loss: float
    loss_margin: float


class Several(NamedTuple):
    """Advice among several players.

    Attributes:
        seats: The number of players dealt in.
        place: The player's place, 0 left of the button.
        line: What happened, as text.
        hand: The player's hand, best rank last.
        choices: The choices, the most frequent first.
        deals: The effective number of deals of the estimates.
        notes: What else to know.
    """

    seats: int
    place: int
    line: str
    hand: str
    choices: tuple[SeveralChoice, ...]
    deals: float
    notes: tuple[str, ...]


def read_line(text: str) -> list[int]:
    """The steps of a line as people write it.

    Raises:
        ValueError: There is a sign that no line has.
    """
    steps = []
    for sign in text.lower():
        if sign in NUMBER:
            steps.append(NUMBER[sign])
        elif sign.isdecimal() and int(sign) <= 5:
            steps.append(DRAWS + int(sign))
        elif sign not in "/ ,.-":
            raise ValueError(f"{sign!r} in {text!r}: expected f, x, c, b, r, and 0 to 5 for the cards drawn")
    return steps


def advise_situation(situation: Situation, file: MultiwayFile, dead: Iterable[int] = ()) -> Several:
    """Give advice on a decision at the table.

    Args:
        situation: The decision.
        file: A strategy file of its game.
        dead: Cards seen that are not to come, besides the player's own discards.

    Returns:
        The advice.

    Raises:
        ValueError: The hand is of another game, or the file's game has no such line.
    """
    if situation.game.id != file.game:
        raise ValueError(f"the hand is of {situation.game.id}, the strategy of {file.game}")
    if straddled(situation):
        raise ValueError("somebody posted a straddle: the strategy has no such hands")
    state = state_of(situation)
    steps: list[int] = []
    for street, actions in enumerate(state.actions):
        steps += [ACTIONS[type(acted.action)] for acted in actions]
        if street < len(state.drawn):
            steps += [DRAWS + count for count in state.drawn[street].values()]
    own = [
        card
        for event in situation.seen
        if isinstance(event, DrawResult) and event.seat == situation.seat
        for card in event.discarded
    ]
    seats = sum([stack > 0 for stack in state.start.stacks])
    return advise_several(file, seats, steps, situation.cards, {*own, *dead} - set(situation.cards))


def advise_several(
    file: MultiwayFile,
    seats: int,
    line: Sequence[int],
    cards: Cards,
    dead: Iterable[int] = (),
    *,
    rounds: int = ROUNDS,
    seed: int = 1,
) -> Several:
    """Give advice at the end of a line.

    Args:
        file: A strategy file.
        seats: The number of players dealt in.
        line: What everybody did (`read_line`).
        cards: The player's five cards.
        dead: Other cards that the player has seen and that are not to come.
        rounds: The most rounds of `DEALS` deals; a line that the others often play takes one.
        seed: The seed of the estimates.

    Returns:
        The advice.

    Raises:
        ValueError: The line is not possible, ends the hand, or a card comes twice.
    """
    own = parse(cards)
    gone = tuple(dead)
    if len(own) != 5 or len({*own, *gone}) != 5 + len(gone):
        raise ValueError("a hand is five different cards, and dead cards are others")
    if not SEATS[0] <= seats <= SEATS[1]:
        raise ValueError(f"{seats} seats: expected {SEATS[0]} to {SEATS[1]}")
    table = cards_of(catalogue(file.game))
    policy = policy_of_file(file.strategy(seats))[0]
    steps = np.array(line, np.int64)
    told = _followed(seats, steps, policy, table)
    hero, drawing = int(told["to_act"]), bool(told["drawing"])
    state = np.zeros(1, CHANCE)
    state["random"] = seed
    hands, decks, likely = np.zeros(DEALS, HAND), np.zeros(DEALS, DECK), np.zeros(DEALS)
    mask = sum([1 << card for card in (*own, *gone)])
    random = np.random.default_rng(seed)
    weight, won, choices, here = np.zeros(0), np.zeros((0, 0)), np.zeros(0, np.int64), told
    for _ in range(rounds):
        replay(seats, hero, np.array(own, np.uint8), mask, steps, policy, table, state[0], hands, decks, likely)
        if not likely.any():
            continue
        if not len(choices):
            here = hands[int(np.flatnonzero(likely)[0])].copy()
            allowed = hand_kernel.allowed_choices(here, table)
            choices = np.array([a for a in range(CHOICES) if allowed >> a & 1])
            won = np.zeros((0, len(choices)))
        chosen, counts = _thinned(likely, random)
        more = np.zeros((len(chosen), len(choices)))
        finish(chosen, choices, policy, table, state[0], hands, decks, np.zeros(1, HAND), np.zeros(1, DECK), more)
        weight, won = np.append(weight, counts), np.append(won, more / 2, axis=0)  # small bets
        if weight.sum() ** 2 >= ENOUGH * (weight**2).sum():
            break
    if not len(weight):
        raise ValueError("the others never play like this by the strategy file: nothing can be estimated")
    known = _at_line(file, seats, line, here, drawing, table)
    frequency = policy["chance"][hand_kernel.spot_of(here, table)] if known is None else known
    frequency = frequency[choices].astype(np.float64)
    frequency /= frequency.sum() or 1
    value = weight @ won / weight.sum()
    best = int(value.argmax())
    listed = [
        SeveralChoice(
            _name(file, here, own, int(choice), drawing, table),
            float(frequency[k]),
            float(value[k]),
            _margin(weight, won[:, k]),
            float(value[best] - value[k]),
            _margin(weight, won[:, best] - won[:, k]),
        )
        for k, choice in enumerate(choices)
    ]
    effective = float(weight.sum() ** 2 / (weight**2).sum())
    notes = ["values are estimates: rollouts in which everybody plays like the bot"]
    if seats not in file.seats and len(file.seats) > 1:
        notes.append(f"the file has no strategy for {seats} seats: the nearest one plays")
    if effective < FEW:
        notes.append("the line is rare: the estimates are rough")
    order = tuple(sorted(listed, key=lambda one: (-one.frequency, one.loss)))
    return Several(seats, hero, _text(line), _hand(own), order, effective, tuple(notes))


def _at_line(
    file: MultiwayFile, seats: int, line: Sequence[int], here: Any, drawing: bool, table: Any
) -> NDArray[np.float64] | None:
    """The probabilities of the choices where the file knows the whole line; None elsewhere."""
    lines = file.lines(min(seats, LINED))
    steps = [min(step - DRAWS, COUNTS - 1) if step >= DRAWS else step for step in line]
    named = last_seats_line(steps, seats)
    if lines is None or named is None:
        return None
    bucket = table["bucket"][hand_kernel.draws_left(here, table), here["value"][here["to_act"]]]
    if (known := lines.at(named, int(bucket))) is None:
        return None
    first, second, third = known
    rest = 1 - first - second - third
    return np.array([rest, *known] if drawing else [first, rest, second, third])


def _followed(seats: int, steps: NDArray[np.int64], policy: Any, table: Any) -> Any:
    """A hand at the end of a line, with any cards."""
    hands, decks, state = np.zeros(1, HAND), np.zeros(1, DECK), np.zeros(1, CHANCE)
    wrong = replay(seats, -1, np.zeros(5, np.uint8), 0, steps, policy, table, state[0], hands, decks, np.zeros(1))
    if wrong >= 0:
        step = int(steps[wrong])
        name = f"a draw of {step - DRAWS}" if step >= DRAWS else ("a fold", "a check or call", "a bet or raise")[step]
        raise ValueError(f"step {wrong + 1} of the line, {name}, is not possible there")
    if hands[0]["to_act"] < 0:
        raise ValueError("the hand is over at the end of the line: there is nothing to advise on")
    return hands[0]


def _thinned(
    weights: NDArray[np.float64], random: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """About `FINISHED` deals, those of small weight left out by chance, and their weights after that."""
    stays = np.minimum(1, weights * (FINISHED / weights.sum()))
    chosen = np.flatnonzero(random.random(len(weights)) < stays)
    return chosen, weights[chosen] / stays[chosen]


def _margin(weight: NDArray[np.float64], won: NDArray[np.float64]) -> float:
    """Half the width of the 95% interval of a weighted mean."""
    mean = weight @ won / weight.sum()
    return 1.96 * sqrt(float((weight**2) @ (won - mean) ** 2)) / float(weight.sum())


def _name(file: MultiwayFile, here: Any, own: Sequence[int], choice: int, drawing: bool, table: Any) -> str:
    if not drawing:
        owes = here["price"] > here["commit"][here["to_act"]]
        return ("f", "c" if owes else "x", "r" if here["wagers"] else "b")[choice]
    if not choice:
        return ""
    keep = file.keep(hand_kernel.draws_left(here, table), int(here["value"][here["to_act"]]), choice)
    ranks = sorted([card >> 2 for card in own], reverse=True)
    for rank in range(13):
        if keep >> rank & 1:
            ranks.remove(rank)
    return "".join([RANKS[rank] for rank in ranks])


def _text(line: Sequence[int]) -> str:
    text = ""
    for step in line:
        draws = step >= DRAWS
        if text and draws != text[-1].isdecimal():
            text += "/"
        text += str(step - DRAWS) if draws else "fcr"[step]
    return text


def _hand(own: Sequence[int]) -> str:
    return "".join([RANKS[card >> 2] for card in sorted(own, reverse=True)])
