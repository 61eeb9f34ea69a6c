"""Signals of collusion and of several accounts of one person, over the last hands. They are information, no proof.

- Shared places: two people who came from the same device or address, and were dealt in together or sit at one table.
  A household, a club and a telephone network share addresses, so the number of people there is told with it.
- Chip flow: what one person won from another, from the ledger. A hand's losses go to its winners in proportion to what
  they won. The chips that a table's host gave somebody are told apart.
- Folds: how often a person folds to the bets of one other, against how often to those of everybody else.

Good players win from weaker ones, and positions differ, so a signal may have many causes. Since many pairs are looked
at, some stand out by chance; every line says how many would (`standpat.room.signals.chance`). House players are left
out, and a bot counts as its owner.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Set
from itertools import combinations
from math import sqrt
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select

from standpat.room.signals.chance import Z, compared, difference, expected, tail
from standpat.room.store import ledger, schema
from standpat.room.tables.house_player import is_house_player

HANDS: Final = 2000
"""Hands that are looked at unless another number is asked for."""
LEAST_TOGETHER: Final = 30
"""Hands that two people must have played together for their chip flow to be looked at."""
LEAST_FACED: Final = 20
"""Bets, of one person and of the others, that somebody must have faced for their folds to be looked at."""
LISTED: Final = 20
"""Lines of each kind of signal."""


class Shared(Struct, frozen=True):
    """Two people who came from the same place.

    Attributes:
        kind: "device" or "address".
        people: How many people came from there.
        hands: In how many of the hands both were dealt in.
        tables: The open tables at which both sit now.
    """

    kind: str
    value: str
    one: str
    other: str
    people: int
    hands: int
    tables: list[str]


class Flow(Struct, frozen=True):
    """Chips from one person to another, in hands that both played.

    Attributes:
        chips: What `winner` won from `loser`, less what they lost to them.
        hands: The hands.
        per_hand: The 95% interval of the chips for a hand.
        given: What hosts gave from one to the other, in chips; positive to `winner`.
        chance: The probability of at least so much either way if neither is better.
        expected: How many of the pairs show at least so much by chance.
    """

    winner: str
    loser: str
    chips: float
    hands: int
    per_hand: tuple[float, float]
    given: int
    chance: float
    expected: float


class Folds(Struct, frozen=True):
    """How often a person folds to the bets and raises of one other, and to those of everybody else.

    Attributes:
        to_one: Folds, and bets faced.
        to_others: The same against everybody else.
        gap: The 95% interval of the difference of the two shares.
        chance: The probability of at least such a difference if there is none.
        expected: How many of the pairs show at least that by chance.
    """

    who: str
    against: str
    to_one: tuple[int, int]
    to_others: tuple[int, int]
    gap: tuple[float, float]
    chance: float
    expected: float


class Signals(Struct, frozen=True):
    """The signals of the last `hands` hands, with how many pairs each kind looked at, and the names of the people."""

    hands: int
    shared: list[Shared]
    flows: list[Flow]
    flow_pairs: int
    folds: list[Folds]
    fold_pairs: int
    names: dict[str, str]


class _Hand(Struct):
    id: int
    people: list[str | None]  # by seat; None for a house player


def signals(connection: Connection, hands: int = HANDS) -> Signals:
    """The signals of the last finished hands.

    Args:
        connection: A connection.
        hands: How many hands are looked at.
    """
    rows = connection.execute(select(schema.person.c.id, schema.person.c.name, schema.person.c.owner)).all()
    owner = {row.id: row.owner or row.id for row in rows}
    played = _hands(connection, hands, owner)
    together = _together(played)
    flows, flow_pairs = _flows(connection, played, together, owner)
    folds, fold_pairs = _folds(connection, played)
    shared = _shared(connection, together, owner)
    known = {row.id: row.name for row in rows}
    pairs = [(one.one, one.other) for one in shared] + [(one.winner, one.loser) for one in flows]
    told = {id for pair in (*pairs, *[(one.who, one.against) for one in folds]) for id in pair}
    return Signals(
        len(played), shared, flows, flow_pairs, folds, fold_pairs, {id: known[id] for id in told if id in known}
    )


def _hands(connection: Connection, most: int, owner: dict[str, str]) -> list[_Hand]:
    """The last finished hands, with who was dealt in."""
    ended = select(schema.hand.c.id).where(schema.hand.c.ended.is_not(None)).order_by(schema.hand.c.id.desc())
    ids = list(connection.scalars(ended.limit(most)))
    people: defaultdict[int, dict[int, str | None]] = defaultdict(dict)
    for some in _some(ids):
        query = select(schema.player).where(schema.player.c.hand_id.in_(some))
        for row in connection.execute(query):
            house = is_house_player(row.person)
            people[row.hand_id][row.seat] = None if house else owner.get(row.person, row.person)
    return [_Hand(id, [people[id].get(seat) for seat in range(max(people[id], default=-1) + 1)]) for id in ids]


def _some(ids: list[int]) -> Iterator[list[int]]:
    for start in range(0, len(ids), 500):
        yield ids[start : start + 500]


def _together(played: list[_Hand]) -> Counter[tuple[str, str]]:
    """In how many hands two people were dealt in, by pair in order."""
    counts: Counter[tuple[str, str]] = Counter()
    for hand in played:
        counts.update(combinations(sorted({one for one in hand.people if one}), 2))
    return counts


# Shared places ---------------------------------------------------------------------------------------------


def _shared(connection: Connection, together: Counter[tuple[str, str]], owner: dict[str, str]) -> list[Shared]:
    places: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for row in connection.execute(select(schema.sighting)):
        places[row.kind, row.value].add(owner.get(row.person, row.person))
    sitting: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for table in connection.execute(select(schema.card_table).where(schema.card_table.c.closed.is_(None))):
        for pair in combinations(sorted({owner.get(user, user) for user in _users(table.state)}), 2):
            sitting[pair].append(table.id)
    met = together.keys() | sitting.keys()
    found = [
        Shared(kind, value, *pair, len(people), together[pair], sitting.get(pair, []))
        for (kind, value), people in places.items()
        for pair in _pairs_of(people, met)
    ]
    found.sort(key=lambda one: (not one.tables, one.kind != "device", one.people, -one.hands))
    return found[:LISTED]


def _pairs_of(people: set[str], met: Set[tuple[str, str]]) -> list[tuple[str, str]]:
    if len(people) < 60:
        return [pair for pair in combinations(sorted(people), 2) if pair in met]
    return [pair for pair in met if pair[0] in people and pair[1] in people]


def _users(state: str) -> list[str]:
    """The people who sit at a table, from its stored state."""
    try:
        seats = msgspec.json.decode(state)["seating"]["seats"]
        return [seat["user"] for seat in seats if seat and not is_house_player(seat["user"])]
    except (msgspec.DecodeError, KeyError, TypeError):  # a damaged table
        return []


# Chip flow -------------------------------------------------------------------------------------------------


class _Sum:
    """Sums over the hands of a pair."""

    def __init__(self) -> None:
        self.total = 0.0
        self.squares = 0.0

    def add(self, amount: float) -> None:
        self.total += amount
        self.squares += amount * amount


def _flows(
    connection: Connection, played: list[_Hand], together: Counter[tuple[str, str]], owner: dict[str, str]
) -> tuple[list[Flow], int]:
    sums: defaultdict[tuple[str, str], _Sum] = defaultdict(_Sum)
    for nets in _nets(connection, [hand.id for hand in played], owner):
        won = sum([net for net in nets.values() if net > 0])
        for one, other in combinations(sorted(nets), 2):
            mine, theirs = nets[one], nets[other]
            if mine * theirs < 0:  # the loser's chips, in the winner's share of all that was won; positive to the first
                sums[one, other].add(mine * abs(theirs) / won)
    given = _given(connection, owner)
    looked_at = [pair for pair, hands in together.items() if hands >= LEAST_TOGETHER]
    flows = []
    for one, other in looked_at:
        total, hands = sums[one, other], together[one, other]
        if not total.squares:
            continue
        winner, loser, sign = (one, other, 1) if total.total >= 0 else (other, one, -1)
        mean = abs(total.total) / hands
        half = Z * sqrt(max(0.0, total.squares / hands - mean * mean) / hands)
        chance = tail(total.total / sqrt(total.squares))
        host = sign * given[one, other]
        flows.append(
            Flow(winner, loser, round(abs(total.total), 1), hands, (mean - half, mean + half), host, chance,
                 expected(chance, len(looked_at)))
        )  # fmt: skip
    return sorted(flows, key=lambda one: one.chance)[:LISTED], len(looked_at)


def _nets(connection: Connection, ids: list[int], owner: dict[str, str]) -> Iterator[dict[str, int]]:
    """What people won or lost in each hand, from the ledger."""
    transfer, entry = schema.transfer.c, schema.entry.c
    for some in _some(ids):
        query = select(transfer.id, entry.account, entry.amount).join(schema.entry, entry.transfer == transfer.id)
        hands: defaultdict[int, Counter[str]] = defaultdict(Counter)
        for row in connection.execute(query.where(transfer.once.in_([f"hand:{id}" for id in some]))):
            hands[row.id][row.account.split(":", 2)[2]] += row.amount
        for nets in hands.values():
            people: Counter[str] = Counter()
            for user, net in nets.items():
                people[owner.get(user, user)] += net
            yield dict(people)


def _given(connection: Connection, owner: dict[str, str]) -> Counter[tuple[str, str]]:
    """The chips that hosts gave from their wallets, by pair in order: positive to the first of them."""
    transfer, entry = schema.transfer.c, schema.entry.c
    query = select(transfer.reference, entry.account, entry.amount).join(schema.entry, entry.transfer == transfer.id)
    sums: Counter[tuple[str, str]] = Counter()
    for row in connection.execute(query.where(transfer.reason == ledger.ADJUST, entry.amount > 0)):
        if row.account.startswith("seat:"):
            host, user = row.reference.partition(":")[0], row.account.split(":", 2)[2]
            host, user = owner.get(host, host), owner.get(user, user)
            one, other = sorted((host, user))
            sums[one, other] += row.amount if user == one else -row.amount
    return sums


# Folds -----------------------------------------------------------------------------------------------------


class _Event(Struct):
    event: str
    seat: int = -1
    action: dict[str, Any] = {}


def _folds(connection: Connection, played: list[_Hand]) -> tuple[list[Folds], int]:
    folds: Counter[tuple[str, str]] = Counter()
    faced: Counter[tuple[str, str]] = Counter()
    people = {hand.id: hand.people for hand in played}
    read = msgspec.json.Decoder(_Event).decode
    for some in _some(list(people)):
        query = select(schema.event.c.hand_id, schema.event.c.body).where(schema.event.c.hand_id.in_(some))
        hand, bettor = 0, None
        for row in connection.execute(query.order_by(schema.event.c.hand_id, schema.event.c.no)):
            if row.hand_id != hand:
                hand, bettor = row.hand_id, None
            event = read(row.body)
            if event.event == "street-start":
                bettor = None
            if event.event != "acted":
                continue
            who = people[hand][event.seat] if event.seat < len(people[hand]) else None
            kind = event.action.get("kind")
            if who and bettor and who != bettor:
                faced[who, bettor] += 1
                folds[who, bettor] += kind == "fold"
            if kind in ("bet", "raise"):
                bettor = who
    return _compared(folds, faced)


def _compared(folds: Counter[tuple[str, str]], faced: Counter[tuple[str, str]]) -> tuple[list[Folds], int]:
    all_faced: Counter[str] = Counter()
    all_folds: Counter[str] = Counter()
    for (who, against), count in faced.items():
        all_faced[who] += count
        all_folds[who] += folds[who, against]
    looked_at = [
        (who, against)
        for (who, against), count in faced.items()
        if count >= LEAST_FACED and all_faced[who] - count >= LEAST_FACED
    ]
    found = []
    for who, against in looked_at:
        one = folds[who, against], faced[who, against]
        others = all_folds[who] - one[0], all_faced[who] - one[1]
        chance = compared(*one, *others)
        found.append(
            Folds(who, against, one, others, difference(*one, *others), chance, expected(chance, len(looked_at)))
        )
    return sorted(found, key=lambda line: line.chance)[:LISTED], len(looked_at)
