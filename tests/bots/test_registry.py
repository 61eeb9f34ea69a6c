"""Bots by name: our own, those that other packages add by an entry point, and faulty ones."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from standpat import Call, Dealer, Hand, Stakes, game
from standpat.bots import player, players, plays, policy, quick, registry, situation
from standpat.bots.bot import Bot
from standpat.bots.passive import caller
from standpat.lab.match.entrant import entry, inside

Install = Callable[..., None]

MODULE = """
from standpat.bots.bot import Bot
from standpat.bots.passive import caller

def broken():
    raise RuntimeError("no licence")

SHARK = Bot("shark", "checks and calls", caller)
MINNOW = Bot("minnow", "needs a lake", caller, missing=lambda: "it needs a lake: dig one")
STURGEON = Bot("sturgeon", "cannot say what it needs", caller, missing=broken)
RULE = Bot("rule", "another", caller)
RESOLVE = Bot("resolve", "another", caller)
RING = Bot("ring", "another", caller)
SPACED = Bot("two words", "another", caller)
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Put a package with entry points on the path, as an installer would."""
    monkeypatch.syspath_prepend(tmp_path)

    def laid(package: str, version: str = "1.0", module: str = MODULE, **points: str) -> None:
        (tmp_path / f"{package}.py").write_text(module)
        info = tmp_path / f"{package}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n")
        lines = [f"{name.replace('__', ' ')} = {package}:{value}" for name, value in points.items()]
        (info / "entry_points.txt").write_text("\n".join(["[standpat.bots]", *lines, ""]))
        registry._plugins.cache_clear()

    return laid


def reason(name: str) -> str:
    (fault,) = [fault for fault in registry.faults() if fault.name == name]
    return f"{fault.package}: {fault.reason}"


def test_a_bot_of_another_package_is_one_of_the_players(install: Install) -> None:
    assert "shark" not in players()
    install("sea", shark="SHARK")
    assert players()[-1] == "shark"
    assert plays("shark")
    assert player("shark") is caller
    assert registry.bot("shark").description == "checks and calls"
    assert quick("shark") == "rule"  # its speed is unknown


def test_a_bot_without_a_policy_says_so_and_plays(install: Install) -> None:
    install("sea", shark="SHARK")
    with pytest.raises(ValueError, match="'shark' has no policy"):
        policy("shark")
    hand = Hand(game("27td"), Stakes(5, 10), [100, 100], 0, Dealer(1))
    seated = inside(entry("shark"))
    seated.begin(1, 0, "chance")
    seated.tell(hand.events)
    assert seated.act(hand) == Call()
    assert seated.chances(hand) is None


def test_what_is_wrong_with_one_keeps_none_of_the_others_away(install: Install) -> None:
    before = players()
    install("sea", "2.1", shark="SHARK", minnow="MINNOW", sturgeon="STURGEON", eel="EEL", crab="caller")
    install("wreck", module="import sunken", anchor="ANCHOR")
    install("reef", pike="SHARK")
    assert players() == (*before, "shark")
    assert reason("minnow") == "sea 2.1: it needs a lake: dig one"
    assert reason("sturgeon") == "sea 2.1: its requirements cannot be read: RuntimeError: no licence"
    assert reason("eel") == "sea 2.1: AttributeError: module 'sea' has no attribute 'EEL'"
    assert reason("crab") == "sea 2.1: sea:caller is not a standpat.bots.Bot but a function"
    assert reason("anchor") == "wreck 1.0: ModuleNotFoundError: No module named 'sunken'"
    assert reason("pike") == "reef 1.0: reef:SHARK is called 'shark', its entry point 'pike': expected one name"
    with pytest.raises(ValueError, match=r"the bot 'anchor' of the package wreck 1\.0: ModuleNotFoundError"):
        player("anchor")
    with pytest.raises(ValueError, match="'minnow' cannot play: it needs a lake: dig one"):
        player("minnow")
    assert not plays("anchor")
    assert not plays("minnow")


@pytest.mark.parametrize("name", ["rule", "resolve", "ring"])
def test_the_name_of_one_of_ours_cannot_be_taken(install: Install, name: str) -> None:
    before = players(), registry._loaded(registry.current(name))
    install("sea", **{name: name.upper()})
    assert (players(), registry._loaded(registry.current(name))) == before
    assert f"sea 1.0: '{name}' is the name of one of standpat's own bots" in reason(name)


def test_resolve_is_found_without_looking_at_all_packages() -> None:
    asked = "import sys; from standpat import player; player('resolve'); print('importlib.metadata' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout == "False\n"
    (listed,) = [bot for bot in registry.bots() if bot.name == "resolve"]
    assert registry._resolve(tuple(sys.path)) is listed


@pytest.mark.parametrize(
    ("package", "ours"),
    [("standpat-2.0", True), ("standpat_sea-1.0", False), ("standpat-sea-1.0", False), ("sea-1.0", False)],
)
def test_only_our_own_package_brings_resolve(tmp_path: Path, package: str, ours: bool) -> None:
    info = tmp_path / f"{package}.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text("[standpat.bots]\nresolve = standpat.bots.blueprint:BOT\n")
    assert registry._resolve((str(tmp_path),)) is (registry.BUILT_IN["blueprint"] if ours else None)


@pytest.mark.parametrize("point", ["sunken:BOT", "standpat.bots.blueprint:SUNKEN", "standpat.bots.registry:GROUP", ""])
def test_an_installation_that_does_not_lead_to_resolve_brings_none(tmp_path: Path, point: str) -> None:
    info = tmp_path / "standpat-2.0.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text(f"[standpat.bots]\nresolve = {point}\n")
    assert registry._resolve((str(tmp_path),)) is None


def test_a_name_has_to_fit_into_commands_and_records(install: Install) -> None:
    before = players()
    install("sea", two__words="SPACED")
    assert players() == before
    assert "it cannot be called 'two words'" in reason("two words")


def test_of_two_packages_with_one_name_neither_gets_it(install: Install) -> None:
    before = players()
    install("sea", shark="SHARK")
    install("ocean", shark="SHARK")
    assert players() == before
    with pytest.raises(ValueError, match=r"ocean 1\.0: 'shark' is also a bot of sea 1\.0: uninstall all but one; "):
        player("shark")


def test_a_name_of_an_earlier_version_is_understood() -> None:
    assert player("ring") is player("multiway")
    assert policy("ring") is policy("multiway")
    assert plays("ring")
    assert "ring" not in players()
    assert entry("ring").name == "ring"


def test_ours_are_listed_without_an_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    """From a source tree on the path, without metadata, only the solver's bot is missing."""
    monkeypatch.setattr(registry, "_points", list)
    monkeypatch.setattr(registry, "_resolve", lambda _: None)
    registry._plugins.cache_clear()
    assert players() == tuple([name for name in registry.BUILT_IN if plays(name)])
    with pytest.raises(ValueError, match="unknown player 'resolve'"):
        player("resolve")
    registry._plugins.cache_clear()


def test_every_bot_says_what_it_does_in_one_line() -> None:
    for bot in registry.bots():
        assert isinstance(bot, Bot)
        assert 0 < len(bot.description) < 80
        assert "\n" not in bot.description
        assert bot.quick in players()
        assert quick(bot.quick) == bot.quick


def test_chance_is_the_situations_own() -> None:
    hand = Hand(game("27td"), Stakes(5, 10), [100, 100], 0, Dealer(1))
    first, second = (player("random")(situation(hand, Random(7))) for _ in range(2))
    assert first == second
