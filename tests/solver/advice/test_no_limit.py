"""Advice without a limit is what the bots `nolimit` and `resolve` do, by a line as people write it."""

import json
from random import Random

import pytest

from standpat import Bet, Call, Check, Dealer, Discard, Fold, Hand, Raise, Stakes, game
from standpat.bots.directories import find_no_limit
from standpat.bots.nolimit import Nolimit
from standpat.bots.nolimit_file import NolimitFile
from standpat.bots.player import situation
from standpat.cards.card import RANKS, text
from standpat.cli import main
from standpat.engine.action import Action
from standpat.solver.advice.no_limit import NoLimit, advise_no_limit, read_steps
from standpat.solver.nolimit.deal_kernel import BIG
from standpat.solver.nolimit.resolve import Resolving

pytestmark = pytest.mark.extended

STAKES = Stakes(BIG // 2, BIG)  # so that sizes are rounded alike
LINES: dict[str, tuple[int, list[Action | int]]] = {  # by line: seats, and the same actions in the engine
    "": (2, []),
    "r2.7": (2, [Raise(324)]),
    "fffcr3.55c": (6, [Fold(), Fold(), Fold(), Call(), Raise(426), Call()]),
    "cx/": (2, [Call(), Check()]),
    "r2.7/c/1p/": (2, [Raise(324), Call(), 1, 0]),
    "r2.7c/10/a": (2, [Raise(324), Call(), 1, 0, Bet(11_676)]),
    "CX/11/B2.5": (2, [Call(), Check(), 1, 1, Bet(300)]),
    "fff/r3.125/fc/1,0/xb5": (6, [Fold(), Fold(), Fold(), Raise(375), Fold(), Call(), 1, 0, Check(), Bet(600)]),
}


@pytest.fixture(scope="module")
def file() -> NolimitFile:
    path = find_no_limit("27sd")
    assert path is not None
    return NolimitFile.load(path)


def name_of(action: Action, hand: Hand) -> str:
    match action:
        case Fold():
            return "f"
        case Check() | Call():
            return "c" if hand.legal.check is False else "x"
        case Bet(to=to) | Raise(to=to):
            return f"{'b' if hand.legal.bet else 'r'}{to / BIG:.4g}"
        case Discard(cards=cards):
            return "".join([RANKS[card >> 2] for card in sorted(cards, reverse=True)])
    raise AssertionError(action)


@pytest.mark.parametrize("line", LINES)
def test_it_is_what_the_bots_do(file: NolimitFile, line: str) -> None:
    """At sizes that the file knows, and at others where the round is solved."""
    seats, actions = LINES[line]
    hand = Hand(game("27sd"), STAKES, [100 * BIG] * seats, seats - 1, Dealer("advice"))
    for action in actions:
        assert hand.to_act is not None
        if isinstance(action, int):
            hand.apply(Discard(hand.cards(hand.to_act)[:action]))
        else:
            hand.apply(action)
    here = situation(hand, Random(1))
    advice = advise_no_limit(file, seats, line, text(here.cards))
    assert advice.solved == (hand.street == 1 and not hand.drawing)
    assert advice.pot == hand.pot / BIG
    assert advice.place == hand.to_act
    assert sum([choice.frequency for choice in advice.choices]) == pytest.approx(1)
    bot = Resolving(file) if advice.solved else Nolimit(file)
    want = dict[str, float]()
    for action, chance in bot.policy(here).items():
        name = name_of(action, hand)
        want[name] = want.get(name, 0) + chance
    assert {choice.name: choice.frequency for choice in advice.choices} == pytest.approx(want, abs=1e-6)


def test_an_unknown_size_is_a_mean_of_its_readings(file: NolimitFile) -> None:
    """Between two known sizes the answer lies between theirs, nearer to that of the nearer size."""

    def folds(line: str) -> float:
        advice: NoLimit = advise_no_limit(file, 2, line, "QdJcTh5s2c")
        return sum([choice.frequency for choice in advice.choices if choice.name == "f"])

    known = [folds(line) for line in ("r2.7", "r4.4")]
    between = [folds(line) for line in ("r2.9", "r3.5", "r4.2")]
    assert known[0] < between[0] < between[1] < between[2] < known[1]


@pytest.mark.parametrize(
    ("seats", "line", "message"),
    [
        (2, "r1", "step 1 of the line, 'r1': expected 2 to 100 big blinds"),
        (2, "r200", "expected 2 to 100 big blinds"),
        (2, "b", "has no size"),
        (2, "r2.5cc", "expected the cards that the next player draws"),
        (2, "c/1", "expected a bet, check, call or fold"),
        (2, "cf", "there is no bet to fold to"),
        (2, "f", "the hand is over at the end"),
        (2, "fc", "the hand is over before it"),
        (2, "ar", "has no size"),
        (2, "aa", "may not raise"),
        (2, "q", "expected f, x, c, a, b or r"),
        (8, "", "the strategy is for 2 to 7"),
    ],
)
def test_a_wrong_line_is_said_to_be_wrong(file: NolimitFile, seats: int, line: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        advise_no_limit(file, seats, line, "7c5d4h3s2c")


def test_a_hand_is_five_cards(file: NolimitFile) -> None:
    with pytest.raises(ValueError, match="five different cards"):
        advise_no_limit(file, 2, "", "7c7c4h3s2c")
    with pytest.raises(ValueError, match="expected 1 big blind or more"):
        advise_no_limit(file, 2, "", "7c5d4h3s2c", stack=0.5)


def test_steps_as_people_write_them() -> None:
    assert read_steps("R2.5C/1p/x B4 a") == [
        ("r", 2.5), ("c", 0), ("d", 1), ("d", 0), ("x", 0), ("b", 4), ("a", 0),
    ]  # fmt: skip


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["solve", "27sd", "--spot", "r2.5c/1p/b4", "--hand", "9d7c4h3s2c", "--stack", "40", "--ante", "1"]
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["place"] == "button"
    assert found["pot"] == pytest.approx(5 + 4 + 2 * 0.1)
    assert found["solved"]
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert "the button of 2 with 97432, a pot of 9.2 bb" in shown
    assert "what a choice wins is not known" in shown


@pytest.mark.parametrize("id", ["27td-nl", "27td-pl"])
def test_games_of_three_draws_have_frequencies(id: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Through all draws. Nothing is solved there."""
    for line in ("", "r3c/", "r3c/21/xb3", "r3c/21/xb3c/11/xx/10/"):
        assert main(["solve", id, "--spot", line, "--hand", "8c7d5h3s2c", "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert sum([one["frequency"] for one in told["choices"]]) == pytest.approx(1)
        assert not told["solved"]


def test_nobody_raises_by_more_than_the_pot(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "27td-pl", "--spot", "r3.5", "--hand", "8c7d5h3s2c"]) == 2
    assert "expected 2 to 3 big blinds" in capsys.readouterr().err
    assert main(["solve", "27td-pl", "--spot", "a", "--hand", "8c7d5h3s2c"]) == 2
    assert "all-in is more than the pot" in capsys.readouterr().err


def test_without_a_strategy_file_there_is_no_advice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("standpat.bots.directories.find_no_limit", lambda game: None)
    assert main(["solve", "27td-pl", "--seats", "3", "--spot", "", "--hand", "8c5d4h3s2c"]) == 2
    assert "there is no strategy of 27td-pl" in capsys.readouterr().err


def test_what_the_bot_leaves_to_rule_has_no_advice(capsys: pytest.CaptureFixture[str]) -> None:
    """The advice was that of spots which only strays had met, and not what the bot does."""
    assert main(["solve", "27td-nl", "--spot", "r3c/21/xa", "--hand", "8c7d5h3s2c"]) == 2
    assert "is answered by the bot rule" in capsys.readouterr().err
    assert main(["solve", "27td-nl", "--spot", "r3c/21/xa", "--hand", "8c7d5h3s2c", "--stack", "12"]) == 0


def test_seven_are_advised_where_seven_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "27sd", "--seats", "7", "--spot", "", "--hand", "8c7d5h3s2c"]) == 0
    assert "of 7 with 87532" in capsys.readouterr().out
    assert main(["solve", "27td-nl", "--seats", "7", "--spot", "", "--hand", "8c7d5h3s2c"]) == 2
    assert "7 seats: the strategy is for 2 to 6" in capsys.readouterr().err
