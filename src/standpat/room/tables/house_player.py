"""House players: the house's own players, which of them sit at a table, and what they do.

The user of a house player is ``bot:PLAYER:NAME``. PLAYER is a name of `standpat.bots` or of a program of the room
(`standpat.room.tables.program_seat`), so a table that is loaded again knows who plays. If the program is not there,
`STAND_IN` plays. `standpat.room.tables.purse` says whose chips they have.

In a room with a pool of processes (`standpat.bots.process_pool`) a bot is played by its deep form (`Bot.deep`): the
decisions that are worth it are thought over in the pool, all others are the bot's own. Where the pool is busy or has
failed, the bot decides itself, at once. Other players that think (`standpat.bots.quick`) do so on one thread, one
decision at a time, while the room goes on. The first decision in a game is also made on this thread, because loading a
strategy can take seconds.
"""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from random import Random
from typing import Final

from standpat.bots import Situation, player, plays, quick, situation
from standpat.bots.bot import Bot
from standpat.bots.player import dealt
from standpat.bots.process_pool import ProcessPool
from standpat.bots.registry import bot, current
from standpat.engine.action import Action, Call, Check, Discard, Fold, IllegalAction, Legal, Muck, Show
from standpat.engine.hand import Hand
from standpat.room.tables.seating import Seating
from standpat.room.tables.table import TableRules

NAMES: Final = ("Ada", "Bo", "Cleo", "Dag", "Edda", "Finn", "Greta", "Hugo", "Ines", "Jarl", "Kaia", "Leo")
"""Names of house players at a table."""
STAND_IN: Final = "rule"
"""The bot that acts for a program that is not there."""
_CHANCE: Final = Random()
_READY: Final = set[tuple[str, str]]()
"""Pairs of a bot's quick form and a game in which the bot has made a decision, so that it is loaded."""
_MIND: Final = ThreadPoolExecutor(1, "house player")


def is_house_player(user: str) -> bool:
    """Whether a user is a house player."""
    return user.startswith("bot:")


def usual_buy_in(rules: TableRules) -> int:
    """The buy-in of a house player: 40 big blinds in fixed limit, else 100, within the table's limits."""
    blinds = 40 if rules.game().betting == "fixed-limit" else 100
    least, most = rules.buy_in
    return max(least, min(most, blinds * rules.stakes.big_blind))


def wanted(seating: Seating, rules: TableRules) -> int:
    """How many house players a table wants. At a table of the house where people sit, one seat stays free for the next
    person, but nobody is left without an opponent.
    """
    keep = rules.bots.keep
    people = sum([not is_house_player(seat.user) for seat in seating.seats if seat])
    if not people or not rules.bots.make_room or rules.owner is not None or rules.staked_by is not None:
        return keep
    return min(keep, max(rules.seats - people - 1, int(people == 1)))


def too_many(seating: Seating, rules: TableRules, room_for: int = 0) -> Iterator[int]:
    """Seats of house players who are to leave: first those that the table no longer wants, then the last to have come.

    Args:
        seating: The seating.
        rules: The table's record.
        room_for: The number of people who want a seat.
    """
    bots = {at: seat for at, seat in enumerate(seating.seats) if seat and is_house_player(seat.user)}
    excess = len(bots) - wanted(seating, rules)
    if rules.bots.make_room:
        excess = max(excess, room_for - seating.seats.count(None))
    staying = [at for at, seat in bots.items() if not seat.leaving]
    unwanted = [at for at in staying if kind(bots[at].user) not in rules.bots.players]
    order = unwanted + [at for at in staying[::-1] if at not in unwanted]
    yield from order[: max(len(unwanted), excess - (len(bots) - len(staying)))]


def newcomers(seating: Seating, rules: TableRules) -> Iterator[tuple[int, str, str]]:
    """House players who are to sit down: seat, user, name."""
    seated = {seat.user for seat in seating.seats if seat}
    bots = sum([is_house_player(user) for user in seated])
    free = [at for at, seat in enumerate(seating.seats) if seat is None]
    names = iter([name for name in NAMES if not any(user.endswith(f":{name}") for user in seated)])
    for number, at in enumerate(free[: max(0, wanted(seating, rules) - bots)]):
        name = next(names)
        player = rules.bots.players[(bots + number) % len(rules.bots.players)]
        yield at, f"bot:{player}:{name}", name


def kind(user: str) -> str:
    """The bot or program of a house player, by its present name."""
    return current(user.split(":")[1])


def choose(hand: Hand, user: str) -> Action:
    """Decide at once for the house player to act. A bot that would have to think decides with its quick form."""
    return player(quick(_name(user)))(situation(hand, _CHANCE))


def ready(hand: Hand, user: str) -> bool:
    """Whether they can decide without thinking."""
    return (quick(_name(user)), hand.game.id) in _READY


def think(hand: Hand, user: str, pool: ProcessPool | None = None, whose: str = "") -> Future[Action] | None:
    """Let the house player to act begin to think, if they have to.

    Args:
        hand: The hand.
        user: The house player.
        pool: The processes of the room; None if it has none.
        whose: The person whose share of the processes is used.

    Returns:
        Their decision, after those of other house players; None if they need not think. It may be cancelled. It fails
        with `standpat.bots.process_pool.Unavailable` where they are to decide without thinking (`choose`).
    """
    name = _name(user)
    if pool is not None and (deep := _deep(name)) is not None:
        now = situation(hand, _CHANCE)
        if deep.apart is not None and deep.apart(now):
            if not ready(hand, user):  # so that they can decide themselves, should the pool take too long
                _MIND.submit(_thought, quick(name), now)
            return pool.submit(deep.name, now, whose)
        if deep.plays(hand.game.id, dealt(now)):
            pool.warm(deep.name, now)
        name = quick(name)
    thinks = quick(name) != name or not ready(hand, user)
    return _MIND.submit(_thought, name, situation(hand, _CHANCE)) if thinks else None


def _deep(name: str) -> Bot | None:
    """The bot that plays for a bot in a room with a pool; None if there is none, or if it cannot play here."""
    own = bot(name)
    if own.apart is not None:
        return own
    return bot(own.deep) if own.deep and plays(own.deep) else None


def _thought(name: str, now: Situation) -> Action:
    action = player(name)(now)
    _READY.add((quick(name), now.game.id))
    return action


def _name(user: str) -> str:
    name = kind(user)
    return name if plays(name) else STAND_IN


def passive(legal: Legal) -> Action:
    """The action for a player who does not answer (R8.3): stand pat, check if that is free, else fold. At the showdown
    (R7.2) a hand that can win as it stands is shown, any other is mucked.
    """
    if legal.showdown is not None:
        return Show() if legal.showdown == "show" else Muck()
    if legal.draw is not None:
        return Discard()
    if legal.check:
        return Check()
    if legal.fold:
        return Fold()
    if legal.call is not None:
        return Call()
    raise IllegalAction("there is no decision to take")
