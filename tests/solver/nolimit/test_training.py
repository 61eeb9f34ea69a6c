"""Training the no-limit bot: repeatable, effective, and played alike by the kernel and the bot."""

import re
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from standpat import Bet, Call, Check, Dealer, Fold, Hand, Raise, Stakes, game
from standpat.bots import situation
from standpat.bots.check_down import plan_of
from standpat.bots.check_down_values import PAT
from standpat.bots.nolimit import Nolimit, hand_of
from standpat.bots.nolimit_file import LEVELS, NolimitFile
from standpat.bots.nolimit_hand import CHOICES, PASS
from standpat.bots.nolimit_spot import (
    AFTER_DRAW,
    AT_DEPTH,
    COARSE_KEYS,
    DRAWING,
    OPENER,
    at_depth,
    depth_of_key,
    kind_of_key,
    level_of_key,
    of_two,
    spot_key,
    without_opener,
)
from standpat.cards.ranking import RANKINGS
from standpat.solver.kernels.deck import DECK, new_deck
from standpat.solver.kernels.random_stream import CHANCE
from standpat.solver.nolimit import book_kernel, deal_kernel, deal_plan, rules, strategy
from standpat.solver.nolimit.buckets import AFTER, BEFORE, COUNTS, buckets_of
from standpat.solver.nolimit.habits import HABITS
from standpat.solver.nolimit.hands import cards_of, setting_of
from standpat.solver.nolimit.match import OTHERS, Arena, Response, Table, strangers
from standpat.solver.nolimit.strategy import Policy, export, load, policy_of, strategy_of, with_depth
from standpat.solver.nolimit.training import NAME, NolimitTraining, chances_of, plan_at, sizes_of

pytestmark = pytest.mark.slow

GAME = game("27sd")
DEALS = 500
SPACE = 120_000_000


def trained(folder: Path, epochs: int, deals: int = DEALS, coarse: int = 1000, id: str = GAME.id) -> NolimitTraining:
    training = NolimitTraining(game(id), folder, deals=deals, space=SPACE)
    if not training.epoch:
        training.book["coarse_deals"] = coarse
    for _ in range(epochs):
        training.iterate()
    return training


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> NolimitTraining:
    """A hundred thousand deals."""
    return trained(tmp_path_factory.mktemp("small"), 25, 4_000, 40_000)


@pytest.fixture(scope="module")
def policy(small: NolimitTraining) -> Policy:
    return policy_of(strategy_of(small.book, small.mind))


def test_every_hand_has_a_bucket_and_draws() -> None:
    hands = buckets_of(GAME)
    count, plan = RANKINGS[GAME.ranking].count, plan_of(GAME)
    assert set(hands.bucket[0, 1:].tolist()) == set(range(BEFORE))
    assert set(hands.bucket[1, 1:].tolist()) == set(range(AFTER))
    for value in range(1, count + 1):
        allowed = int(hands.allowed[0, hands.bucket[0, value]])
        assert allowed & 1
        assert allowed.bit_count() >= 3
        for thrown in range(1, COUNTS):
            if allowed >> thrown & 1:
                assert int(hands.keep[0, value, thrown]).bit_count() <= 5 - thrown
        assert (hands.best[0, value] == 0) == (plan.choice[1][value] == PAT)
    assert hands.bucket[:, 1].tolist() == [0, 0]
    assert hands.bucket[1, count] == AFTER - 1


@pytest.mark.parametrize("id", ["27sd", "27td-nl", "27td-pl"])
def test_a_resumed_training_equals_an_uninterrupted_one(id: str, tmp_path: Path) -> None:
    """Through the change from coarse to fine spots and a discount."""
    whole = trained(tmp_path / "whole", 5, id=id)
    trained(tmp_path / "part", 1, id=id).save()
    again = trained(tmp_path / "part", 3, id=id)
    again.save()
    again = trained(tmp_path / "part", 1, id=id)
    assert again.epoch == 5
    assert again.book.tobytes() == whole.book.tobytes()
    used = int(whole.book["used"][0])
    assert again.mind[:used].tobytes() == whole.mind[:used].tobytes()
    assert again.reached()["deals"] == 5 * DEALS
    assert np.abs(again.mind[:used]).max() > 0


def test_a_checkpoint_of_another_training_is_refused(tmp_path: Path) -> None:
    trained(tmp_path, 1).save()
    with pytest.raises(ValueError, match="its deals is 500, not 400; give another folder"):
        NolimitTraining(GAME, tmp_path, deals=400, space=SPACE)
    with pytest.raises(ValueError, match="other spots than this version"):
        NolimitTraining(GAME, tmp_path, deals=DEALS, space=1000)
    with pytest.raises(ValueError, match="is for no-limit games"):
        NolimitTraining(game("27td"), tmp_path)
    more = [3, 4, 5, 6]
    with pytest.raises(ValueError, match=re.escape("its seats is [2, 3, 4, 5, 6], not [3, 4, 5, 6]")):
        NolimitTraining(GAME, tmp_path, deals=DEALS, space=SPACE, seats=more, depth=100)
    with pytest.raises(ValueError, match="a depth of 70: expected one of 40, 100, 200"):
        NolimitTraining(GAME, tmp_path, deals=DEALS, space=SPACE, seats=more, depth=70)
    for id, seats in (("27sd", [2, 3]), ("27td-nl", more)):
        with pytest.raises(ValueError, match="is for single draw with three or more seats"):
            NolimitTraining(game(id), tmp_path, deals=DEALS, space=SPACE, seats=seats, depth=100)
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_a_training_for_one_depth_meets_hands_of_that_depth(tmp_path: Path) -> None:
    """All have the spots of this depth, so that a strategy of several depths plays each with what was learned there."""
    training = NolimitTraining(GAME, tmp_path / "one", deals=DEALS, space=SPACE, seats=[3, 6], depth=100)
    plan, state = plan_at(100, 1, chances_of([3, 6])), np.zeros(1, CHANCE)
    setting, hands, decks = np.zeros(1, deal_kernel.SETTING)[0], np.zeros(1, deal_kernel.HAND), np.zeros(1, DECK)
    seen: Counter[tuple[int, int, bool]] = Counter()
    for _ in range(2000):
        deal_plan.new_setting(setting, state[0], plan)
        new_deck(decks[0], state[0])
        deal_kernel.deal(hands[0], decks[0], training.cards, setting)
        stacks = setting["stack"][: setting["seats"]].tolist()
        seen[int(setting["seats"]), depth_of_key(rules.spot_key(hands[0], AT_DEPTH)), len(set(stacks)) == 1] += 1
    assert set(seen) == {(seats, 2, even) for seats in (3, 6) for even in (True, False)}
    training.iterate()
    training.save()
    with pytest.raises(ValueError, match=re.escape("its depth is 100, not None; give another folder")):
        NolimitTraining(GAME, tmp_path / "one", deals=DEALS, space=SPACE, seats=[3, 6])
    again = NolimitTraining(GAME, tmp_path / "one", deals=DEALS, space=SPACE, seats=[3, 6], depth=100)
    assert again.book.tobytes() == training.book.tobytes()


def test_a_strategy_takes_over_what_was_learned_at_a_depth(
    small: NolimitTraining, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything else stays. Between what was learned there and the strategy for all depths the visits decide."""
    one = NolimitTraining(GAME, tmp_path, deals=20_000, space=SPACE, seats=[3, 6], depth=40)
    one.book["coarse_deals"] = 0
    one.iterate()
    plain = strategy_of(small.book, small.mind)
    learned, _ = strategy._learned(strategy._met(one.book), one.mind)
    often = {key for key, spot in learned.items() if spot.visits >= strategy.SELDOM_AT_DEPTH}
    assert 40 < len(often) < len(learned) / 2
    made = {}
    for prior in (0, 1000, 1e12):
        monkeypatch.setattr(strategy, "DEPTH_PRIOR", prior)
        deep = with_depth(plain, one.book, one.mind, 40)
        assert {key: chances for key, chances in deep.items() if not depth_of_key(key)} == plain
        made[prior] = {key: chances for key, chances in deep.items() if depth_of_key(key)}
        assert set(made[prior]) == {at_depth(key, 1) for key in often}
    known = 0
    for key in often:
        own, between, others = [made[prior][at_depth(key, 1)] for prior in (0, 1000, 1e12)]
        weights, visits = learned[key].weights, learned[key].visits
        met = weights.any(axis=1)
        cut = strategy._cut(key, weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-30))
        assert own[met] == pytest.approx(cut[met], abs=1e-3)
        if key in plain:
            assert others == pytest.approx(strategy._cut(key, plain[key]), abs=1e-3)
            part = 1000 / (1000 + visits)
            full = (1 - part) * weights[met] / weights[met].sum(axis=1, keepdims=True) + part * plain[key][met]
            assert between[met] == pytest.approx(strategy._cut(key, full), abs=1e-3)
            known += 1
    assert known > 20
    again = with_depth(deep, one.book, one.mind, 200)
    assert {depth_of_key(key) for key in again} == {0, 1, 3}
    arenas = [Arena(GAME, policy_of(blocks)) for blocks in ({**plain, **made[0]}, plain)]
    for where in (Table(3, 40), Table(3, 100), Table(2, 40)):
        told = [str(arena.habit("calls down", where, 400)) for arena in arenas]
        assert (told[0] == told[1]) is (where != Table(3, 40))


def test_a_response_begins_with_the_spots_of_the_depth(small: NolimitTraining) -> None:
    """Its spots tell openers apart, which those of the strategy do not."""
    plain = strategy_of(small.book, small.mind)
    late = [key for key in plain if key < COARSE_KEYS and not of_two(key) and kind_of_key(key) == AFTER_DRAW]
    swapped = {key: plain[key][:, ::-1].copy() for key in late}
    deep = {at_depth(key, 2): chances for key, chances in swapped.items()}
    response = Response(GAME, policy_of({**plain, **deep}), Table(3, 100))
    book, mind, cards = response.book[0], response.mind, cards_of(GAME)
    hands, decks = np.zeros(1, deal_kernel.HAND), np.zeros(1, DECK)
    begun = 0
    for seed in range(40):
        decks["random"] = seed
        new_deck(decks[0], decks[0])
        deal_kernel.deal(hands[0], decks[0], cards, setting_of([100] * 3))
        hand = hands[0]
        for choice in (4, PASS, PASS):
            deal_kernel.apply_choice(hand, decks[0], cards, choice)
        while hand["drawing"]:
            deal_kernel.apply_choice(hand, decks[0], cards, seed % 3)
        plain_key = rules.spot_key(hand, 0)
        if at_depth(plain_key, 2) not in book["key"][: book["blocks"]]:
            continue
        start = book_kernel.block_of(book, mind, hand)
        rows = mind[start : start + AFTER * CHOICES].reshape(CHOICES, AFTER)
        expected = swapped[plain_key]
        assert rows.T / max(1, rows.sum(axis=0).max()) == pytest.approx(expected, abs=1e-3)
        begun += 1
    assert begun > 10


def test_without_space_the_training_ends_with_an_error(tmp_path: Path) -> None:
    training = NolimitTraining(GAME, tmp_path, deals=DEALS, space=50_000)
    with pytest.raises(ValueError, match="there is no space for more"):
        training.iterate()


def test_fine_spots_begin_with_what_coarse_ones_learned(tmp_path: Path) -> None:
    """The first fine spot of a training has the regrets of the coarser one, as if they came from few visits."""
    training = trained(tmp_path, 3, 60_000, 180_000)
    book, mind = training.book[0], training.mind
    assert (book["key"][: book["blocks"]] >= COARSE_KEYS).all()
    hands, decks = np.zeros(1, deal_kernel.HAND), np.zeros(1, DECK)
    new_deck(decks[0], book)
    deal_kernel.deal(hands[0], decks[0], training.cards, setting_of([100, 100]))
    start = book_kernel.block_of(book, mind, hands[0])
    block = int(book["blocks"]) - 1
    assert book["key"][block] < COARSE_KEYS
    assert book["start"][block] == start
    slot = int(book["slot"][book_kernel.find(book, int(book["coarse"][0, block]))])
    coarse = int(book["start"][slot - 1])
    new, old = [mind[at : at + BEFORE * 2 * CHOICES].reshape(2, CHOICES, BEFORE) for at in (start, coarse)]
    visits = float(book["visits"][slot - 1])
    assert visits > book_kernel.INHERITED
    assert new[0] == pytest.approx(old[0] * book_kernel.INHERITED / visits, rel=1e-5)
    assert np.abs(new[0]).max() > 0
    assert not new[1].any()


def test_the_strategy_is_made_of_probabilities(small: NolimitTraining) -> None:
    blocks = strategy_of(small.book, small.mind)
    for key, chances in blocks.items():
        rows = chances.sum(axis=1)
        assert rows == pytest.approx(1, abs=1e-5)
        least = chances[chances > 0].min()
        assert least >= 0.02
        assert chances.shape == (
            (BEFORE if kind_of_key(key) <= DRAWING else AFTER),
            COUNTS if kind_of_key(key) == DRAWING else 7,
        )


@pytest.mark.parametrize("id", ["27sd", "27td-nl"])
def test_a_spot_is_the_sum_over_its_openers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, id: str) -> None:
    """What was learned lies at the openers. A spot of level 0 has the weights of all of them. With more draws than one
    an opener has its own."""
    for prior in ("PRIOR", "PRIOR_OF_DRAWS", "OPENER_PRIOR"):
        monkeypatch.setattr(strategy, prior, 0.0)
    monkeypatch.setattr(strategy, "_cut", lambda key, chances: chances)
    monkeypatch.setattr(strategy, "SAMPLED", 1.0)
    learned_from = trained(tmp_path, 10, 4_000, 16_000, id)
    blocks, book, mind = strategy_of(learned_from.book, learned_from.mind), learned_from.book[0], learned_from.mind
    sums: dict[int, list[NDArray[np.float32]]] = {}
    alone = 0
    columns = [book[name][: book["blocks"]].tolist() for name in ("key", "start", "visits")]
    for key, start, visits in zip(*columns, strict=True):
        if level_of_key(key) != OPENER:
            continue
        rows, half = book_kernel.rows_of_key(key), book_kernel.choices_of_key(key)
        weights = mind[start + rows * half : start + 2 * rows * half].reshape(half, rows).T
        sums.setdefault(without_opener(key), []).append(weights)
        assert (key in blocks) == (id == "27td-nl" and visits >= strategy.SELDOM)
        if key in blocks:
            assert_in_proportion(blocks[key], weights)
            alone += 1
    several = 0
    for spot, learned in sums.items():
        if spot in blocks:
            assert_in_proportion(blocks[spot], sum(learned[1:], learned[0]))
            several += len(learned) > 1
    assert (alone > 100) == (id == "27td-nl")
    assert several > 100


def assert_in_proportion(chances: NDArray[np.float32], weights: NDArray[np.float32]) -> None:
    met = weights.sum(axis=1) > 0
    assert met.any()
    assert chances[met] == pytest.approx(weights[met] / weights[met].sum(axis=1, keepdims=True), abs=1e-4)


def test_a_file_is_the_strategy_and_the_bot_plays_it(small: NolimitTraining, tmp_path: Path) -> None:
    """The probabilities of the bot at random decisions of the engine are those of the strategy at the same spot."""
    blocks = strategy_of(small.book, small.mind)
    path = tmp_path / "27sd-nolimit.table"
    assert export(GAME, blocks, path, small.reached()) == path.stat().st_size < 10_000_000
    read = load(path)
    assert read.keys() == blocks.keys()
    assert max([np.abs(read[key] - blocks[key]).max() for key in blocks]) < strategy.GRAIN * CHOICES / 2 / LEVELS
    table = NolimitFile.load(path)
    assert table.head["deals"] == 100_000
    player, seen = Nolimit(table), 0
    for seed in range(60):
        random = Random(seed)
        hand = Hand(GAME, Stakes(60, 120), [12000] * random.randint(2, 7), 0, Dealer(seed))
        while hand.to_act is not None:
            here = situation(hand, random)
            followed, value = hand_of(here), RANKINGS[GAME.ranking](here.cards)
            key = next(key for level in (OPENER, 0) if (key := spot_key(followed, level)) in read or level == 0)
            chances = player.policy(here)
            if key in read and here.legal.draw is None:
                row = read[key][table.bucket(followed.street, value)]
                bets = sum([chance for action, chance in chances.items() if isinstance(action, Bet | Raise)])
                folds = sum([chance for action, chance in chances.items() if isinstance(action, Fold)])
                calls = sum([chance for action, chance in chances.items() if isinstance(action, Call | Check)])
                assert bets + folds + calls == pytest.approx(1)
                assert calls / max(calls + folds, 1e-9) == pytest.approx(
                    row[1] / max(row[0] + row[1], 1e-9) if calls + folds else 0, abs=1e-5
                )
                seen += 1
            hand.apply(player(here))
    assert seen > 100


@pytest.mark.parametrize("name", HABITS)
def test_scripted_opponents_play_at_all_tables(name: str, policy: Policy) -> None:
    arena = Arena(GAME, policy)
    for seats in (2, 6):
        won = arena.habit(name, Table(seats, None), 300)
        assert won.hands == 300 * seats
        assert 0 < won.within < 10_000
    assert arena.levels.sum() > 600


def test_a_little_training_beats_chance(small: NolimitTraining, policy: Policy) -> None:
    blocks = strategy_of(small.book, small.mind)
    random = policy_of({key: np.full_like(chances, 1 / chances.shape[1]) for key, chances in blocks.items()})
    for table in (Table(2, 40), Table(6, 100)):
        won = Arena(GAME, policy).strategy(random, table, 20_000)
        assert won.bb + 3 * won.within < 0


def test_a_strategy_wins_nothing_from_itself(policy: Policy) -> None:
    won = Arena(GAME, policy).strategy(policy, Table(3, 40), 20_000)
    assert abs(won.bb) < 3 * won.within / 1.96 * 1.5
    other = Arena(GAME, policy).strategy(policy, Table(3, 40), 20_000)
    assert won == other


def test_a_response_learns_to_win(policy: Policy) -> None:
    """From a strategy of little training, with its sizes and with others, more than without learning."""
    arena, table = Arena(GAME, policy), Table(2, 20)
    for sizes in (sizes_of(GAME), OTHERS):
        response = Response(GAME, policy, table, space=SPACE, sizes=sizes)
        before = arena.response(response, 20_000)
        response.learn(400_000)
        after = arena.response(response, 20_000)
        assert after.bb - after.within > before.bb + before.within
        assert after.bb > 3 * after.within


def test_a_response_learns_from_as_many_deals_as_it_is_told(policy: Policy) -> None:
    """It learnt from whole epochs only: from 20,000 deals where 15,000 were asked for."""
    response = Response(GAME, policy, Table(2, 20), space=SPACE)
    before = int(response.book["deals"][0])
    response.learn(700, epoch=300)
    assert int(response.book["deals"][0]) - before == 700


def test_hardly_a_spot_is_unknown(policy: Policy) -> None:
    arena = Arena(GAME, policy)
    for seats in range(2, 7):
        arena.strategy(policy, Table(seats, None), 3000, seed=seats)
    assert strangers(arena.levels) < 0.001
