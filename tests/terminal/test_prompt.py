"""Keys as actions: which act at once, which wait for Enter, and that a wrong key does nothing."""

import pytest

from standpat.cards.card import parse
from standpat.engine.action import Action, Bet, Bounds, Call, Check, Discard, Fold, Legal, Muck, Raise, Show
from standpat.language import language
from standpat.terminal.prompt import BetPrompt, DrawPrompt, PausePrompt, Prompt, ShowPrompt

SAY = language("en")
LIMIT = Legal(fold=True, call=10, raise_=Bounds(30, 30))
FREE = Legal(check=True, bet=Bounds(10, 10))
NO_LIMIT = Legal(fold=True, call=10, raise_=Bounds(20, 990))


def bet(legal: Legal, stack: int = 980, in_front: int = 10) -> BetPrompt:
    return BetPrompt(legal, stack, in_front, SAY)


def keys(prompt: Prompt, *pressed: str) -> Action | None:
    action = None
    for key in pressed:
        assert action is None, "it acted before the last key"
        action = prompt.press(key)
    return action


@pytest.mark.parametrize(
    ("legal", "pressed", "action"),
    [
        (LIMIT, "f", Fold()),
        (LIMIT, "c", Call()),
        (LIMIT, "r", Raise(30)),
        (LIMIT, "b", Raise(30)),
        (LIMIT, "R", Raise(30)),
        (FREE, "c", Check()),
        (FREE, "k", Check()),
        (FREE, "b", Bet(10)),
        (FREE, "r", Bet(10)),
    ],
)
def test_limit_acts_at_once(legal: Legal, pressed: str, action: Action) -> None:
    assert keys(bet(legal), pressed) == action


@pytest.mark.parametrize(
    ("legal", "pressed"),
    [(LIMIT, "x"), (LIMIT, "k"), (LIMIT, "5"), (LIMIT, "a"), (LIMIT, "enter"), (LIMIT, "other"), (FREE, "f")],
)
def test_a_wrong_key_does_nothing_and_says_so(legal: Legal, pressed: str) -> None:
    prompt = bet(legal)
    before = prompt.choices
    assert prompt.press(pressed) is None
    assert prompt.notice
    assert prompt.choices == before


def test_the_notice_says_what_is_possible() -> None:
    prompt = bet(LIMIT)
    prompt.press("x")
    assert prompt.notice == "'x' does nothing here. Keys: f Fold, c Call 10, r Raise to 30"
    prompt = bet(FREE)
    prompt.press("f")
    assert prompt.notice == "No need to fold: checking is free"


@pytest.mark.parametrize(
    ("pressed", "action"),
    [
        (["r", "enter"], Raise(20)),
        (["r", "1", "5", "0", "enter"], Raise(150)),
        (["1", "5", "0", "enter"], Raise(150)),
        (["1", "5", "backspace", "0", "0", "enter"], Raise(100)),
        (["a", "enter"], Raise(990)),
        (["r", "a", "enter"], Raise(990)),
        (["r", "escape", "c"], Call()),
    ],
)
def test_no_limit_amounts(pressed: list[str], action: Action) -> None:
    assert keys(bet(NO_LIMIT), *pressed) == action


@pytest.mark.parametrize(
    ("pressed", "notice"),
    [
        (["1", "5", "enter"], "The minimum is 20"),
        (["9", "9", "1", "enter"], "The maximum is 990"),
        (["r", "x"], "'x' does"),
    ],
)
def test_a_wrong_amount_is_refused_and_can_be_mended(pressed: list[str], notice: str) -> None:
    prompt = bet(NO_LIMIT)
    assert keys(prompt, *pressed) is None
    assert prompt.notice.startswith(notice)
    assert keys(prompt, "a", "enter") == Raise(990)


def test_choices_name_exact_amounts() -> None:
    assert [tuple(choice)[:2] for choice in bet(LIMIT).choices] == [
        ("f", "Fold"),
        ("c", "Call 10"),
        ("r", "Raise to 30"),
    ]
    assert [choice.does for choice in bet(NO_LIMIT).choices] == ["Fold", "Call 10", "Raise to 20–990", "All-in 990"]
    assert [choice.does for choice in bet(FREE).choices] == ["Check", "Bet 10"]
    short_stack = bet(Legal(fold=True, call=7), stack=7)
    assert [choice.does for choice in short_stack.choices] == ["Fold", "Call 7, all-in"]
    shove = bet(Legal(fold=True, call=10, raise_=Bounds(25, 25)), stack=15, in_front=10)
    assert shove.choices[-1].does == "Raise to 25, all-in"


def draw(most: int = 5, code: str = "en") -> DrawPrompt:
    return DrawPrompt(parse("2c4d7sJhKs"), most, language(code))


def test_marks_come_and_go_and_enter_confirms() -> None:
    prompt = draw()
    assert prompt.choices[-1].does == "Stand pat"
    assert keys(prompt, "4", "5") is None
    assert prompt.choices[-1].does == "Discard 2"
    assert prompt.kept == parse("2c4d7s")
    prompt.press("4")
    assert prompt.choices[-1].does == "Discard 1"
    assert prompt.press("enter") == Discard("Ks")


def test_standing_pat_and_taking_all_back() -> None:
    assert draw().press("enter") == Discard()
    assert keys(draw(), "1", "2", "3", "0", "enter") == Discard()


def test_in_norwegian() -> None:
    prompt = draw(code="nb")
    assert prompt.choices[-1].does == "Stå pat"
    prompt.press("5")
    assert prompt.choices[-1].does == "Bytt 1"


@pytest.mark.parametrize("pressed", ["6", "9", "c", "f", "escape", "other", "K"])
def test_other_keys_throw_nothing(pressed: str) -> None:
    prompt = draw()
    prompt.press("5")
    assert prompt.press(pressed) is None
    assert prompt.marked == set(parse("Ks"))
    assert "1-5 mark" in prompt.notice
    assert "Discard 1" in prompt.notice


def test_at_most_so_many() -> None:
    prompt = draw(most=1)
    keys(prompt, "1", "2")
    assert prompt.marked == set(parse("2c"))
    assert prompt.notice == "You can discard at most 1 cards"


def test_a_pause_wants_enter() -> None:
    prompt = PausePrompt("Next hand", SAY)
    prompt.press("c")
    assert not prompt.done
    assert "Enter Next hand" in prompt.notice
    prompt.press("enter")
    assert prompt.done


@pytest.mark.parametrize(
    ("pressed", "action"), [("s", Show()), ("S", Show()), ("h", Show()), ("m", Muck()), ("M", Muck())]
)
def test_at_the_showdown_a_key_shows_or_mucks(pressed: str, action: Action) -> None:
    assert ShowPrompt("?", SAY).press(pressed) == action


@pytest.mark.parametrize("pressed", ["f", "c", "k", "r", "enter", "escape", "1", "0", " "])
def test_at_the_showdown_no_other_key_does_anything(pressed: str) -> None:
    prompt = ShowPrompt("?", SAY)
    assert prompt.press(pressed) is None
    assert prompt.notice.endswith("s Show, m Muck")
    assert prompt.press("s") == Show()
    assert prompt.notice == ""
