import msgspec
import pytest

from standpat import Check, IllegalAction, Raise, Stakes, game
from standpat.action import Action
from standpat.bot import Situation, player, players
from standpat.bot.match import Result, play

STAKES = Stakes(50, 100)
OTHERS = [name for name in players() if name != "rule"]


def match(game_id: str, names: list[str], decks: int, seed: int | str = 1) -> Result:
    return play(game(game_id), STAKES, [player(name) for name in names], decks, seed=seed, stack=10_000)


def test_a_seed_repeats_a_match_byte_for_byte() -> None:
    first, again, other = [match("27td", ["rule", "random", "caller"], 20, seed) for seed in ("a", "a", "b")]
    assert msgspec.json.encode(first) == msgspec.json.encode(again) != msgspec.json.encode(other)


def test_every_deck_sums_to_zero_and_like_players_cancel() -> None:
    mixed = match("27sd", ["rule", "random", "caller", "folder"], 10)
    assert all(sum(deck) == 0 for deck in zip(*mixed.nets, strict=True))
    like = match("27td", ["caller"] * 6, 10)
    assert like.nets == ((0,) * 10,) * 6


def test_folding_loses_the_blinds() -> None:
    """Against a raise every time, all that folds is the small blind on the button and the big blind off it."""
    result = play(game("27td"), STAKES, [always_raising, player("folder")], 5, seed=1, stack=10_000)
    assert result.nets == ((150,) * 5, (-150,) * 5)


def always_raising(situation: Situation) -> Action:
    legal = situation.legal
    if legal.raise_ is None:
        return player("caller")(situation)
    return Raise(legal.raise_.max_to)


def test_an_illegal_action_ends_the_match() -> None:
    with pytest.raises(IllegalAction, match="seat 0 may not check"):
        play(game("27td"), STAKES, [lambda _: Check(), player("caller")], 2, seed=1, stack=1000)


def test_a_match_of_one_deck_has_no_interval() -> None:
    with pytest.raises(ValueError, match="2 decks or more, not 1"):
        match("27td", ["caller", "caller"], 1)


def test_mean_and_margin_are_a_hand() -> None:
    result = Result(2, 100, ((100, 300), (-100, -300)))
    assert result.mean(0) == 100
    assert result.margin(0) == pytest.approx(1.96 * 2**0.5 * 100 / 2**0.5 / 2)
    assert result.line(1) == "-100.00 ±98.00 chips/hand, -1000 ±980 mbb/hand"


@pytest.mark.parametrize("game_id", ["27td", "a5td", "27sd"])
@pytest.mark.parametrize("other", OTHERS)
def test_rule_beats_the_others(game_id: str, other: str) -> None:
    heads_up = match(game_id, ["rule", other], 300)
    assert heads_up.mean(0) > heads_up.margin(0)
    six = match(game_id, ["rule"] + [other] * 5, 60)
    assert six.mean(0) > six.margin(0)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["27td", "a5td", "27sd"])
@pytest.mark.parametrize("other", OTHERS)
def test_rule_beats_the_others_clearly_over_20_000_decks(game_id: str, other: str) -> None:
    heads_up = match(game_id, ["rule", other], 20_000)
    assert heads_up.mean(0) > 5 * heads_up.margin(0)
