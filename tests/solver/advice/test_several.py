"""Advice among several players agrees with the engine, the bot's policy and the cards that are left."""

from math import sqrt
from random import Random

import numpy as np
import pytest

from standpat import Dealer, Hand, Stakes, game
from standpat.bots.directories import find
from standpat.bots.multiway import Multiway
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.player import situation
from standpat.cards.card import DECK, parse
from standpat.cli import main
from standpat.engine.action import Action, Call, Discard, Fold, Raise
from standpat.engine.blind import ForcedBet
from standpat.engine.event import DrawResult
from standpat.solver.advice.several import Several, advise_several, advise_situation, read_line
from standpat.solver.advice.several_kernel import DRAWS

pytestmark = pytest.mark.extended  # compiles its kernels

STAKES = Stakes(50, 100)


@pytest.fixture(scope="module")
def file() -> MultiwayFile:
    path = find("27td", several=True)
    assert path is not None
    return MultiwayFile.load(path)


class Given(Dealer):
    """A dealer that gives these cards to the last to be dealt (the button)."""

    def __init__(self, cards: str, seed: int, before: int) -> None:
        super().__init__(seed=seed)
        self._cards, self._before = parse(cards), before

    def new_deck(self) -> None:
        rest = [card for card in DECK if card not in self._cards]
        Random(str(self.seed)).shuffle(rest)
        self._stub, self._at = (*rest[: self._before], *self._cards, *rest[self._before :]), 0


def test_lines_as_people_write_them() -> None:
    assert read_line("RFc / 1,2 /xb") == [2, 0, 1, DRAWS + 1, DRAWS + 2, 1, 2]
    with pytest.raises(ValueError, match="'q' in 'rq': expected f, x, c, b, r, and 0 to 5"):
        read_line("rq")


@pytest.mark.parametrize(
    ("line", "cards", "message"),
    [
        ("fff", "7c5d4h3s2c", "step 3 of the line, a fold, is not possible there"),
        ("ff", "7c5d4h3s2c", "the hand is over at the end of the line"),
        ("r1", "7c5d4h3s2c", "step 2 of the line, a draw of 1, is not possible there"),
        ("rrrr", "7c5d4h3s2c", "step 4 of the line, a bet or raise, is not possible there"),
        ("", "7c5d4h3s3s", "five different cards"),
    ],
)
def test_lines_that_are_not_possible(file: MultiwayFile, line: str, cards: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        advise_several(file, 3, read_line(line), parse(cards[:8]) + parse(cards[8:]))


def choice(advice: Several, name: str) -> tuple[float, float, float]:
    found = next(one for one in advice.choices if one.name == name)
    return found.frequency, found.value, found.margin


def test_values_agree_with_hands_of_the_engine(file: MultiwayFile) -> None:
    """The button raises first in with a hand and all play on by the file, with cards that the engine deals."""
    cards = "9c6d4h3sKc"
    found = advise_several(file, 3, [], cards)
    _, value, margin = choice(found, "r")
    player, record, nets = Multiway(file), game("27td"), list[float]()
    for seed in range(1500):
        hand = Hand(record, STAKES, [10_000] * 3, 0, Given(cards, seed, 10))
        if set(hand.cards(0)) != set(parse(cards)):
            pytest.fail(f"the button has {hand.cards(0)}")
        hand.apply(Raise(200))
        random = Random(seed)
        while hand.to_act is not None:
            hand.apply(player(situation(hand, random)))
        assert hand.nets is not None
        nets.append(hand.nets[0] / 100)
    error = sqrt((1.96 * float(np.std(nets)) / sqrt(len(nets))) ** 2 + margin**2)
    assert value == pytest.approx(float(np.mean(nets)), abs=1.6 * error)
    assert choice(found, "f")[1] == 0


def test_a_decision_at_the_table(file: MultiwayFile) -> None:
    """The line and the own discards are read from what the seat has seen, and frequencies are those of the bot."""
    hand = Hand(game("27td"), STAKES, [10_000] * 3, 0, Dealer(5))
    steps: list[Action] = [Raise(200), Fold(), Call(), Discard(hand.cards(2)[:2]), Discard(hand.cards(0)[:1])]
    for action in steps:
        hand.apply(action)
    assert hand.to_act == 2
    here = situation(hand, Random(1))
    found = advise_situation(here, file)
    gone = [card for event in here.seen if isinstance(event, DrawResult) for card in event.discarded]
    assert len(gone) == 2
    assert (found.place, found.line) == (1, "rfc/21")
    assert found == advise_several(file, 3, read_line("rfc/21"), hand.cards(2), gone)
    policy = {type(action).__name__: p for action, p in Multiway(file).policy(here).items()}
    assert choice(found, "x")[0] == pytest.approx(policy.get("Check", 0), abs=0.011)
    assert sum([one.frequency for one in found.choices]) == pytest.approx(1)
    posts = [ForcedBet(1, "small-blind", 50), ForcedBet(2, "big-blind", 100), ForcedBet(3, "straddle", 200)]
    straddled = Hand(game("27td"), STAKES, [10_000] * 4, 0, Dealer(5), posts=posts)
    with pytest.raises(ValueError, match="straddle"):
        advise_situation(situation(straddled, Random(1)), file)


def test_dead_cards_are_not_drawn(file: MultiwayFile) -> None:
    """One card to 7-4-3-2 after the last draw but one, with all fives, sixes and eights gone, makes no eight."""
    line = read_line("rfc/11/xx/11/xx")
    dead = parse("5c5d5h5s6c6d6h6s8c8d8h8s")
    means, margins = [], []
    for gone in ((), dead):
        drawn = [choice(advise_several(file, 3, line, "Kc7d4h3s2c", gone, seed=k), "K")[1:] for k in range(1, 5)]
        means.append(sum([value for value, _ in drawn]) / 4)
        margins.append(sum([margin**2 for _, margin in drawn]) ** 0.5 / 4)
    assert means[0] > means[1] + sum(margins)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["solve", "27td", "--seats", "3", "--spot", "RFc/12", "--hand", "8c5d4h3s2c", "--dead", "10D Kc"]
    assert main([*asked, "--choice", "b"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("rfc/12: the big blind of 3 with 85432")
    assert "values are estimates" in text
    row = next(line for line in text.splitlines() if line.startswith("b "))
    assert f"b loses about {row.split()[4]} small bets" in text
    assert main([*asked, "--choice", "k"]) == 2
    assert "'k' is not a choice at this spot: expected one of b, x" in capsys.readouterr().err


def test_others_who_bet_have_better_hands(file: MultiwayFile) -> None:
    cards = "Tc8d6h4s2c"
    checked = advise_several(file, 3, read_line("rfc/10/x"), cards)
    raised = advise_several(file, 3, read_line("rfc/10/b"), cards)
    assert choice(raised, "c")[1] < choice(checked, "x")[1]
    assert choice(raised, "f")[1] == pytest.approx(-2)
