"""The bot `nolimit`: a strategy by self-play for games without a fixed limit, two to seven seats, any stacks, antes.

`Nolimit(table)` is a player (`player(situation)`) with its policy (`player.policy(situation)`). It follows the hand by
the functions of `standpat.bots.nolimit_hand`, finds the spot (`standpat.bots.nolimit_spot`) in its strategy file, or a
coarser one where the file does not have it, and takes each choice with the probability there. The sizes of others are
read as known ones, by one random number for each hand that only the player knows: a digest of their first cards.

In a game other than the file's, or with a straddle, it leaves the hand to `rule`; in games of several draws also the
answer to an all-in for many pots, which its training met from strays only (`nolimit_draws_spot.leaves_to_rule`).
`nolimit` and `nolimit_policy` play from the files on this machine (`standpat.bots.directories`).
"""

import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from standpat.bots.bot import Bot
from standpat.bots.directories import find_no_limit, no_file, no_limit_files
from standpat.bots.multiway import thrown
from standpat.bots.nolimit_draws_spot import leaves_to_rule
from standpat.bots.nolimit_file import COUNTS, NolimitFile
from standpat.bots.nolimit_hand import (
    CHOICES,
    FOLD,
    JAM,
    MOST,
    PASS,
    ROLLS,
    NolimitHand,
    act,
    begin,
    draw,
    obliged,
    open_betting,
    playable,
    post,
    raise_to,
)
from standpat.bots.nolimit_spot import SEARCHED, spot_key
from standpat.bots.player import Situation, sampled, state_of, straddled
from standpat.bots.rule import rule, rule_policy
from standpat.cards.ranking import RANKINGS
from standpat.engine.action import Action, Bet, Bounds, Call, Check, Discard, Fold, Raise
from standpat.engine.event import DealHole
from standpat.engine.games import game, ids

POSTS: Final = {"ante": 0, "small-blind": 1, "big-blind": 2, "extra-blind": 3, "straddle": 3, "dead-blind": 4}


class Nolimit:
    """The player of one strategy file."""

    def __init__(self, table: NolimitFile) -> None:
        self.table = table

    def __call__(self, situation: Situation) -> Action:
        """The action for this situation, sampled from the strategy; that of `rule` where it has none."""
        chances = self._chances(situation)
        if chances is None:
            return rule(situation)
        return sampled(chances, situation.random)

    def policy(self, situation: Situation) -> Mapping[Action, float]:
        """The probabilities of the player's actions in a situation."""
        chances = self._chances(situation)
        return rule_policy(situation) if chances is None else chances

    def _chances(self, situation: Situation) -> dict[Action, float] | None:
        if situation.game.id != self.table.game or straddled(situation):
            return None
        hand = hand_of(situation)
        if leaves_to_rule(hand):
            return None
        value = RANKINGS[situation.game.ranking](situation.cards)
        bucket = self.table.bucket(hand.street, value)
        drawing = situation.legal.draw is not None
        allowed = self.table.allowed(bucket, hand.street) if drawing else playable(hand)
        row = self.row(hand, bucket, allowed)
        if row is None:
            return None
        return self._draws(situation, hand.street, value, row) if drawing else _bets(situation, hand, row)

    def row(self, hand: NolimitHand, bucket: int, allowed: int) -> list[float] | None:
        """The probabilities of the choices that are allowed, from the finest spot that is known."""
        if not hand.drawing and obliged(hand):
            return [float(choice == PASS) for choice in range(CHOICES)]
        for level in SEARCHED:
            row = self.table.row(spot_key(hand, level), bucket)
            if row is not None:
                weights = [float(weight) if allowed >> k & 1 else 0.0 for k, weight in enumerate(row)]
                if total := sum(weights):
                    return [weight / total for weight in weights]
                return [float(k == (0 if hand.drawing else PASS)) for k in range(len(row))]
        return None

    def _draws(self, situation: Situation, street: int, value: int, row: Sequence[float]) -> dict[Action, float]:
        draws: dict[Action, float] = {}
        for count in range(COUNTS):
            if row[count]:
                cards = thrown(situation.cards, self.table.keep(value, count, street)) if count else ()
                draws[Discard(cards)] = draws.get(Discard(cards), 0.0) + row[count]
        return draws


def _bets(situation: Situation, hand: NolimitHand, row: Sequence[float]) -> dict[Action, float]:
    legal = situation.legal
    bounds = legal.bet or legal.raise_
    bets: dict[Action, float] = {}
    for choice, chance in enumerate(row):
        if chance:
            action = _action(situation, hand, choice, bounds)
            bets[action] = bets.get(action, 0.0) + chance
    return bets


def _action(situation: Situation, hand: NolimitHand, choice: int, bounds: Bounds | None) -> Action:
    """The action of a choice; the nearest that the rules allow."""
    legal = situation.legal
    if choice == FOLD and legal.fold and not legal.check:
        return Fold()
    if choice <= PASS or bounds is None:
        return Check() if legal.check else Call()
    to = bounds.max_to if choice == JAM else min(max(raise_to(hand, choice), bounds.min_to), bounds.max_to)
    return Bet(to) if legal.bet else Raise(to)


def hand_of(situation: Situation, watch: Callable[[NolimitHand, int, int], None] | None = None) -> NolimitHand:
    """The hand at a decision in the terms of `standpat.bots.nolimit_hand`.

    Args:
        situation: The decision.
        watch: Called before each earlier action of the hand, with the hand, the choice, and the total of a bet or raise
            (`nolimit_hand.act`); for a draw with the number of cards and -1.
    """
    state = state_of(situation)
    stacks = state.start.stacks
    order = [(state.button + k) % len(stacks) for k in range(1, len(stacks) + 1)]
    places = {seat: place for place, seat in enumerate([seat for seat in order if stacks[seat] > 0])}
    hand = NolimitHand([stacks[seat] for seat in places])
    kind = situation.game
    begin(
        hand,
        len(places),
        situation.stakes.big_blind,
        _roll(situation, state.start.hand_no),
        kind.draw_rounds,
        int(kind.betting == "pot-limit"),
    )
    shared = situation.stakes.ante_by == "everyone"
    for made in state.posts:
        post(hand, places[made.seat], made.amount, POSTS[made.kind] if shared or made.kind != "ante" else 4)
    first = state.actions[0][0].seat if state.actions[0] else situation.seat
    open_betting(hand, places[first])
    for street, actions in enumerate(state.actions):
        if street:
            for seat, count in state.drawn[street - 1].items():
                hand.to_act = places[seat]
                if watch is not None:
                    watch(hand, count, -1)
                draw(hand, count)
        for acted in actions:
            hand.to_act = places[acted.seat]
            match acted.action:
                case Fold():
                    choice, to = FOLD, 0
                case Bet(to=to) | Raise(to=to):
                    choice = JAM
                case _:
                    choice, to = PASS, 0
            if watch is not None:
                watch(hand, choice, to)
            act(hand, choice, to)
    hand.to_act = places[situation.seat]
    return hand


def _roll(situation: Situation, hand_no: int) -> int:
    """The random number of the hand: a digest of the player's first cards."""
    for event in situation.seen:
        if isinstance(event, DealHole) and event.seat == situation.seat:
            return zlib.crc32(repr((hand_no, sorted(event.cards))).encode()) % ROLLS
    return 0


# By name -------------------------------------------------------------------------------------------------------


def nolimit(situation: Situation) -> Action:
    """The player of the strategy files on this machine; `rule` in games without a file."""
    bot = _nolimit(situation.game.id)
    return rule(situation) if bot is None else bot(situation)


def nolimit_policy(situation: Situation) -> Mapping[Action, float]:
    """The policy of `nolimit`."""
    bot = _nolimit(situation.game.id)
    return rule_policy(situation) if bot is None else bot.policy(situation)


def nolimit_seats() -> dict[str, tuple[int, int]]:
    """By game with a strategy file, the fewest and the most players."""
    return {id: (2, min(MOST, game(id).max_seats)) for id in no_limit_files() if id in ids()}


def _nolimit(id: str) -> Nolimit | None:
    path = find_no_limit(id)
    return None if path is None else _read(path)


@cache
def _read(path: Path) -> Nolimit:
    return Nolimit(NolimitFile.load(path))


BOT: Final = Bot(
    "nolimit",
    "plays a trained strategy for no-limit and pot-limit games, two to seven seats",
    nolimit,
    nolimit_policy,
    missing=lambda: "" if no_limit_files() else no_file("nolimit"),
    quick="nolimit",
    seats=nolimit_seats,
)
