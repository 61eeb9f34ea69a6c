"""The bots that there are here, by name: those of this package, and those that other packages add.

A package adds a bot by an entry point (`GROUP`) that leads to a `standpat.bots.bot.Bot`. `resolve` comes the same way:
it lies above this package, in the solver. Entry points are read when somebody asks for a bot that is not in `BUILT_IN`,
once for each ``sys.path``; an installation during the run is not noticed.

A fault in one bot does not affect the others. `players()` leaves out a bot that cannot be loaded or that lacks
something, and `faults()` says why. Asking for such a bot by name is a `ValueError` that names the package. A bot cannot
have the name of one of ours (`RESERVED`). If two packages use the same name, neither gets it.
"""

import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import Final, NamedTuple

from standpat.bots import blueprint, chance, multiway, passive, rule
from standpat.bots.bot import NAME, Bot
from standpat.bots.player import Player, Policy

GROUP: Final = "standpat.bots"
HOME: Final = "standpat"
"""The package whose bots may have the reserved names."""
RESOLVE: Final = "resolve"
FORMER: Final[Mapping[str, str]] = MappingProxyType({"ring": multiway.BOT.name})
"""Names of earlier versions. They stand in users' scripts, stored tables and journals, and are understood for good."""

BUILT_IN: Final[Mapping[str, Bot]] = MappingProxyType(
    {
        bot.name: bot
        for bot in (
            Bot("random", "plays at random", chance.chance, chance.chance_policy, quick="random"),
            Bot("caller", "always checks or calls", passive.caller, passive.caller_policy, quick="caller"),
            Bot("folder", "always checks or folds", passive.folder, passive.folder_policy, quick="folder"),
            Bot("rule", "plays soundly by rules, every game, two to seven seats", rule.rule, rule.rule_policy),
            blueprint.BOT,
            multiway.BOT,
        )
    }
)
RESERVED: Final = frozenset({*BUILT_IN, RESOLVE, *FORMER})


class Fault(NamedTuple):
    """Why a bot cannot play here. `package` is that which adds it, with its version."""

    name: str
    package: str
    reason: str


class _Plugins(NamedTuple):
    """What entry points lead to: the bots that could be loaded, and the faults of the others."""

    bots: Mapping[str, Bot]
    faults: tuple[Fault, ...]


def players() -> tuple[str, ...]:
    """The names of the bots that can play here, ours first.

    Returns:
        The names, in the order of menus.
    """
    return tuple([bot.name for bot in bots()])


def bots() -> tuple[Bot, ...]:
    """The bots that can play here, ours first."""
    listed = (*BUILT_IN.values(), *_plugins(tuple(sys.path)).bots.values())
    return tuple([bot for bot in listed if not _missing(bot)])


def faults() -> tuple[Fault, ...]:
    """The bots that cannot play here, and why."""
    found = _plugins(tuple(sys.path))
    lacking = [Fault(bot.name, _package(bot.name), _missing(bot)) for bot in (*BUILT_IN.values(), *found.bots.values())]
    return (*[fault for fault in lacking if fault.reason], *found.faults)


def current(name: str) -> str:
    """The name that a bot has now, given one that it has or had."""
    return FORMER.get(name, name)


def plays(name: str) -> bool:
    """Whether a bot of this name can play here."""
    found = _found(current(name))
    return found is not None and not _missing(found)


def bot(name: str) -> Bot:
    """The bot of this name.

    Args:
        name: One of `players()`, or a name that one of them had.

    Raises:
        ValueError: There is none, or it cannot play here; the message says why and names its package.
    """
    asked, name = name, current(name)
    found = _found(name)
    if found is None:
        wrong = [fault for fault in _plugins(tuple(sys.path)).faults if fault.name == name]
        if wrong:
            raise ValueError("; ".join([f"the bot {name!r} of the package {at}: {reason}" for _, at, reason in wrong]))
        raise ValueError(f"{asked!r} is no player here: want one of {', '.join(players())}")
    if missing := _missing(found):
        raise ValueError(f"{name!r} cannot play here: {missing}")
    return found


def player(name: str, *, resolve: bool = False) -> Player:
    """The player of this name.

    Args:
        name: One of `players()`.
        resolve: Solve the end of the hand again at the table, which `blueprint` alone can; the bot is then `resolve`.

    Returns:
        A function from a `standpat.Situation` to an action that is legal there.

    Raises:
        ValueError: There is none of that name, or it cannot play here.
    """
    return bot(_resolving(name) if resolve else name).player


def policy(name: str, *, resolve: bool = False) -> Policy:
    """How likely the player of this name does what.

    Args:
        name: One of `players()`.
        resolve: As in `player`.

    Returns:
        A function from a `standpat.Situation` to the chance of every action that the player may take, which sum to 1.

    Raises:
        ValueError: There is none of that name, it cannot play here, or it does not say how likely it does what.
    """
    found = bot(_resolving(name) if resolve else name)
    if found.policy is None:
        raise ValueError(f"{found.name!r} has no policy: it does not say how likely it does what")
    return found.policy


def strongest() -> str:
    """The name of the best of ours. It leaves hands that it is not made for to the next best."""
    name = blueprint.BOT.name
    return name if plays(name) else "rule"


def quick(name: str) -> str:
    """Who plays the hands of this bot where it takes too long; itself where it never does."""
    return bot(name).quick


def _resolving(name: str) -> str:
    if current(name) not in (blueprint.BOT.name, RESOLVE):
        raise ValueError(f"{name!r} has nothing to solve again: with resolve=True want {blueprint.BOT.name!r}")
    return RESOLVE


def _found(name: str) -> Bot | None:
    return BUILT_IN.get(name) or _plugins(tuple(sys.path)).bots.get(name)


def _missing(bot: Bot) -> str:
    try:
        return bot.missing()
    except Exception as error:  # of another package: anything
        return f"what it needs cannot be found out: {_said(error)}"


def _package(name: str) -> str:
    return next((_from(point) for point in entry_points(group=GROUP, name=name)), HOME)


@cache
def _plugins(path: tuple[str, ...]) -> _Plugins:
    """What the entry points on this path lead to."""
    points = sorted(entry_points(group=GROUP), key=lambda point: (not _ours(point), point.name, _from(point)))
    names = [point.name for point in points]
    loaded: dict[str, Bot] = {}
    wrong: list[Fault] = []
    for point in points:
        others = [_from(other) for other in points if other.name == point.name and other is not point]
        try:
            if not _ours(point):
                _check_name(point.name, others if names.count(point.name) > 1 else [])
            loaded[point.name] = _load(point)
        except Exception as error:  # of another package: anything
            wrong.append(Fault(point.name, _from(point), _said(error)))
    return _Plugins(loaded, tuple(wrong))


def _check_name(name: str, others: list[str]) -> None:
    if not NAME.fullmatch(name):
        raise ValueError(f"it cannot be called {name!r}: want up to 24 letters, digits and any of _ . -")
    if name in RESERVED:
        raise ValueError(f"{name!r} is the name of one of standpat's own bots: its entry point needs another name")
    if others:
        raise ValueError(f"{name!r} is also a bot of {', '.join(others)}: uninstall all but one")


def _load(point: EntryPoint) -> Bot:
    found = point.load()
    if not isinstance(found, Bot):
        raise ValueError(f"{point.value} is no standpat.bots.Bot but {type(found).__name__}")
    if found.name != point.name:
        raise ValueError(f"{point.value} is called {found.name!r}, its entry point {point.name!r}: want one name")
    return found


def _said(error: Exception) -> str:
    """Ours are sentences; what others raise is given with its type."""
    return str(error) if type(error) is ValueError else f"{type(error).__name__}: {error}"


def _ours(point: EntryPoint) -> bool:
    return point.dist is not None and point.dist.name == HOME


def _from(point: EntryPoint) -> str:
    return "unknown" if point.dist is None else f"{point.dist.name} {point.dist.version}"
