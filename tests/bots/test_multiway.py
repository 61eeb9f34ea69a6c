"""The bot for three and more players, with a strategy made up for the test."""

from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import pytest

from standpat import Call, Check, Dealer, Discard, Fold, Hand, ScriptedDealer, Stakes, game
from standpat import bots as bot
from standpat.bots import situation
from standpat.bots.directories import WHERE
from standpat.bots.multiway import Multiway, multiway, multiway_policy, thrown
from standpat.bots.multiway_file import LEVELS, Damaged, MultiwayFile, write
from standpat.bots.multiway_spot import BET_SPOTS, DRAW_SPOTS
from standpat.cards.card import parse
from standpat.cards.ranking import DEUCE_TO_SEVEN
from standpat.engine.house import HOUSES
from standpat.solver.multiway.buckets import buckets_of

VALUES = DEUCE_TO_SEVEN.count + 1
STAKES = Stakes.limit(10)


def made_up(path: Path, seed: int = 1, **told: object) -> Path:
    """A strategy that mixes all actions at random."""
    random, hands = Random(seed), buckets_of(game("27td"))
    fold = bytes([random.randint(0, LEVELS // 2) for _ in range(BET_SPOTS)])
    wager = bytes([random.randint(0, LEVELS // 2) for _ in range(BET_SPOTS)])
    sections = {
        "bucket": hands.bucket.tobytes(),
        "keep": hands.keep.astype("<u2").tobytes(),
        "bet": fold + wager,
        "draw": bytes([random.randint(0, LEVELS // 3) for _ in range(3 * DRAW_SPOTS)]),
    }
    write(path, {"game": "27td", "values": VALUES, **told}, sections)
    return path


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_up(tmp_path_factory.mktemp("tables") / "27td-multiway.table")


@pytest.mark.parametrize("house", HOUSES)
def test_plays_legally_with_every_number_of_seats(table: Path, house: str) -> None:
    """With deep and short stacks and with antes, against random players."""
    player = Multiway(MultiwayFile.load(table))
    made = 0
    for seats, ante, deep in product(range(2, 7), (0, 3), (True, False)):
        random = Random(f"{house} {seats} {ante} {deep}")
        for _ in range(4):
            stacks = [1000 if deep else random.choice((1, 12, 35, 200)) for _ in range(seats)]
            hand = Hand(game("27td", house=house), Stakes(5, 10, ante), stacks, 0, Dealer(random.random().hex()))
            while (seat := hand.to_act) is not None:
                here = situation(hand, random)
                if seat % 2:
                    hand.apply(bot.player("random")(here))
                    continue
                policy = player.policy(here)
                assert sum(policy.values()) == pytest.approx(1)
                assert min(policy.values()) > 0
                action = player(here)
                assert action in policy
                hand.apply(action)  # an action that is not legal raises
                made += 1
    assert made > 300


def test_it_does_things_as_often_as_it_says(table: Path) -> None:
    player = Multiway(MultiwayFile.load(table))
    hand = Hand(game("27td"), STAKES, [1000] * 4, 0, Dealer("often"))
    policy = player.policy(situation(hand, Random(0)))
    assert len(policy) == 3
    done = Counter([player(situation(hand, Random(seed))) for seed in range(4000)])
    for action, chance in policy.items():
        assert done[action] / 4000 == pytest.approx(chance, abs=0.03)


def test_it_never_folds_what_it_may_check(table: Path) -> None:
    player = Multiway(MultiwayFile.load(table))
    hand = Hand(game("27td"), STAKES, [1000] * 3, 0, Dealer("check"))
    for _ in range(2):
        hand.apply(Call())
    assert hand.legal.check
    assert Fold() not in player.policy(situation(hand, Random(0)))
    hand.apply(Check())
    drawing = player.policy(situation(hand, Random(0)))
    assert all([isinstance(action, Discard) for action in drawing])


def test_suits_are_spread_where_a_rank_is_held_twice() -> None:
    cards = parse("2c3c4c7d7c")
    assert thrown(cards, 0b100111) == parse("7c")
    assert thrown(cards, 0b000111) == parse("7d7c")
    assert thrown(parse("2c2d3c3d4c"), 0b000011) in (parse("2c3d4c"), parse("2d3c4c"))


def test_without_a_table_and_in_other_games_it_is_the_rule_player(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "nothing"))
    monkeypatch.setenv(WHERE, str(table.parent))
    assert "multiway" in bot.players()
    assert bot.player("multiway") is multiway
    other = situation(Hand(game("a5td"), STAKES, [1000] * 3, 0, Dealer("other")), Random(0))
    assert multiway_policy(other) == bot.policy("rule")(other)
    here = situation(Hand(game("27td"), STAKES, [1000] * 3, 0, Dealer("here")), Random(0))
    assert bot.policy("multiway")(here) == Multiway(MultiwayFile.load(table)).policy(here)
    monkeypatch.setenv(WHERE, str(tmp_path))
    if "multiway" not in bot.players():
        assert multiway_policy(here) == bot.policy("rule")(here)
        with pytest.raises(ValueError, match="unknown player"):
            bot.player("multiway")


def test_the_player_for_two_leaves_larger_tables_to_it(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from standpat.bots.blueprint import blueprint, blueprint_policy

    monkeypatch.setenv(WHERE, str(table.parent))
    for seats in (3, 6):
        here = situation(Hand(game("27td"), STAKES, [1000] * seats, 0, Dealer("several")), Random(0))
        assert blueprint_policy(here) == multiway_policy(here) == Multiway(MultiwayFile.load(table)).policy(here)
        assert blueprint(here) in blueprint_policy(here)
    two = situation(Hand(game("27td"), STAKES, [1000] * 2, 0, ScriptedDealer("7h5c4c3d2s KhKcKdKs2c")), Random(0))
    assert blueprint_policy(two) != multiway_policy(two)


def test_a_damaged_file_is_no_table(table: Path, tmp_path: Path) -> None:
    data = table.read_bytes()
    bad = tmp_path / "bad.table"
    bad.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    with pytest.raises(Damaged, match="its digest is not that of its contents"):
        MultiwayFile.load(bad)
    bad.write_bytes(b"something else")
    with pytest.raises(Damaged, match="not a strategy file of the bot multiway"):
        MultiwayFile.load(bad)
    with pytest.raises(Damaged, match="another version"):
        MultiwayFile.load(made_up(bad, spots=[1, 2]))
