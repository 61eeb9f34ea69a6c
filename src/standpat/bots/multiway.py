"""The bot `multiway`: a strategy for three to seven players, made by self-play and played from a small strategy file.

`Multiway(table)` is a player (`player(situation)`) with its policy (`player.policy(situation)`). It maps the betting
and the draws to a spot of `standpat.bots.multiway_spot`, and its cards to a class of hands. A file has a strategy for
each number of seats, or one for all of them; a hand dealt to seven is played like one dealt to six. It takes each
action with the probability in the file, by `situation.random`. It plays on in a hand that becomes heads-up by folds,
and also plays hands dealt to two. Where the file knows the whole line of the hand (`standpat.bots.multiway_line`), it
is played by the line, and by its spot elsewhere; a hand of single draw in which all but the last three fold at once
is played by the lines of three seats. In a game other than the file's, or with a straddle, it leaves the hand to
`rule`.

Antes, players all-in and raises beyond the fourth wager are not in the file. The bot ignores them, and plays as at the
third wager where the rules allow a fifth. `multiway` and `multiway_policy` play from the files on this machine
(`standpat.bots.directories`).
"""

from collections.abc import Callable, Mapping
from copy import copy
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from standpat.bots.bot import Bot
from standpat.bots.directories import find, installed, no_file
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.multiway_line import LINED, last_seats_line
from standpat.bots.multiway_spot import BITS, COUNTS, opener_of, pot_scale, spot_of, street_of
from standpat.bots.player import Situation, dealt, likely, sampled, state_of, straddled
from standpat.bots.rule import rule, rule_policy
from standpat.cards.ranking import RANKINGS
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.engine.event import Acted
from standpat.engine.games import game, ids

CAP: Final = 4
"""Wagers a round in the game of the strategy files."""
SEVERAL: Final = (3, 7)
"""The fewest and the most players of the strategy files."""


class Multiway:
    """The player of one strategy file."""

    def __init__(self, table: MultiwayFile) -> None:
        self.table = table

    def __call__(self, situation: Situation) -> Action:
        """The action for this situation, sampled from the strategy; that of `rule` in a game, or at a table,
        that it does not know."""
        if not self._knows(situation):
            return rule(situation)
        return sampled(self._chances(situation), situation.random)

    def policy(self, situation: Situation) -> Mapping[Action, float]:
        """The probabilities of the player's actions in a situation."""
        if not self._knows(situation):
            return rule_policy(situation)
        return likely(self._chances(situation))

    def _knows(self, situation: Situation) -> bool:
        """Whether the strategy is for this game, so many players, and these forced bets."""
        known = situation.game.id == self.table.game and dealt(situation) <= SEVERAL[1]
        return known and not straddled(situation)

    def by_cards(self, situation: Situation) -> Callable[[tuple[int, ...]], Mapping[Action, float]] | None:
        """The policy at one decision, by its cards; None where it is that of `rule`."""
        if not self._knows(situation):
            return None
        public = Public(situation)
        return lambda cards: likely(self._chances(situation._replace(cards=cards), public))

    def _chances(self, situation: Situation, public: "Public | None" = None) -> dict[Action, float]:
        public, legal = public or Public(situation), situation.legal
        strategy, known = self.table.strategy(public.seats), None
        value = RANKINGS[situation.game.ranking](situation.cards)
        left = 3 - public.street if public.street else situation.game.draw_rounds
        if (lines := self.table.lines(min(public.seats, LINED))) is not None and (line := public.line) is not None:
            known = lines.at(line, self.table.bucket(left + (legal.draw is not None), value))
        if legal.draw is not None:
            chances = strategy.draw(public.draw_spot(self.table.bucket(left + 1, value)))
            if known is not None:
                chances = (1 - sum(known), *known)
            draws: dict[Action, float] = {}
            for count, chance in enumerate(chances):
                keep = self.table.keep(left + 1, value, count)
                action = Discard(thrown(situation.cards, keep) if count else ())
                draws[action] = draws.get(action, 0.0) + chance
            return draws
        bounds = legal.bet or legal.raise_
        fold, go_on, wager = strategy.bet(public.bet_spot(self.table.bucket(left, value), bounds is not None))
        if known is not None:
            fold, wager = known[:2]
            go_on = 1 - fold - wager
        if legal.check:
            fold, go_on = 0.0, go_on + fold
        if bounds is None:
            wager, go_on = 0.0, go_on + wager
        bets: dict[Action, float] = {Check() if legal.check else Call(): go_on}
        if fold:
            bets[Fold()] = fold
        if bounds is not None:
            bets[Bet(bounds.max_to) if legal.bet else Raise(bounds.max_to)] = wager
        return bets


Watch: TypeAlias = Callable[["Public", Acted | int], None]
"""It is told of each choice before it counts: the state, whose `place` is that of the player who chooses, and the
action, or the number of cards of a draw."""


class Public:
    """The public state at a decision in the terms of `standpat.bots.multiway_spot`. Masks and lists are by place.

    Args:
        situation: The decision.
        watch: It is told of all choices before it.

    Attributes:
        places: The place of each seat dealt in.
        place: The player's place.
        street: The number of draws that have begun (`standpat.bots.multiway_spot.street_of`).
        wagers: The wagers of the round, the big blind included.
        cap: The wagers that the rules allow in the round; None for any number.

    The others are those of `standpat.bots.multiway_spot.State`.
    """

    def __init__(self, situation: Situation, watch: Watch | None = None) -> None:
        state = state_of(situation)
        house, stacks = situation.game.house, state.start.stacks
        order = [(state.button + k) % len(stacks) for k in range(1, len(stacks) + 1)]
        self.places = places = {seat: place for place, seat in enumerate([seat for seat in order if stacks[seat] > 0])}
        self.seats = len(places)
        self.street = 0
        self.live = self.waiting = (1 << len(places)) - 1
        self.entered = self.served = 0
        self.opener, self.opened, self.raises, self.raised = 0, -1, 0, -1
        self._posted = [0] * len(places)
        self.wagers, self.aggressor = 1, -1
        self.led, self.bettor, self.paid = 0, -1, 0
        self.first, self.leader = 0, -1
        self.last, self.before = [-1] * len(places), [-1] * len(places)
        self.total, self.commit = [0] * len(places), [0] * len(places)
        self._choices: list[int] = []
        for post in state.posts:
            if post.kind in ("small-blind", "big-blind"):
                self.commit[places[post.seat]] = self.total[places[post.seat]] = post.amount
                self._posted[places[post.seat]] = 1 if post.kind == "small-blind" else 2
        for street, actions in enumerate(state.actions):
            if street:
                self._round_ends(situation, street_of(street, situation.game.draw_rounds))
                drawn = {places[seat]: count for seat, count in state.drawn[street - 1].items()}
                self._choices += [min(count, COUNTS - 1) for _, count in sorted(drawn.items())]
                for place, count in drawn.items():
                    self.place = place
                    if watch is not None:
                        watch(self, count)
                    self.served |= 1 << place
                    self.before[place], self.last[place] = self.last[place], count
            self.cap = house.cap if house.cap_heads_up or BITS[self.live] > 2 else None
            for acted in actions:
                self.place = place = places[acted.seat]
                if watch is not None:
                    watch(self, acted)
                self.total[place] += acted.street_commit - self.commit[place]
                self.commit[place] = acted.street_commit
                self._acted(place, acted.action)
        self.place = places[situation.seat]

    def _round_ends(self, situation: Situation, street: int) -> None:
        paid = 2 * max(self.total) / situation.stakes.big_blind
        self.paid = pot_scale(round(paid), situation.game.draw_rounds)
        self.bettor, self.led = self.aggressor, self.wagers - (self.street == 0)
        if self.street == 1:
            self.first, self.leader = self.wagers, self.aggressor
        self.commit = [0] * self.seats
        self.aggressor, self.wagers = -1, 0
        self.waiting, self.served = self.live, 0
        self.street = street

    def _acted(self, place: int, action: Action) -> None:
        me = 1 << place
        self._choices.append(0 if isinstance(action, Fold) else 2 if isinstance(action, Bet | Raise) else 1)
        if isinstance(action, Fold):
            self.live &= ~me
        elif isinstance(action, Bet | Raise):
            if self.street == 0:
                if not self.raises:
                    self.opener, self.opened = opener_of(BITS[self.waiting & ~me]), place
                self.raises += 1
                self.raised = place
            self.wagers += 1
            self.aggressor = place
            self.waiting = self.live
        if self.street == 0 and not isinstance(action, Fold | Check):
            self.entered |= me
        self.waiting &= ~me

    def after(self, action: Action, place: int) -> "Public":
        """The state after a bet action of the player, in the same round, when it is the turn of another place."""
        later = copy(self)
        later._acted(self.place, action)
        later.place = place
        return later

    @property
    def raiser(self) -> int:
        """The place of the last bet or raise in this round or, if there is none, in the round before; -1 for none."""
        return self.aggressor if self.aggressor >= 0 else self.bettor

    @property
    def line(self) -> int | None:
        """The line of the hand, as `last_seats_line` has it."""
        return last_seats_line(self._choices, self.seats)

    def bet_spot(self, bucket: int, raises: bool) -> int:
        """The spot of a betting decision.

        Args:
            bucket: The class of the hand.
            raises: Whether the player may bet or raise.
        """
        wagers = min(self.wagers, CAP - 1) if raises else self.wagers
        return spot_of(self, self.place, self.street, 0, bucket, self._posted[self.place], wagers)

    def draw_spot(self, bucket: int) -> int:
        """The spot of a drawing decision with a hand of this class."""
        return spot_of(self, self.place, self.street, 1, bucket, 0, 0)


def thrown(cards: tuple[int, ...], keep: int) -> tuple[int, ...]:
    """The cards to discard. The kept cards have as many different suits as possible.

    Args:
        cards: The hand.
        keep: The ranks to keep as a bit set, one card of each.
    """
    suits = [0] * 4
    kept: list[int] = []
    choices = [[card for card in cards if card >> 2 == rank] for rank in range(13) if keep >> rank & 1]
    for same in sorted(choices, key=len):
        card = min(same, key=lambda c: suits[c & 3])
        suits[card & 3] += 1
        kept.append(card)
    return tuple([card for card in cards if card not in kept])


# By name -------------------------------------------------------------------------------------------------------


def multiway(situation: Situation) -> Action:
    """The player of the strategy files on this machine; `rule` in games without a file."""
    bot = _multiway(situation.game.id)
    return rule(situation) if bot is None else bot(situation)


def multiway_policy(situation: Situation) -> Mapping[Action, float]:
    """The policy of `multiway`."""
    bot = _multiway(situation.game.id)
    return rule_policy(situation) if bot is None else bot.policy(situation)


def multiway_by_cards(situation: Situation) -> Callable[[tuple[int, ...]], Mapping[Action, float]] | None:
    """The policy of `multiway` at one decision, by its cards; None where it is that of `rule`."""
    bot = _multiway(situation.game.id)
    return None if bot is None else bot.by_cards(situation)


def multiway_files() -> dict[str, Path]:
    """The strategy files on this machine, by game."""
    return installed(several=True)


def multiway_seats() -> dict[str, tuple[int, int]]:
    """By game, the fewest and the most players with a strategy file."""
    return {id: (SEVERAL[0], min(SEVERAL[1], game(id).max_seats)) for id in multiway_files() if id in ids()}


def _multiway(id: str) -> Multiway | None:
    path = find(id, several=True)
    return None if path is None else _read(path)


@cache
def _read(path: Path) -> Multiway:
    return Multiway(MultiwayFile.load(path))


BOT: Final = Bot(
    "multiway",
    "plays a trained strategy for three to seven",
    multiway,
    multiway_policy,
    missing=lambda: "" if multiway_files() else no_file("multiway"),
    quick="multiway",
    seats=multiway_seats,
    by_cards=multiway_by_cards,
)
