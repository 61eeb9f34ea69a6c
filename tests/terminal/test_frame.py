"""The picture of a fixed hand: what it must show, in which form, and that it fits the terminal."""

import pytest

from standpat.engine import games
from standpat.engine.action import Bet, Call, Check, Discard, Fold, Raise
from standpat.engine.dealer import ScriptedDealer
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from standpat.language import language
from standpat.table_view.naming import game_name, low_first
from standpat.table_view.public_state import PublicState
from standpat.terminal.frame import Scene, frame
from standpat.terminal.plain import plain
from standpat.terminal.prompt import BetPrompt, DrawPrompt
from standpat.terminal.rules_page import rule_page

DEAL = "2c4d7sJhKs2d3d4h8cTc5s6s6d9h9c"  # seats 1, 2, 0
PLAYERS = ("You", "Marit", "Halvor")


def scene(*actions: object, stacks: tuple[int, ...] = (400, 400, 400), code: str = "en", id: str = "27td") -> Scene:
    """Seat 0 of three after these actions, with the prompt of that moment."""
    dealer = ScriptedDealer(DEAL + "3c5h8s9dQd7dTs3s")
    hand = Hand(game(id), Stakes(5, 10), stacks, 0, dealer)
    for action in actions:
        hand.apply(action)  # type: ignore[arg-type]
    say = language(code)
    state = PublicState.of(hand.game, hand.stakes, hand.seen_by(0), 0)
    made = Scene(state, PLAYERS, say, "the game", "the result", to_act=hand.to_act)
    if hand.to_act == 0:
        seat = state.seats[0]
        cards = low_first(seat.cards, hand.game)
        drawing = hand.legal.draw is not None
        made.prompt = DrawPrompt(cards, 5, say) if drawing else BetPrompt(hand.legal, seat.stack, seat.bet, say)
    return made


def lines(made: Scene, width: int = 80, height: int = 24) -> list[str]:
    return [row.plain for row in frame(made, width, height)]


def text(made: Scene, width: int = 80, height: int = 24) -> str:
    return "\n".join(lines(made, width, height))


FIRST_DRAW = (Call(), Call(), Check(), Discard("JhKs"), Discard("Tc"))
SECOND_DRAW = (*FIRST_DRAW, Discard("9c"), Check(), Check(), Check(), Discard(), Discard("8s"))


def test_before_the_draw() -> None:
    page = text(scene())
    assert "[bet before the draw]" in page
    assert "POT 15" in page
    assert "■□□□ 1 of 4 bets" in page
    assert "bet 10" in page
    assert "You (D)" in page
    assert "[f] Fold  [c] Call 10  [r] Raise to 20" in page
    assert "two pair, nines and sixes · drawing to 6-5" in page
    assert page.count("▮▮▮▮▮") == 2


def test_a_second_draw_with_the_whole_trail() -> None:
    made = scene(*SECOND_DRAW)
    page = text(made)
    assert "[2nd draw of 3]" in page
    assert "draws: 2 · pat" in page
    assert "draws: 1 · 1" in page
    assert "draws: 1 · …" in page
    assert "[Enter] Stand pat" in page
    assert made.prompt is not None
    made.prompt.press("4")
    page = text(made)
    assert "[Enter] Discard 1" in page
    assert "drawing to" in page


def test_in_norwegian() -> None:
    page = text(scene(*SECOND_DRAW, code="nb"))
    for words in (
        "[2. bytte av 3]",
        "bytter: 2 · pat",
        "[Enter] Stå pat",
        "POTT 30",
        "står pat",
        "Hvilke kort vil du bytte?",
    ):
        assert words in page


def test_a_marked_card_is_raised_and_hatched() -> None:
    made = scene(*FIRST_DRAW)
    before = lines(made)
    assert made.prompt is not None
    made.prompt.press("5")
    after = lines(made)
    foot = next(k for k, row in enumerate(before) if "──5──" in row)
    assert "──5──" in after[foot - 1]
    assert "──5──" not in after[foot]
    assert "──4──" in after[foot]
    assert "9♥╱╱╱" in "\n".join(after)


def test_new_cards_are_marked_after_the_draw() -> None:
    page = text(scene(*FIRST_DRAW, Discard("9c")))
    assert page.count("═") == 2 + page.count("━") * 0
    assert "draws 1" in page


def test_side_pots() -> None:
    pat = (Discard(), Discard(), Discard())
    all_in = (Raise(20), Call(), Raise(30), Call(), Call(), *pat)
    page = text(scene(*all_in, stacks=(400, 400, 30)))
    assert "POT 90" in page
    assert "all-in" in page
    assert "main" not in page
    page = text(scene(*all_in, Bet(10), Call(), stacks=(400, 400, 30)))
    assert "main 90 · side 20" in page


@pytest.mark.parametrize("code", ["en", "nb"])
def test_the_longest_choice_fits(code: str) -> None:
    page = text(scene(id="27sd", stacks=(100_000, 100_000, 100_000), code=code))
    say = language(code)
    assert f"[a] {say('bet.all-in', amount=100_000)}" in page
    assert f"[q] {say('prompt.quit')}" in page


def test_the_cap_is_shown() -> None:
    page = text(scene(Raise(20), Raise(30), Raise(40)))
    assert "■■■■ capped" in page
    assert any(row.strip() == "[f] Fold  [c] Call 20" for row in page.splitlines())


def test_showdown_names_hands_and_winner() -> None:
    checks = (Check(), Check(), Check())
    stand = (Discard(), Discard(), Discard())
    made = scene(*FIRST_DRAW, Discard("9c"), *checks, *stand, *checks, *stand, *checks)
    page = text(made)
    assert "[Showdown]" in page
    assert "Pot 30  → Marit" in page
    assert page.count("the wheel") == 2
    assert "+30" in page
    assert "2♣ 3♣ 4♦ 5♥ 7♠" in page
    assert "mucks" in page
    assert "draws: 2 · pat · pat" in page


def test_a_hand_won_without_a_showdown_shows_nothing() -> None:
    made = scene(Fold(), Fold())
    page = text(made)
    assert "[Showdown]" not in page
    assert "→ Halvor" in page
    assert page.count("♣") == 3  # the nine of the viewer's own folded hand


@pytest.mark.parametrize("actions", [(), FIRST_DRAW, SECOND_DRAW, (Fold(), Fold())])
@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 24), (110, 35), (140, 50), (200, 60)])
@pytest.mark.parametrize("code", ["en", "nb"])
def test_it_fits(actions: tuple[object, ...], width: int, height: int, code: str) -> None:
    rows = lines(scene(*actions, code=code), width, height)
    assert len(rows) <= height
    assert max(map(len, rows)) < width
    assert any("5" in row for row in rows[-14:])


def test_a_wide_terminal_tells_the_story() -> None:
    made = scene()
    made.narration = ["Marit posts small blind 5", "", "Halvor posts big blind 10"]
    made.before = ["Marit wins 60"]
    page = text(made, 110, 35)
    for words in ("THIS HAND", "Marit posts small blind 5", "LAST HAND", "Marit wins 60"):
        assert words in page
    assert "THIS HAND" not in text(made)
    assert "Marit posts small blind 5 · Halvor posts big blind 10" in text(made)


def test_plain_characters_have_the_same_width() -> None:
    for row in lines(scene(*SECOND_DRAW, code="nb")):
        assert len(plain(row, "ascii")) == len(row)
        assert plain(row, "ascii").isascii()
        assert "?" not in plain(row, "ascii").replace("[?]", "").replace("bytte?", "")
        assert plain(row, "utf-8") == row


@pytest.mark.parametrize("id", games.ids())
@pytest.mark.parametrize("code", ["en", "nb"])
def test_the_rules_fit_on_a_page(id: str, code: str) -> None:
    for house in ("online", "wsop", "arena", "pokerstars"):
        rows = [row.plain for row in rule_page(game(id, house=house), Stakes(5, 10), language(code), 80)]
        assert len(rows) <= 24
        assert max(map(len, rows)) < 80
    assert any(game_name(game(id), code) in row for row in rows)
