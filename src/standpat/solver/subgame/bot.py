"""The bot `resolve`: it plays as `blueprint` and solves the end of the hand again at the table, in some tenths of a
second at most.

`standpat.solver.subgame.last_round_player` describes how it plays heads-up,
`standpat.solver.subgame.last_round_several_player` how in triple draw once two of several are left, and
`standpat.solver.nolimit.resolve` how in no-limit single draw. This module is the target of the entry point. It is
loaded to list the bots, so it does not import numpy and numba. They and the ranges of the game are loaded on a thread
after the first early decision, which `blueprint` plays: loading takes longer than a person likes to wait for a bot.
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
from standpat.bots.multiway import multiway_files
from standpat.bots.nolimit import nolimit_seats
from standpat.bots.player import Player, Policy, Situation, dealt
from standpat.engine.action import Action, Fold
from standpat.engine.event import Acted, StreetStart
from standpat.engine.games import Game, game, ids


def resolve(situation: Situation) -> Action:
    """Play a decision. Hands that `resolve` cannot solve are left to `blueprint`."""
    if not _known(situation):
        return blueprint(situation)
    if _begun(situation) is None:
        action = blueprint(situation)
        _loading(situation.game.id, _several(situation))
        return action
    _loading(situation.game.id, _several(situation)).join()
    return _end(situation.game.id, _several(situation)).play(situation)


def resolve_policy(situation: Situation) -> Mapping[Action, float]:
    """The policy of `resolve`."""
    if not _known(situation) or _begun(situation) is None:
        return blueprint_policy(situation)
    return _end(situation.game.id, _several(situation)).policy(situation)


def solves(situation: Situation) -> bool:
    """Whether `resolve` solves something in a situation. Where it does not, it plays as `blueprint`."""
    begun = _begun(situation)
    if not _known(situation) or situation.legal.draw is not None or begun is None:
        return False
    if not _several(situation) and find_no_limit(situation.game.id) is None:
        return find(situation.game.id, several=False) is not None
    until = None if _several(situation) else begun  # no limit: two must come to the draw
    events = [event for event in situation.seen[:until] if isinstance(event, Acted)]
    folds = [event for event in events if isinstance(event.action, Fold)]
    if dealt(situation) - len(folds) != 2:
        return False
    return not _several(situation) or not any([event.all_in for event in events])


MOST_PLAYERS: Final = 6
"""The most players of the strategies whose ends are solved."""
DRAWS: Final = 3
"""The draws of the limit games in which the end is solved with more than two dealt in."""


def _several(situation: Situation) -> bool:
    """Whether the hand is one of a limit game with more than two players dealt in."""
    return dealt(situation) > 2 and find_no_limit(situation.game.id) is None


def _solvable(record: Game) -> bool:
    """Whether an end of a game may be solved: not with several draws where there is no fixed limit."""
    return record.betting == "fixed-limit" or record.draw_rounds == 1


def _known(situation: Situation) -> bool:
    """Whether `resolve` may solve the end of the hand."""
    record = situation.game
    if dealt(situation) > MOST_PLAYERS or not _solvable(record):
        return False
    return not _several(situation) or (record.draw_rounds == DRAWS and find(record.id, several=True) is not None)


class _End(NamedTuple):
    """Who plays the end of the hands of a game."""

    load: Callable[[str], None]
    play: Player
    policy: Policy


def _end(game: str, several: bool) -> _End:
    if several:
        from standpat.solver.subgame import last_round_several_player as last_two

        return _End(last_two.load, last_two.resolving, last_two.resolving_policy)
    if find_no_limit(game) is not None:
        from standpat.solver.nolimit import resolve as no_limit

        return _End(no_limit.load, no_limit.resolving, no_limit.resolving_policy)
    from standpat.solver.subgame import last_round_player as last_round

    return _End(last_round.load, last_round.resolving, last_round.resolving_policy)


def _begun(situation: Situation) -> int | None:
    """Where in what was seen the last draw begins; None before it. Nothing is solved before."""
    last = situation.game.draw_rounds
    seen = enumerate(situation.seen)
    return next((k for k, event in seen if isinstance(event, StreetStart) and event.street == last), None)


@cache
def _loading(game: str, several: bool) -> Thread:
    """The thread that loads what later decisions in a game need."""
    thread = Thread(target=_load, args=(game, several), name=f"resolve {game}")
    thread.start()
    return thread


def _load(game: str, several: bool) -> None:
    _end(game, several).load(game)


def _seats() -> dict[str, tuple[int, int]]:
    """By game, the fewest and the most players with whom something is solved."""
    two = strategy_files()
    several = [id for id in multiway_files() if id in ids() and game(id).draw_rounds == DRAWS]
    limit = {id: (2 if id in two else 3, MOST_PLAYERS if id in several else 2) for id in {*two, *several}}
    return {**limit, **{id: seats for id, seats in nolimit_seats().items() if _solvable(game(id))}}


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
    seats=_seats,
    apart=solves,
)
