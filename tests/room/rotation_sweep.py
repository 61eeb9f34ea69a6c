"""Thousands of hands at tables with a rotation or dealer's choice, up to seven players in single draw.

The tables are those of `room.ledger_sweep`: after every hand the ledger is compared with the stacks. A referee follows
each table with a model of its own, a few lines that share nothing with `standpat.room.tables.rotation`, and compares
the game, the stakes, the blinds and the antes of every hand.

    PYTHONPATH=tests:src python tests/room/rotation_sweep.py HANDS [SEED]     # prints as it goes
"""

import sys
from itertools import count
from random import Random

from room.ledger_sweep import Counts, Hall, Table, sweep
from standpat.bots import players
from standpat.engine import games
from standpat.protocol.room import ChooseGame
from standpat.room.store.journal import HandRecord
from standpat.room.tables.live_hand import LiveHand
from standpat.room.tables.refusal import Refused
from standpat.room.tables.rotation import Lasts, NewEntry, NewRotation
from standpat.room.tables.table import BotRules, NewTable, TableRules, make

SEEN = {"switches": 0, "picked": 0, "refused": 0, "seven-handed": 0, "passed over": 0}
"""What the tables of all sweeps have done."""


class Referee:
    """Says which game a hand must be."""

    def __init__(self, rules: TableRules) -> None:
        assert rules.rotation
        self.games = [(entry.game(), entry.stakes) for entry in rules.rotation.entries]
        self.lasts, self.every = rules.rotation.lasts, rules.rotation.every
        self.straddle = rules.straddle
        self.now = -1
        self.left = 0
        self.began = 0.0
        self.picked: int | None = None

    def see(self, record: HandRecord) -> None:
        """Compare a hand that was dealt."""
        dealt = len(record.stacks)
        over = record.began - self.began >= self.every * 60 if self.lasts == "minutes" else self.left == 0
        if self.now < 0 or over or dealt > self.games[self.now][0].max_seats:
            before, self.now = self.now, self.pick(dealt)
            SEEN["switches"] += before >= 0 and before != self.now
            self.left = {"orbits": dealt * self.every, "hands": self.every, "minutes": 0}[self.lasts]
            self.began, self.picked = record.began, None
        self.left -= 1
        SEEN["seven-handed"] += dealt == 7
        game, stakes = self.games[self.now]
        assert (record.game, record.stakes) == (game, stakes), (record.game.id, record.stakes, game.id, stakes)
        posts = [(post.kind, post.amount) for post in record.posts]
        big = record.stakes.big_blind
        assert [amount for kind, amount in posts if kind == "big-blind"] == [big], posts
        assert {amount for kind, amount in posts if kind == "extra-blind"} <= {big}, posts
        assert {amount for kind, amount in posts if kind in ("small-blind", "dead-blind")} <= {stakes.small_blind}
        straddles = [post for post in record.posts if post.kind == "straddle"]
        if straddles:
            ((seat, _, amount),) = straddles
            blind = next(post.seat for post in record.posts if post.kind == "big-blind")
            assert self.straddle
            assert (seat, amount) == ((blind + 1) % dealt, 2 * big)
            assert dealt > 3
            assert not record.bots[seat]
            assert seat not in [post.seat for post in record.posts if post.kind in ("small-blind", "extra-blind")]
        antes = [amount for kind, amount in posts if kind == "ante"]
        owing = 0 if not stakes.ante else dealt if stakes.ante_by == "everyone" else 1
        assert antes == [stakes.ante] * owing, posts

    def pick(self, dealt: int) -> int:
        """The game that begins with so many players."""
        if self.picked is not None and self.games[self.picked][0].max_seats >= dealt:
            return self.picked
        at = self.now
        while True:
            at = (at + 1) % len(self.games)
            if self.games[at][0].max_seats >= dealt:
                return at
            SEEN["passed over"] += 1


class MixedTable(Table):
    """A table with a rotation that plays by itself, and its referee. Anybody tries to pick the next game."""

    def __init__(self, rules: TableRules, hall: Hall, chance: Random, hand_ids: "count[int]") -> None:
        super().__init__(rules, hall, chance, hand_ids)
        self.referee = Referee(rules)

    async def step(self) -> None:
        """Make one thing happen."""
        place = self.rotation.place
        if self.chance.random() < (0.3 if place.chooser else 0.01):
            user = place.chooser if self.chance.random() < 0.7 else f"guest{self.chance.randrange(4)}"
            number = place.number - (self.chance.random() < 0.1)
            game = self.chance.randrange(-1, len(self.referee.games) + 1)
            try:
                await self.choose(user, ChooseGame(1, number, game))
            except Refused:
                SEEN["refused"] += 1
            else:
                assert (user, number) == (place.chooser, place.number)
                self.referee.picked = game
                SEEN["picked"] += 1
        await super().step()

    def _show_deal(self, live: LiveHand) -> None:
        self.referee.see(live.record)
        super()._show_deal(live)


def rules(id: str, chance: Random) -> TableRules:
    """A random table with a rotation. In one of four a seventh player makes it pass over every second game."""
    crowded = chance.random() < 0.25
    entries = []
    for game in ("27sd", "27td") if crowded else chance.choices(games.ids(), k=chance.randint(2, 6)):
        ante = chance.choice((0, 0, 1, 5))
        entries.append(NewEntry(game, ante=ante, ante_by=chance.choice(("everyone", "big-blind"))))
    lengths: tuple[tuple[Lasts, int], ...] = (("orbits", 1), ("orbits", 2), ("hands", 1), ("hands", 5), ("minutes", 1))
    lasts, every = lengths[2] if crowded else chance.choice(lengths)
    seats = min(7 if crowded else chance.randint(2, 8), max(games.game(entry.game).max_seats for entry in entries))
    big_blind = chance.choice((3, 10, 50))
    wish = NewTable(
        big_blind=big_blind,
        buy_in=(10 * big_blind, 100 * big_blind),
        seats=seats,
        bots=BotRules(
            tuple(chance.sample(players(), 2)),
            6 if crowded else chance.randint(max(1, seats - 3), seats - 1),
            chance.random() < 0.5,
        ),
        straddle=int(id[1:]) % 2 > 0,
        chop=True,
        rotation=NewRotation(entries, lasts, every, "list" if crowded else chance.choice(("list", "button"))),
    )
    return make(wish, id)


def mixed_table(id: str, hall: Hall, chance: Random, hand_ids: "count[int]") -> Table:
    """A table with a random rotation."""
    return MixedTable(rules(id, chance), hall, Random(chance.random()), hand_ids)


def mixed_sweep(hands: int, seed: int = 1, say: bool = False) -> Counts:
    """Play at least this many hands. The first difference is an error."""
    return sweep(hands, seed, say=say, opening=mixed_table)


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    print(
        "all as they should be:", mixed_sweep(int(sys.argv[1]), int(sys.argv[2] if sys.argv[2:] else 1), say=True), SEEN
    )
