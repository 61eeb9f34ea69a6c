"""Responses: they begin as the player, learn what there is to win, and go on to the same bits."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from standpat import game
from standpat.bots.blueprint import strategy_files
from standpat.bots.earlier_multiway_spot import PLAIN
from standpat.bots.multiway import Multiway
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.multiway_spot import BET_SPOTS, BUCKETS, LEADS, LIMPED, OPENERS, ROLES
from standpat.bots.strategy_file import StrategyFile
from standpat.lab.match.interval import half_width
from standpat.solver.kernels.deck import DECK, new_deck
from standpat.solver.kernels.random_stream import CHANCE
from standpat.solver.multiway import cfr_kernel, hand_kernel, response_kernel
from standpat.solver.multiway.engine_match import Responder, duplicate
from standpat.solver.multiway.exploiters import EXPLOITERS, SNOWS, Exploiter
from standpat.solver.multiway.export import export, policy_of_file
from standpat.solver.multiway.hand_kernel import FOLD, PASS, WAGER
from standpat.solver.multiway.learned_rows import place_of, rows_of, sums_of
from standpat.solver.multiway.response import Response, nothing_learned, stored, won
from standpat.solver.multiway.response_spots import EXTRAS, UNKNOWN
from standpat.solver.multiway.solved_round import rounds_of
from standpat.solver.multiway.training import cards_of
from standpat.solver.response.strategy_file_response import StrategyFileEvaluator

pytestmark = pytest.mark.slow

GAME = game("27td")
DEALS = 300


def player(fold: float = 0.2, wager: float = 0.3, pat: float = 0.25) -> NDArray[np.void]:
    """A player who does the same at every spot."""
    policy = np.zeros(1, cfr_kernel.POLICY)
    policy["chance"][0, :BET_SPOTS, :3] = fold, 1 - fold - wager, wager
    policy["chance"][0, BET_SPOTS:] = pat, *[(1 - pat) / 3] * 3
    return policy


def timid() -> NDArray[np.void]:
    """Mixes, but folds often, so that hands are short."""
    return player(0.5, 0.25)


def passive() -> NDArray[np.void]:
    """Checks, calls and stands pat."""
    return player(0.0, 0.0, 1.0)


def learned(policy: NDArray[np.void], epochs: int, deals: int = DEALS, least: float = 0.0) -> Response:
    response = Response(GAME, policy, 3, deals=deals, least=least)
    for _ in range(epochs):
        response.iterate()
    return response


def state(response: Response) -> tuple[bytes, bytes, bytes]:
    """Where a response has learned something, what it is, and its random numbers."""
    rows = rows_of(response._learned)
    return rows.tobytes(), sums_of(response._learned, rows).tobytes(), response._learner.tobytes()


def chances_of(response: Response, row: int, allowed: int) -> NDArray[np.float64]:
    """The probabilities with which a responder chooses."""
    chances, place = np.zeros(4), place_of(response._learned, row)
    player = response.player[0]
    response_kernel.responder_matching(response._learned.sums, place, player, row // EXTRAS, allowed, chances)
    return chances


def test_a_response_begins_as_the_player_and_as_a_stored_one() -> None:
    row = 5 * EXTRAS + 2
    response = Response(GAME, player(), 3)
    assert chances_of(response, row, 0b111) == pytest.approx([0.2, 0.5, 0.3, 0], abs=1e-6)
    assert chances_of(response, row, 0b110) == pytest.approx([0, 0.625, 0.375, 0], abs=1e-6)
    begin = nothing_learned()
    begin[row] = WAGER
    again = Response(GAME, player(), 3, begin=begin)
    assert chances_of(again, row, 0b111) == pytest.approx([0, 0, 1, 0], abs=1e-4)
    assert chances_of(again, row + 1, 0b111) == pytest.approx([0.2, 0.5, 0.3, 0], abs=1e-6)


def test_one_who_learned_nothing_plays_like_the_player_and_wins_nothing() -> None:
    found = won(GAME, player(), 3, nothing_learned(), decks=2000, seeds=(1, 2))
    assert abs(found.msb) < 3 * found.within
    assert found.hands == 12_000


def test_the_measure_of_a_habit_is_right() -> None:
    """Heads-up, everybody checks and stands pat. One who folds what they may loses half a small blind a hand."""
    habit = Exploiter("folds", "bet", (0, 1, 2, 3), ((PASS, FOLD),), 1.0).habit
    found = won(GAME, passive(), 2, nothing_learned(), habit=habit, decks=4000, seeds=(1,))
    assert found.within < 25
    assert found.msb == pytest.approx(-250, abs=1.5 * found.within)


def test_a_response_finds_what_a_player_gives_away() -> None:
    """Everybody folds to a bet: whoever raises takes the blinds. Nobody else can win more than they."""
    response = learned(player(fold=1.0, wager=0.0), 20, 20_000)
    found = won(GAME, response.player, 3, response.best(), decks=2000)
    raises = won(
        GAME,
        response.player,
        3,
        nothing_learned(),
        habit=Exploiter("raises", "bet", (0, 1, 2, 3), ((FOLD, WAGER), (PASS, WAGER)), 1.0).habit,
        decks=2000,
    )
    # from the button and the small blind both blinds of the others; the big blind gets a walk
    assert raises.msb == pytest.approx(500 * (3 + 2 + 1) / 3, abs=1)
    assert raises.msb > found.msb > 0.9 * raises.msb


def test_more_is_won_with_more_deals() -> None:
    """From one who plays at random."""
    policy = player()
    little, much = [won(GAME, policy, 3, learned(policy, epochs).best(), decks=1000) for epochs in (24, 150)]
    assert little.msb > 3 * little.within
    assert much.msb > little.msb + 3 * (much.within + little.within)
    assert much.msb > 1500


def test_threads_find_what_one_finds(tmp_path: Path) -> None:
    """From one who plays at random. How many threads there are may change on the way."""
    one, both = [
        Response(GAME, player(), 3, tmp_path / f"{threads}.npz", deals=DEALS, threads=threads) for threads in (1, 2)
    ]
    for _ in range(100):
        one.iterate()
        both.iterate()
    assert one.deals == both.deals == 100 * DEALS
    wins = [won(GAME, player(), 3, response.best(), decks=1000) for response in (one, both)]
    assert min([each.msb for each in wins]) > 1000
    assert abs(wins[0].msb - wins[1].msb) < 0.2 * wins[0].msb
    both.save()
    again = Response(GAME, player(), 3, tmp_path / "2.npz", deals=DEALS)
    np.testing.assert_array_equal(again.best(), both.best())
    again.iterate()
    assert again.deals == 101 * DEALS
    with pytest.raises(ValueError, match="only one thread can solve rounds"):
        Response(GAME, player(), 3, threads=2, rounds=rounds_of(GAME))


def test_a_resumed_response_equals_an_uninterrupted_one(tmp_path: Path) -> None:
    whole = learned(player(), 4)
    part = Response(GAME, player(), 3, tmp_path / "part.npz", deals=DEALS)
    part.iterate()
    part.iterate()
    part.save()
    again = Response(GAME, player(), 3, tmp_path / "part.npz", deals=DEALS)
    assert again.epoch == 2
    again.iterate()
    again.iterate()
    assert state(again) == state(whole)
    assert again.deals == 4 * DEALS
    again.save()
    head, best = stored(tmp_path / "part.npz")
    assert head["seats"] == 3
    np.testing.assert_array_equal(best, whole.best())
    assert np.count_nonzero(best != UNKNOWN) > 1000
    with pytest.raises(ValueError, match=r"its player is .*; give another file"):
        Response(GAME, passive(), 3, tmp_path / "part.npz", deals=DEALS)
    with pytest.raises(ValueError, match=r"its least is 0\.0, not 0\.01"):
        Response(GAME, player(), 3, tmp_path / "part.npz", deals=DEALS, least=0.01)
    with pytest.raises(ValueError, match="seats=7: expected 2 to 6"):
        Response(GAME, player(), 7)


def test_a_response_of_earlier_spots_is_read(tmp_path: Path) -> None:
    """Format 1: the first row of all, and one of the first draw, which knows less of the entry."""
    head = np.frombuffer(json.dumps({"format": 1, "seats": 3, "game": "27td"}).encode(), np.uint8)
    unseen = PLAIN.spots[0] + (3 * LEADS + 1) * BUCKETS  # the opponent has not drawn, the player raised once
    rows = np.array([0, unseen * EXTRAS + 5], np.uint32)
    np.savez(tmp_path / "before.npz", head=head, rows=rows, best=np.array([WAGER, 3], np.uint8))
    told, best = stored(tmp_path / "before.npz")
    assert told["seats"] == 3
    assert best.shape == nothing_learned().shape
    roles = [LIMPED + opener * ROLES + caller for opener in range(OPENERS - 1) for caller in range(2)]
    raised = [BET_SPOTS + role * 5 * BUCKETS for role in roles]
    assert np.flatnonzero(best != UNKNOWN).tolist() == [0, *[spot * EXTRAS + 5 for spot in raised]]
    assert best[[0, raised[0] * EXTRAS + 5]].tolist() == [WAGER, 3]


def test_one_who_is_held_makes_no_choice_that_the_player_hardly_makes() -> None:
    policy = player(fold=0.3, wager=0.005, pat=0.004)
    best = learned(policy, 30, least=0.01).best()
    bets, draws = best[: BET_SPOTS * EXTRAS], best[BET_SPOTS * EXTRAS :]
    assert WAGER not in bets
    assert PASS in bets
    assert set(np.unique(draws)) == {1, 2, 3, UNKNOWN}
    free = learned(policy, 80).best()
    assert WAGER in free[: BET_SPOTS * EXTRAS]
    assert 0 in free[BET_SPOTS * EXTRAS :]
    row = np.zeros(1, cfr_kernel.POLICY)
    row["chance"][0, 0] = 0.005, 0.004, 0.991, 0
    assert response_kernel.held(row[0], 0, 0b111, 0.01) == 0b100
    assert response_kernel.held(row[0], 0, 0b011, 0.01) == 0b011  # of what is allowed
    row["chance"][0, 0] = 0
    assert response_kernel.held(row[0], 0, 0b011, 0.01) == 0b011


def habits_of(exploiter: Exploiter) -> list[Exploiter]:
    """Each of their habits alone. All of them are in the habit of all."""
    alone = [] if exploiter.also is None else habits_of(exploiter.also)
    for one in alone:
        for section in ("bet", "draw"):
            assert ((one.habit[section] == 0) | (exploiter.habit[section] == one.habit[section])).all()
    return [exploiter._replace(also=None), *alone]


def test_there_are_exploiters_and_each_does_what_it_says() -> None:
    assert len({str(exploiter) for exploiter in EXPLOITERS}) == len(EXPLOITERS) == 41
    cards, state = cards_of(GAME), np.zeros(1, CHANCE)
    hands, decks = np.zeros(1, hand_kernel.HAND), np.zeros(1, DECK)
    new_deck(decks[0], state[0])
    for exploiter in [*EXPLOITERS, *habits_of(SNOWS)]:
        for street in range(4):
            hand = hands[0]
            hand_kernel.start(hand, decks[0], cards, 3)
            hand["drawing"] = exploiter.section == "draw"
            hand["street"] = street - hand["drawing"]
            if street == 0 and hand["drawing"]:
                continue
            for own, other in exploiter.exchanged:
                made = Counter(
                    [
                        response_kernel.by_habit(hand, cards, own, 0b1111, exploiter.habit[0], state[0])
                        for _ in range(300)
                    ]
                )
                chance = exploiter.chance if street in exploiter.when else 0.0
                assert made[other] / 300 == pytest.approx(chance, abs=0.12)
                assert made[own] + made[other] == 300
                blocked = response_kernel.by_habit(hand, cards, own, 1 << own, exploiter.habit[0], state[0])
                assert blocked == own


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a strategy file for 27td."""
    where = tmp_path_factory.mktemp("strategies")
    export(GAME, {0: timid()}, where / "27td-multiway.table", {})
    return where


def test_the_engine_and_the_compiled_game_agree(folder: Path) -> None:
    """On what a response wins or, after so few deals, loses."""
    file = MultiwayFile.load(folder / "27td-multiway.table")
    policy = policy_of_file(file.strategy(3))
    np.testing.assert_allclose(policy["chance"][0], timid()["chance"][0], rtol=0, atol=0.006)
    assert policy["chance"][0, 77, :3] == pytest.approx(file.strategy(3).bet(77), abs=1e-6)
    assert policy["chance"][0, BET_SPOTS + 77] == pytest.approx(file.strategy(3).draw(BET_SPOTS + 77), abs=1e-6)
    response = learned(policy, 10)
    compiled = won(GAME, policy, 3, response.best(), decks=2000)
    mean = duplicate([Responder(file, response.best()), *[Multiway(file)] * 2], [1, 0, 0], 900, 1, "27td")
    within = half_width(mean.count, mean.total, mean.squares)
    assert within is not None
    assert abs(compiled.msb) > 10 * compiled.within  # it is not the player any more
    assert mean.total / mean.count == pytest.approx(compiled.msb, abs=1.5 * (within + compiled.within))


def test_a_file_of_one_draw_is_not_scored_in_parts() -> None:
    with pytest.raises(ValueError, match="27sd-fl: a file of one draw has no parts"):
        StrategyFileEvaluator(StrategyFile.load(strategy_files()["27sd-fl"]))


def test_a_response_of_an_unknown_format_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "response.npz"
    head = np.frombuffer(json.dumps({"format": 99, "game": "27td"}).encode(), np.uint8)
    np.savez(file, head=head, rows=np.zeros(0, np.uint32), best=np.zeros(0, np.uint8))
    with pytest.raises(ValueError, match="another version of standpat"):
        stored(file)
