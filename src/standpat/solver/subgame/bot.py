"""The bot `resolve`: it plays as `blueprint` and solves the end of the hand again at the table, in some tenths of a
second at most.

`standpat.solver.subgame.last_round_player` describes how it plays, and `standpat.solver.nolimit.resolve` how in
no-limit single draw. This module is the target of the entry point. It is loaded to list the bots, so it does not import
numpy and numba. They and the ranges of the game are loaded on a thread after the first early decision, which
`blueprint` plays: loading takes longer than a person likes to wait for a bot.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib.util import find_spec
from threading import Thread
from typing import Final, NamedTuple

from standpat.bots.blueprint import BOT as BLUEPRINT
from standpat.bots.blueprint import blueprint, blueprint_policy, strategy_files
from standpat.bots.bot import Bot
from standpat.bots.directories import find, find_no_limit
from standpat.bots.nolimit import nolimit_seats
from standpat.bots.player import Player, Policy, Situation, dealt
from standpat.engine.action import Action, Fold
from standpat.engine.event import Acted, StreetStart


def resolve(situation: Situation) -> Action:
    """Play a decision. Hands that `resolve` cannot solve are left to `blueprint`."""
    if dealt(situation) > MOST_PLAYERS:
        return blueprint(situation)
    if _early(situation):
        action = blueprint(situation)
        _loading(situation.game.id)
        return action
    _loading(situation.game.id).join()
    return _end(situation.game.id).play(situation)


def resolve_policy(situation: Situation) -> Mapping[Action, float]:
    """The policy of `resolve`."""
    early = dealt(situation) > MOST_PLAYERS or _early(situation)
    return blueprint_policy(situation) if early else _end(situation.game.id).policy(situation)


def solves(situation: Situation) -> bool:
    """Whether `resolve` solves something in a situation. Where it does not, it plays as `blueprint`."""
    if dealt(situation) > MOST_PLAYERS or situation.legal.draw is not None or _early(situation):
        return False
    if find_no_limit(situation.game.id) is None:
        return dealt(situation) == 2 and find(situation.game.id, several=False) is not None
    folds = [event for event in situation.seen if isinstance(event, Acted) and isinstance(event.action, Fold)]
    return dealt(situation) - len(folds) == 2


MOST_PLAYERS: Final = 6
"""The most players of the strategies whose ends are solved."""


class _End(NamedTuple):
    """Who plays the end of the hands of a game."""

    load: Callable[[str], None]
    play: Player
    policy: Policy


def _end(game: str) -> _End:
    if find_no_limit(game) is not None:
        from standpat.solver.nolimit import resolve as no_limit

        return _End(no_limit.load, no_limit.resolving, no_limit.resolving_policy)
    from standpat.solver.subgame import last_round_player as last_round

    return _End(last_round.load, last_round.resolving, last_round.resolving_policy)


def _early(situation: Situation) -> bool:
    """Whether the last draw is still to begin. Nothing is solved before."""
    last = situation.game.draw_rounds
    return not any([isinstance(event, StreetStart) and event.street == last for event in situation.seen])


@cache
def _loading(game: str) -> Thread:
    """The thread that loads what later decisions in a game need."""
    thread = Thread(target=_load, args=(game,), name=f"resolve {game}")
    thread.start()
    return thread


def _load(game: str) -> None:
    _end(game).load(game)


def missing() -> str:
    """What the bot needs and how to get it; empty if it can play."""
    return BLUEPRINT.missing() if _compiler() else "it needs numpy and numba: pip install standpat"


@cache
def _compiler() -> bool:
    return find_spec("numpy") is not None and find_spec("numba") is not None


BOT: Final = Bot(
    "resolve",
    "plays as blueprint and solves the last round at the table",
    resolve,
    resolve_policy,
    missing,
    quick=BLUEPRINT.name,
    seats=lambda: {**dict.fromkeys(strategy_files(), (2, 2)), **nolimit_seats()},
    apart=solves,
)
