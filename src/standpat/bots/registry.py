"""The installed bots by name: those of this package, and those that other packages add.

A package adds a bot by an entry point (`GROUP`) that refers to a `standpat.bots.bot.Bot`. `resolve` comes in the same
way, because it is in the solver, above this package; only its own package is looked at for it. Entry points are read
when a bot is asked for that is not in `BUILT_IN`, once for each ``sys.path``. An installation during the run is not
noticed.

A fault in one bot does not affect the others. `players()` leaves out a bot that cannot be loaded or that lacks
something, and `faults()` says why. Asking for such a bot by name is a `ValueError` that names the package. A bot cannot
have the name of one of ours (`RESERVED`). If two packages use the same name, neither gets it.
"""

import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from standpat.bots import blueprint, chance, levels, multiway, nolimit, passive, rule
from standpat.bots.bot import NAME, Bot
from standpat.bots.player import Player, Policy

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "standpat.bots"
HOME: Final = "standpat"
"""The package whose bots may have the reserved names."""
RESOLVE: Final = "resolve"
FORMER: Final[Mapping[str, str]] = MappingProxyType({"ring": multiway.BOT.name})
"""Names of earlier versions. Scripts, stored tables and journals have them, so they are understood for good."""

BUILT_IN: Final[Mapping[str, Bot]] = MappingProxyType(
    {
        bot.name: bot
        for bot in (
            Bot("random", "plays at random", chance.chance, chance.chance_policy, quick="random"),
            Bot("caller", "always checks or calls", passive.caller, passive.caller_policy, quick="caller"),
            Bot("folder", "always checks or folds", passive.folder, passive.folder_policy, quick="folder"),
            Bot("rule", "plays soundly by rules, every game, two to seven seats", rule.rule, rule.rule_policy),
            *levels.LEVELS,
            blueprint.BOT,
            multiway.BOT,
            nolimit.BOT,
        )
    }
)
RESERVED: Final = frozenset({*BUILT_IN, RESOLVE, *FORMER})


class Fault(NamedTuple):
    """Why a bot cannot play. `package` is the package that adds it, with its version."""

    name: str
    package: str
    reason: str


class _Plugins(NamedTuple):
    """The bots of the entry points that could be loaded, and the faults of the others."""

    bots: Mapping[str, Bot]
    faults: tuple[Fault, ...]


def players() -> tuple[str, ...]:
    """The names of the bots that can play, standpat's own first.

    Returns:
        The names, in the order of menus.
    """
    return tuple([bot.name for bot in bots()])


def bots() -> tuple[Bot, ...]:
    """The bots that can play, standpat's own first."""
    listed = (*BUILT_IN.values(), *_plugins(tuple(sys.path)).bots.values())
    return tuple([bot for bot in listed if not _missing(bot)])


def faults() -> tuple[Fault, ...]:
    """The bots that cannot play, and why."""
    plugins = _plugins(tuple(sys.path))
    loaded = (*BUILT_IN.values(), *plugins.bots.values())
    lacking = [Fault(bot.name, _package(bot.name), _missing(bot)) for bot in loaded]
    return (*[fault for fault in lacking if fault.reason], *plugins.faults)


def current(name: str) -> str:
    """The present name of a bot, given a present or former name."""
    return FORMER.get(name, name)


def plays(name: str) -> bool:
    """Whether a bot of this name exists and can play."""
    bot = _loaded(current(name))
    return bot is not None and not _missing(bot)


def bot(name: str) -> Bot:
    """The bot of this name.

    Args:
        name: One of `players()`, or a name that one of them had.

    Raises:
        ValueError: There is no such bot, or it cannot play. The message says why and names its package.
    """
    asked, name = name, current(name)
    bot = _loaded(name)
    if bot is None:
        wrong = [fault for fault in _plugins(tuple(sys.path)).faults if fault.name == name]
        if wrong:
            raise ValueError("; ".join([f"the bot {name!r} of the package {at}: {reason}" for _, at, reason in wrong]))
        raise ValueError(f"unknown player {asked!r}: expected one of {', '.join(players())}")
    if missing := _missing(bot):
        raise ValueError(f"{name!r} cannot play: {missing}")
    return bot


def player(name: str, *, resolve: bool = False) -> Player:
    """The player of this name.

    Args:
        name: One of `players()`.
        resolve: Solve the end of each hand again at the table. Only `blueprint` can do that; the bot is then `resolve`.

    Returns:
        A function from a `standpat.Situation` to a legal action.

    Raises:
        ValueError: There is no such bot, or it cannot play.
    """
    return bot(_resolving(name) if resolve else name).player


def policy(name: str, *, resolve: bool = False) -> Policy:
    """The policy of a bot: the probabilities of its actions.

    Args:
        name: One of `players()`.
        resolve: As in `player`.

    Returns:
        A function from a `standpat.Situation` to the probability of every action that the bot may take. They sum to 1.

    Raises:
        ValueError: There is no such bot, it cannot play, or it has no policy.
    """
    asked = bot(_resolving(name) if resolve else name)
    if asked.policy is None:
        raise ValueError(f"{asked.name!r} has no policy: it does not give the probabilities of its actions")
    return asked.policy


def strongest(game: str = "27td", seats: int = 2) -> str:
    """The name of standpat's strongest bot at a table.

    Args:
        game: The game's id.
        seats: The number of players.
    """
    best = blueprint.BOT
    return best.name if plays(best.name) and best.plays(game, seats) else "rule"


def quick(name: str) -> str:
    """The bot that plays where this one would take too long; the bot itself if it never does."""
    return bot(name).quick


def _resolving(name: str) -> str:
    if current(name) not in (blueprint.BOT.name, RESOLVE):
        raise ValueError(f"{name!r} has nothing to solve again: with resolve=True use {blueprint.BOT.name!r}")
    return RESOLVE


def _loaded(name: str) -> Bot | None:
    path = tuple(sys.path)
    quickly = _resolve(path) if name == RESOLVE else BUILT_IN.get(name)
    return quickly or _plugins(path).bots.get(name)


@cache
def _resolve(path: tuple[str, ...]) -> Bot | None:
    """`resolve`, by the entry points of the first installation of this package; None if they do not lead to it.

    No other package may have this name, so there is no need for Python's module for entry points, which takes 20 ms to
    load and to look at all packages.
    """
    files = (file for folder in path for file in Path(folder).glob(f"{HOME}-[0-9]*.dist-info/entry_points.txt"))
    with suppress(Exception):  # `_plugins` says what is wrong
        point = re.search(rf"^{RESOLVE} *= *([\w.]+):(\w+)$", next(files).read_text("utf-8"), re.MULTILINE)
        if point is not None and isinstance(bot := getattr(import_module(point[1]), point[2]), Bot):
            return bot
    return None


def _missing(bot: Bot) -> str:
    try:
        return bot.missing()
    except Exception as error:  # of another package: anything
        return f"its requirements cannot be read: {_said(error)}"


def _package(name: str) -> str:
    return next((_from(point) for point in _points() if point.name == name), HOME)


def _points() -> list["EntryPoint"]:
    """The entry points of all bots. Python's module for them takes thirty milliseconds to load."""
    from importlib.metadata import entry_points

    return list(entry_points(group=GROUP))


@cache
def _plugins(path: tuple[str, ...]) -> _Plugins:
    """The bots of the entry points on this path."""
    points = sorted(_points(), key=lambda point: (not _ours(point), point.name, _from(point)))
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
        raise ValueError(f"it cannot be called {name!r}: expected up to 24 letters, digits and any of _ . -")
    if name in RESERVED:
        raise ValueError(f"{name!r} is the name of one of standpat's own bots: its entry point needs another name")
    if others:
        raise ValueError(f"{name!r} is also a bot of {', '.join(others)}: uninstall all but one")


def _load(point: "EntryPoint") -> Bot:
    bot = point.load()
    if not isinstance(bot, Bot):
        raise ValueError(f"{point.value} is not a standpat.bots.Bot but a {type(bot).__name__}")
    if bot.name != point.name:
        raise ValueError(f"{point.value} is called {bot.name!r}, its entry point {point.name!r}: expected one name")
    return bot


def _said(error: Exception) -> str:
    """The message of an error. Errors other than `ValueError` are given with their type."""
    return str(error) if type(error) is ValueError else f"{type(error).__name__}: {error}"


def _ours(point: "EntryPoint") -> bool:
    return point.dist is not None and point.dist.name == HOME


def _from(point: "EntryPoint") -> str:
    return "unknown" if point.dist is None else f"{point.dist.name} {point.dist.version}"
