"""The result with luck subtracted has the same mean: exactly if everything can be enumerated, and in matches."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from made_up_play import made_up_play
from standpat import Bet, Call, Check, Dealer, Fold, Hand, Raise, Stakes, game
from standpat.cards.card import DECK, parse
from standpat.cards.ranking import RANKINGS
from standpat.engine.action import Action, Discard
from standpat.engine.games import Game
from standpat.lab.heads_up.play_files import anybody
from standpat.lab.heads_up.values import Values, values_of
from standpat.lab.match import Plan, Result, deck, play
from standpat.lab.match.aivat import Luck
from standpat.lab.match.entrant import seated
from standpat.lab.match.measure import GUESSED, Measure, PairMeasure, SeveralMeasure, average_plays, measure_of
from standpat.lab.match.pair_luck import PairLuck
from standpat.lab.match.prospect import Prospects, prospects
from standpat.lab.match.several_luck import SeveralLuck
from standpat.lab.match.standing import standings
from standpat.lab.match.tally import PARTS
from standpat.lab.match.value import Value, shares, value_of

pytestmark = pytest.mark.extended

STACK = 1000
STAKES = Stakes(5, 10)


def made_up(record: Game, seed: int) -> tuple[Value, Prospects]:
    """A value function without knowledge, with random prospects."""
    random = np.random.default_rng(seed)
    ranking = RANKINGS[record.ranking]
    rows = random.dirichlet(np.full(24, 0.3), (record.draw_rounds + 1, ranking.count + 1))
    coming = random.uniform(0, 9, (2, record.draw_rounds + 1)).tolist()
    return Value(coming, 10, STACK), Prospects(ranking, rows)


# Exactly -----------------------------------------------------------------------------------------------------


class Chosen(Dealer):
    """A dealer that deals these cards in this order, and burns from the bottom."""

    def __init__(self, cards: Sequence[int]) -> None:
        super().__init__(seed=1)
        self._cards = tuple(cards)

    def new_deck(self) -> None:
        self._stub, self._at = (*self._cards, *[c for c in DECK if c not in self._cards]), 0

    def burn(self) -> int:
        card = self._stub[-1]
        self._stub = self._stub[:-1]
        return card

    def copy(self) -> "Chosen":
        twin = Chosen(self._cards)
        twin._stub, twin._at = self._stub, self._at
        return twin


Toy = Callable[[Hand], Mapping[Action, float]]
"""The probability of each action of the seat to act."""


def bold(hand: Hand) -> dict[Action, float]:
    """A player that mixes all actions while the pot is small.

    The button may discard its first card; nobody else draws.
    """
    legal = hand.legal
    if legal.draw is not None:
        assert hand.to_act is not None
        first = hand.cards(hand.to_act)[:1]
        return {Discard(): 0.3, Discard(first): 0.7} if hand.to_act == 0 else {Discard(): 1.0}
    found: dict[Action, float] = {}
    if legal.fold:
        found[Fold()] = 0.2
    if legal.check:
        found[Check()] = 0.5
    if legal.call is not None:
        found[Call()] = 0.35
    wager = legal.bet or legal.raise_
    if wager is not None and hand.pot < 45:
        found[Bet(wager.min_to) if legal.bet else Raise(wager.min_to)] = 0.4
    return {action: p / sum(found.values()) for action, p in found.items()}


def drawing(hand: Hand) -> dict[Action, float]:
    """A player that draws one card and never bets."""
    if hand.legal.draw is not None:
        assert hand.to_act is not None
        return {Discard(hand.cards(hand.to_act)[:1]): 1.0}
    return {Check() if hand.legal.check else Call(): 1.0}


def courses(record: Game, dealt: tuple[int, ...], toy: Toy) -> Iterator[tuple[float, list[Action], tuple[int, ...]]]:
    """All possible continuations of a hand with these cards dealt: probability, actions, replacements."""
    seats = len(dealt) // 5
    todo: list[tuple[float, list[Action], tuple[int, ...]]] = [(1.0, [], ())]
    while todo:
        likely, actions, drawn = todo.pop()
        hand = Hand(record, STAKES, [STACK] * seats, 0, Chosen((*dealt, *drawn)))
        for action in actions:
            hand.apply(action)
        if hand.to_act is None:
            yield likely, actions, drawn
            continue
        for action, p in toy(hand).items():
            if isinstance(action, Discard) and action.cards:
                unseen = [card for card in DECK if card not in dealt + drawn]
                todo += [(likely * p / len(unseen), [*actions, action], (*drawn, card)) for card in unseen]
            else:
                todo.append((likely * p, [*actions, action], drawn))


def luck_of(hand: Hand, actions: list[Action], toy: Toy, value: Value, ways: list[Prospects]) -> Luck:
    luck = Luck(value, ways, hand)
    for action in actions:
        luck.foresee(toy(hand))
        luck.follow(action, hand.apply(action))
        assert abs(luck.chips.sum()) < 1e-9
    return luck


@pytest.mark.parametrize(
    ("game_id", "house", "dealt", "toy"),
    [
        ("27sd", "arena", "Kc Kd 2h 3s 4c  7c 5d 4h 3h 2s", bold),
        ("27sd", "online", "Kc 9d 2h 3s 4c  Tc 5d 4h 3h 2s", drawing),
        ("27sd", "wsop", "Kc 9d 2h 3s 4c  Tc 5d 4h 3h 2s", drawing),
    ],
)
def test_luck_is_zero_on_average_over_all_there_is(game_id: str, house: str, dealt: str, toy: Toy) -> None:
    """With a random value function, both the result and the adjusted result have the expectation of the game."""
    record = game(game_id, house=house)
    cards = parse(dealt)
    value, way = made_up(record, seed=7)
    total, plain, less, wild = 0.0, np.zeros(2), np.zeros(2), 0.0
    for likely, actions, drawn in courses(record, cards, toy):
        hand = Hand(record, STAKES, [STACK] * 2, 0, Chosen((*cards, *drawn)))
        luck = luck_of(hand, actions, toy, value, [way, way])
        assert hand.nets is not None
        total += likely
        plain += likely * np.array(hand.nets)
        less += likely * (np.array(hand.nets) - luck.chips)
        wild += likely * float(luck.chips[0]) ** 2
    assert total == pytest.approx(1)
    assert less == pytest.approx(plain, abs=1e-9)
    assert wild > 1


@pytest.mark.parametrize(
    ("house", "dealt", "toy"),
    [
        ("online", "Kc Kd 2h 3s 4c  7c 5d 4h 3h 2s", bold),
        ("wsop", "Kc 9d 2h 3s 4c  Tc 5d 4h 3h 2s", drawing),
    ],
)
def test_solved_luck_is_zero_on_average_over_all_there_is(house: str, dealt: str, toy: Toy) -> None:
    """The same with values of two made-up players, who are not those that play."""
    record = game("27sd-fl", house=house)
    values = values_of(record, made_up_play(record, 1), made_up_play(record, 2))
    cards = parse(dealt)
    total, plain, less, wild = 0.0, np.zeros(2), np.zeros(2), 0.0
    for likely, actions, drawn in courses(record, cards, toy):
        hand = Hand(record, STAKES, [STACK] * 2, 0, Chosen((*cards, *drawn)))
        luck = PairLuck(values, hand, False)
        for action in actions:
            luck.foresee(toy(hand))
            luck.follow(action, hand.apply(action))
        assert hand.nets is not None
        total += likely
        plain += likely * np.array(hand.nets)
        less += likely * (np.array(hand.nets) - luck.chips)
        wild += likely * float(luck.chips[0]) ** 2
    assert total == pytest.approx(1)
    assert less == pytest.approx(plain, abs=1e-5)  # the values are in single precision
    assert wild > 1


def leaving(hand: Hand) -> dict[Action, float]:
    """Three players, of whom the button may fold before the draw; the big blind may discard its first card."""
    legal, seat = hand.legal, hand.to_act
    if legal.draw is not None:
        return {Discard(hand.cards(2)[:1]): 0.6, Discard(): 0.4} if seat == 2 else {Discard(): 1.0}
    if not hand.street:
        return {Fold(): 0.7, Call(): 0.3} if seat == 0 else {Check() if legal.check else Call(): 1.0}
    if legal.bet:
        return {Check(): 0.7, Bet(legal.bet.min_to): 0.3}
    return {Fold(): 0.4, Call(): 0.6}


def test_luck_is_zero_on_average_when_solved_values_take_over_from_the_fixed_rule() -> None:
    """Over all there is after a deal to three: the values are of made-up players, the fixed rule is made up too."""
    record = game("27sd-fl")
    values = values_of(record, made_up_play(record, 1), made_up_play(record, 2))
    value, way = made_up(record, seed=7)
    cards = parse("Kc Kd 2h 3s 4c  7c 5d 4h 3h 2s  9c Tc 8d 6h 6s")
    total, plain, less, wild, two = 0.0, np.zeros(3), np.zeros(3), np.zeros(3), 0.0
    asked = set()

    def seats(last: int, first: int) -> Values:
        asked.add((last, first))
        return values

    for likely, actions, drawn in courses(record, cards, leaving):
        hand = Hand(record, STAKES, [STACK] * 3, 0, Chosen((*cards, *drawn)))
        luck = SeveralLuck(value, [way] * 3, seats, hand)
        for action in actions:
            luck.foresee(leaving(hand))
            luck.follow(action, hand.apply(action))
            assert abs(luck.chips.sum()) < 1e-6
        assert hand.nets is not None
        total += likely
        plain += likely * np.array(hand.nets)
        less += likely * (np.array(hand.nets) - luck.chips)
        wild += likely * luck.chips**2
        two += likely * (Fold() in actions[:1])
    assert total == pytest.approx(1)
    assert two == pytest.approx(0.7)
    assert asked == {(2, 1)}
    assert less == pytest.approx(plain, abs=1e-5)  # the values are in single precision
    assert wild.min() > 1


def test_the_solved_luck_of_the_deal_is_zero_on_average() -> None:
    record = game("27sd-fl")
    values = values_of(record, made_up_play(record, 1), made_up_play(record, 2))
    found = [
        float(PairLuck(values, Hand(record, STAKES, [STACK] * 2, 0, Dealer(k)), True).chips[0]) for k in range(400)
    ]
    assert 0 < abs(np.mean(found)) < 3 * np.std(found) / sqrt(len(found))
    assert PairLuck(values, Hand(record, STAKES, [STACK] * 2, 0, Dealer(1)), False).chips.tolist() == [0, 0]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_luck_of_a_draw_agrees_with_counting_cards(count: int) -> None:
    record = game("27td")
    _, way = made_up(record, seed=3)
    dealt = parse("2c2d7h8sKc 3c4d7d9sJh Ah")
    kept = [card >> 2 for card in dealt[: 5 - count]]
    stub = [card for card in DECK if card not in dealt]
    unseen = [sum([card >> 2 == rank for card in stub]) for rank in range(13)]
    rows = [way.hand(1, [*kept, *[card >> 2 for card in new]]) for new in combinations(stub, count)]
    assert way.drawn(1, kept, unseen) == pytest.approx(sum(rows) / len(rows))


def test_the_deal_counts_where_players_draw_in_different_ways() -> None:
    """For each hand in turn, the mean of the deal's effect over the hand's cards is zero."""
    record = game("27sd")
    ways = [prospects(record, "pat"), prospects(record, "plan")]
    value = value_of(record, STAKES, STACK)

    def dealt(order: list[Prospects], seed: int) -> float:
        return float(Luck(value, order, Hand(record, STAKES, [STACK] * 2, 0, Dealer(seed))).chips[0])

    found = [dealt(ways, seed) for seed in range(400)]
    spread = np.std(found) / sqrt(len(found))
    assert 0 < abs(np.mean(found)) < 3 * spread
    assert dealt([ways[0]] * 2, 1) == 0


@pytest.mark.slow
def test_of_luck_by_guessed_values_a_part_counts() -> None:
    this = plan("rule", "py:standpat.bots.passive:caller", game_id="27sd-fl")
    plays = average_plays(this)
    assert plays is not None
    assert plays[1] is anybody(this.game)
    for number in range(4):
        hand = Hand(this.game, this.stakes, [this.stack] * 2, 0, Dealer(number))
        whole, part = [measure.luck(hand, (0, 1)).chips for measure in (PairMeasure(this, plays), measure_of(this))]
        assert abs(whole[0]) > 1
        assert part == pytest.approx(GUESSED * whole)


# Ways of drawing ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["plan", "pat", "random"])
@pytest.mark.parametrize("game_id", ["27sd", "a5td"])
def test_a_prospect_sums_to_one(game_id: str, way: str) -> None:
    record = game(game_id)
    made = prospects(record, way)
    for left in range(record.draw_rounds + 1):
        for hand in ([0, 1, 2, 3, 5], [0, 0, 0, 0, 12], [12, 11, 11, 4, 4]):
            assert made.hand(left, hand).sum() == pytest.approx(1)
        assert made.keep(left, [12, 12, 12, 12]).sum() == pytest.approx(1)


def test_a_pat_hand_stays_what_it_is_and_a_random_draw_is_the_mean_of_all() -> None:
    record = game("27td")
    pat, random = prospects(record, "pat"), prospects(record, "random")
    hand = [0, 1, 2, 6, 9]
    assert (pat.hand(3, hand) == pat.hand(0, hand)).all()
    rows = [random.hand(1, hand)]  # no card of 0 … 5
    for count in range(1, 6):
        keeps = [random.keep(1, keep) for keep in combinations(hand, 5 - count)]
        rows.append(np.mean(keeps, axis=0))
    assert random.hand(2, hand) == pytest.approx(sum(rows) / 6)


def test_shares_are_chances() -> None:
    best, worst = np.eye(24)[0], np.eye(24)[23]
    assert shares([best, worst]) == [1, 0]
    assert shares([best, best]) == [0.5, 0.5]
    assert shares([best, best, best]) == pytest.approx([1 / 3] * 3)
    half = (best + worst) / 2
    assert shares([half, worst]) == pytest.approx([0.75, 0.25])


# In matches --------------------------------------------------------------------------------------------------


def plan(*players: str, game_id: str = "27td", seed: int = 5, aivat: bool = True) -> Plan:
    """A match whose estimate is not averaged over imagined histories (`test_averaged`)."""
    return Plan(game(game_id), Stakes(50, 100), 10_000, seed, players, aivat=aivat, imagined=0)


def match(*players: str, decks: int, game_id: str = "27td") -> Result:
    return play(plan(*players, game_id=game_id), decks * len(players))


class Astray(PairMeasure):
    """A measure by values of players who play without sense."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan, [made_up_play(plan.game, seed) for seed in (1, 2)])


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        ("27sd-fl", {}),
        ("a5sd", {"house": "wsop"}),
        pytest.param("27td", {"stack": 700}, marks=pytest.mark.slow),  # all-in now and then
        pytest.param("a5td", {"house": "arena", "ante": 15}, marks=pytest.mark.slow),
    ],
)
def test_both_estimates_agree_with_solved_values(
    game_id: str, options: dict[str, Any], known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the values are of other players or of these, and at tables that the values are not solved for."""
    measure = measure_of if known else Astray
    monkeypatch.setattr(deck, "measure_of", cache(measure))
    record = game(game_id, house=options.get("house", "online"))
    stakes = Stakes(50, 100, options.get("ante", 0))
    players = ("rule", "random" if not known else "rule")
    this = Plan(record, stakes, options.get("stack", 10_000), 6, players, aivat=True, imagined=8)
    if known:
        assert isinstance(measure_of(this), PairMeasure)
    with seated(this) as entrants:
        tallies = [deck.play_deck(this, entrants, number).tally for number in range(120)]
    lucks = np.array([[score.total - score.adjusted / PARTS for score in tally.scores] for tally in tallies])
    assert np.abs(lucks.sum(axis=1)).max() <= 0.02 + 1e-9
    spread = lucks.std(axis=0) / sqrt(len(lucks))
    assert spread.min() > 1
    assert (np.abs(lucks.mean(axis=0)) < 3.5 * spread).all()


@pytest.mark.parametrize(("game_id", "ratio"), [("27sd-fl", 30), ("27td", 8)])
def test_solved_values_take_many_times_fewer_hands(game_id: str, ratio: float) -> None:
    found = match("blueprint", "blueprint", decks=60, game_id=game_id).hands_ratio(0)
    assert found is not None
    assert found > ratio


@pytest.mark.slow
def test_which_matches_are_measured_by_solved_values() -> None:
    def solved(*players: str, game_id: str = "27td") -> bool:
        return isinstance(measure_of(plan(*players, game_id=game_id)), PairMeasure)

    assert isinstance(measure_of(plan("rule", "novice", "rule", game_id="a5td")), SeveralMeasure)
    assert not isinstance(measure_of(plan("rule", "rule", "rule", game_id="27sd")), SeveralMeasure)
    assert solved("blueprint", "rule")
    assert solved("py:mine:decide", "rule", game_id="a5sd")
    assert not solved("rule", "caller")
    assert not solved("rule", "rule", "rule")
    assert not solved("rule", "rule", game_id="27sd")


class Silly(Measure):
    """A measure with a random value function."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        value, way = made_up(plan.game, seed=11)
        self._value = value._replace(blind=plan.stakes.big_blind, stack=plan.stack)
        self._prospects = [way] * plan.seats


@pytest.mark.parametrize("silly", [False, True])
@pytest.mark.parametrize(
    ("game_id", "players"),
    [
        ("27td", ("rule", "random")),
        ("a5td", ("random", "caller")),
        ("27sd", ("rule", "caller", "random")),
        ("27sd-fl", ("rule", "novice", "blueprint", "rule")),
        ("27td", ("random", "caller", "random", "caller", "caller", "rule")),
    ],
)
def test_both_estimates_agree(
    game_id: str, players: tuple[str, ...], silly: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The luck that is subtracted is zero on average, within its error."""
    if silly:
        monkeypatch.setattr(deck, "measure_of", cache(Silly))
    this = plan(*players, game_id=game_id)
    with seated(this) as entrants:
        tallies = [deck.play_deck(this, entrants, number).tally for number in range(150 // len(players))]
    lucks = np.array([[score.total - score.adjusted / PARTS for score in tally.scores] for tally in tallies])
    assert np.abs(lucks.sum(axis=1)).max() <= 0.005 * len(players) + 1e-9
    spread = lucks.std(axis=0) / sqrt(len(lucks))
    assert spread.min() > 1
    assert (np.abs(lucks.mean(axis=0)) < 3.5 * spread).all()


@pytest.mark.parametrize(("players", "ratio"), [(("rule", "random"), 1.4), (("random", "caller"), 2.5)])
def test_aivat_takes_fewer_hands(players: tuple[str, ...], ratio: float) -> None:
    found = match(*players, decks=200).hands_ratio(0)
    assert found is not None
    assert found > ratio


def test_measuring_changes_nothing_else(tmp_path: Path) -> None:
    results = [
        play(plan("rule", "random", aivat=aivat), 60, log=tmp_path / f"{aivat}").to_dict() for aivat in (False, True)
    ]
    assert (tmp_path / "False").read_bytes() == (tmp_path / "True").read_bytes()
    for result in results:
        for bot in result["bots"]:
            bot.pop("decisions")
    assert all(["aivat" not in bot for bot in results[0]["bots"]])
    less = [bot.pop("aivat") for bot in results[1]["bots"]]
    assert results[0] == results[1]
    assert less[0]["chips_per100_mean"] == pytest.approx(-less[1]["chips_per100_mean"], abs=0.1)
    assert set(less[0]) == {
        *[f"{name}_{part}" for name in ("chips_per100", "units_per100", "msb_per_hand") for part in ("mean", "ci95")],
        "hands_ratio",
    }


def test_two_processes_and_two_parts_measure_the_same(tmp_path: Path) -> None:
    def told(result: Result) -> list[object]:
        return [bot["aivat"] for bot in result.to_dict()["bots"]]

    alone = told(play(plan("rule", "random"), 100))
    assert told(play(plan("rule", "random"), 100, jobs=2)) == alone
    play(plan("rule", "random"), 40, checkpoint=tmp_path / "aside")
    assert told(play(plan("rule", "random"), 100, checkpoint=tmp_path / "aside")) == alone
    with pytest.raises(ValueError, match="its aivat is true, not false"):
        play(plan("rule", "random", aivat=False), 100, checkpoint=tmp_path / "aside")


def test_a_match_ends_when_it_is_precise_enough_without_luck() -> None:
    this = plan("random", "caller")
    result = play(this, 10_000, precision=12)
    assert result.ended == "precision"
    assert (result.adjusted_per_100(0)[1] or 99) <= 12 < (result.per_100(0)[1] or 0)


def test_standings_have_both() -> None:
    console = Console(width=120)
    with console.capture() as capture:
        console.print(standings(match("random", "caller", decks=3)))
    assert "AIVAT" in capture.get()
    assert "hands×" in capture.get()


OWN = """
from standpat.engine.action import Call, Check, Discard, Fold

def secret(situation):
    legal = situation.legal
    return Discard() if legal.draw is not None else Check() if legal.check else Call()

def open(situation):
    return secret(situation)

open.policy = lambda situation: {secret(situation): 1.0}

def liar(situation):
    return secret(situation)

liar.policy = lambda situation: {Fold(): 0.5, Discard(): 0.5}
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "policybot.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.usefixtures("own")
def test_players_of_ones_own_may_state_a_policy() -> None:
    known, unknown = [match(f"py:policybot:{name}", "random", decks=20) for name in ("open", "secret")]
    assert known.adjusted_per_100(0) == unknown.adjusted_per_100(0)  # it has no randomness
    with pytest.raises(ValueError, match="a policy that did not list"):
        match("py:policybot:liar", "random", decks=20)
