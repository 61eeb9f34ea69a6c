"""The player that solves the last round of the last two, at the table, by name, and what it wins."""

import pickle
from functools import partial
from itertools import product
from random import Random

import numpy as np
import pytest

from standpat import Dealer, Hand, Stakes, game
from standpat import bots as bot
from standpat.bots import registry
from standpat.bots.blueprint import blueprint_policy
from standpat.bots.chance import chance
from standpat.bots.directories import find
from standpat.bots.multiway import Multiway
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.player import situation
from standpat.cards.card import parse
from standpat.engine.action import Action, Bet, Call, Check, Fold, Raise
from standpat.engine.house import HOUSES
from standpat.solver.kernels.seen_cards_round import Numbers, Single
from standpat.solver.subgame import last_round_several_player
from standpat.solver.subgame.bot import solves
from standpat.solver.subgame.last_round import LastRound, RoundLine
from standpat.solver.subgame.last_round_loss import loss_of_solution
from standpat.solver.subgame.last_round_several import course
from standpat.solver.subgame.last_round_several_loss import arrivals, course_of, gain, loss_of_file
from standpat.solver.subgame.last_round_several_player import LastTwoPlayer

pytestmark = pytest.mark.extended


def table_of(id: str) -> MultiwayFile:
    path = find(id, several=True)
    assert path is not None
    return MultiwayFile.load(path)


@pytest.fixture(scope="module")
def table() -> MultiwayFile:
    return table_of("27td")


def came(table: MultiwayFile, seats: int, many: int) -> list[Hand]:
    hands = (hand for hand in arrivals(table, seats, 500, 1) if hand is not None)
    return [next(hands) for _ in range(many)]


@pytest.mark.parametrize("id", ["27td", "a5td"])
def test_it_plays_legally_with_every_number_of_seats(id: str) -> None:
    """With deep and short stacks, antes and all house rules, against players that do anything."""
    player, solved = LastTwoPlayer(table_of(id), types=60, iterations=2), 0
    for house, seats, deep in product(HOUSES, range(3, 7), (True, False)):
        random = Random(f"{house} {seats} {deep}")
        for number in range(3):
            stacks = [1000 if deep else random.choice((12, 35, 80, 200)) for _ in range(seats)]
            ante = number % 2 and 3
            hand = Hand(game(id, house=house), Stakes(5, 10, ante), stacks, 0, Dealer(random.random().hex()))
            while hand.to_act is not None:
                now = situation(hand, random)
                if number == 0 and now.seat % 2:
                    hand.apply(chance(now))
                    continue
                policy = player.policy(now)
                assert sum(policy.values()) == pytest.approx(1)
                assert min(policy.values()) > 0
                if course(now) is None:
                    assert policy == player.player.policy(now)
                else:
                    solved += 1
                    assert solves(now)
                hand.apply(player(now))  # an action that is not legal raises
    assert solved > 15


def test_play_is_the_same_whoever_asks_and_in_any_order(table: MultiwayFile) -> None:
    """Also in a process that has the situation by a pipe, and whatever was asked before."""
    options = {"types": 200, "iterations": 5}
    hands = [situation(hand, Random(0)) for hand in came(table, 5, 3)]
    one = LastTwoPlayer(table, **options)
    first = [one.policy(now) for now in hands]
    two = LastTwoPlayer(table, **options)
    sent = pickle.loads(pickle.dumps([now._replace(random=Random(7)) for now in hands]))
    assert [two.policy(now) for now in sent[::-1]][::-1] == first
    assert [one.policy(now) for now in hands] == first


def test_the_work_depends_on_the_line_and_not_on_the_cards(
    table: MultiwayFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each hand that was not asked for is solved in the same round, for one hand, with the same sample."""
    done: list[tuple[int, bytes, tuple[int, ...]]] = []

    class Counted(LastRound):
        def policy(self, seat: int, hands: Numbers, seen: Numbers) -> Single:
            done.append((self.line.number, self.types[0].hands.tobytes(), (seat, *hands.shape, *seen.shape)))
            return super().policy(seat, hands, seen)

    monkeypatch.setattr(last_round_several_player, "LastRound", Counted)
    player, random = LastTwoPlayer(table, types=100, iterations=2), Random(4)
    (hand,) = came(table, 4, 1)
    now = situation(hand, random)
    for _ in range(5):
        player.policy(now._replace(cards=tuple(random.sample(range(52), 5))))
    assert len(done) == 5
    assert len(set(done)) == 1
    assert player._kept.cache_info().currsize == 5


def test_a_line_that_the_file_hardly_plays_is_left_to_it(table: MultiwayFile, monkeypatch: pytest.MonkeyPatch) -> None:
    player = LastTwoPlayer(table, types=100, iterations=2)
    (hand,) = came(table, 4, 1)
    now = situation(hand, Random(0))._replace(cards=parse("9c8d6h4s2c"))
    assert player.policy(now) != player.player.policy(now)
    never = LastTwoPlayer(table, types=100, iterations=2)
    line = never.ranges.line

    def nobody(start: object) -> RoundLine:
        made = line(start)  # type: ignore[arg-type]
        return made._replace(chances=(made.chances[0] * 0, made.chances[1]))

    monkeypatch.setattr(never.ranges, "line", nobody)
    assert never.policy(now) == never.player.policy(now)


def test_what_is_kept_is_bounded(table: MultiwayFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(last_round_several_player, "SOLVED", 3)
    player, random = LastTwoPlayer(table, types=30, iterations=1), Random(4)
    (hand,) = came(table, 3, 1)
    now = situation(hand, random)
    for _ in range(6):
        player.policy(now._replace(cards=tuple(random.sample(range(52), 5))))
    assert player._kept.cache_info().currsize == 3


def test_the_strongest_player_of_a_room_plays_so(table: MultiwayFile) -> None:
    assert registry.bot("blueprint").deep == "resolve"
    for id, seats in product(("27td", "a5td"), range(2, 7)):
        assert registry.bot("resolve").plays(id, seats)
    assert not registry.bot("resolve").plays("27sd-fl", 3)
    policy, play = bot.policy("resolve"), bot.player("resolve")
    for hand in came(table, 3, 1):
        now = situation(hand, Random(0))
        assert solves(now)
        assert policy(now) == LastTwoPlayer(table).policy(now) != blueprint_policy(now)
        assert play(now) in policy(now)
    early = situation(Hand(game("27td"), Stakes(5, 10), [1000] * 3, 0, Dealer(1)), Random(0))
    single = situation(Hand(game("27sd-fl"), Stakes(5, 10), [1000] * 3, 0, Dealer(1)), Random(0))
    for now in (early, single):
        assert not solves(now)
        assert policy(now) == blueprint_policy(now)


def action_of(hand: Hand, letter: str) -> Action:
    bounds = hand.legal.bet or hand.legal.raise_
    if letter in "br" and bounds is not None:
        return Bet(bounds.max_to) if hand.legal.bet else Raise(bounds.max_to)
    return Fold() if letter == "f" else Check() if letter == "x" else Call()


def test_the_file_plays_as_the_bot_does(table: MultiwayFile) -> None:
    """What the file is taken to do is what the bot does, at every decision of the round."""
    player, compared = LastTwoPlayer(table), 0
    for hand in came(table, 3, 6):
        line = player.ranges.line(course_of(hand).start)
        file, hands = line.own(0) + line.own(1), {0: hand}
        for n, node in enumerate(line.ends.nodes):
            if not node.letters:
                continue
            now = situation(hands[n], Random(0))
            here = course(now)
            assert here is not None
            assert (here.node, here.seat, here.start) == (n, node.seat, course_of(hand).start)
            policy = list(Multiway(table).policy(now).values())
            chances = file[n, :, player.ranges.classes.of(now.cards)].tolist()
            assert sorted([p for p in chances if p > 0]) == pytest.approx(
                sorted([p for p in policy if p > 0]), abs=1e-6
            )
            compared += 1
            for letter, child in zip(node.letters, node.children, strict=True):
                hands[child] = hands[n].copy()
                hands[child].apply(action_of(hands[n], letter))
    assert compared > 20


def test_solving_wins(table: MultiwayFile) -> None:
    """Perfect play wins less from it than from the file, and it wins from the file."""
    player = LastTwoPlayer(table, types=6_000)
    hands = came(table, 3, 16)
    before = [loss_of_file(player.ranges, hand, 100, 1_000) for hand in hands]
    after = [
        loss_of_solution(partial(player.ranges.line, course_of(hand).start), 100, 1_000, types=6_000) for hand in hands
    ]
    for loss in (*before, *after):
        assert loss.most > 0
        assert loss.least < loss.most
    assert sum([loss.most for loss in after]) < 0.6 * sum([loss.least for loss in before])
    assert np.isfinite([gain(player, hand) for hand in hands]).all()


def test_a_player_who_plays_the_file_gains_nothing(table: MultiwayFile, monkeypatch: pytest.MonkeyPatch) -> None:
    player = LastTwoPlayer(table)
    monkeypatch.setattr(player, "solved", lambda *_: None)
    assert [gain(player, hand) for hand in came(table, 3, 2)] == [0, 0]
