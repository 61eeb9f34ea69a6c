"""The bot for no-limit single draw, with a strategy made up for the test."""

from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import pytest

from standpat import Call, Check, Dealer, Discard, Fold, Hand, Raise, Stakes, game
from standpat import bots as bot
from standpat.bots import nolimit_spot, situation
from standpat.bots.directories import WHERE
from standpat.bots.nolimit import Nolimit, hand_of, nolimit, nolimit_policy
from standpat.bots.nolimit_file import LEVELS, NolimitFile, size_of_block, write
from standpat.bots.nolimit_hand import JAM, pot_of
from standpat.bots.nolimit_spot import COARSE_KEYS, PRICES, STEPS, price_of, spot_key
from standpat.bots.sealed_file import Damaged
from standpat.cards.ranking import DEUCE_TO_SEVEN
from standpat.engine.house import HOUSES
from standpat.solver.nolimit.buckets import AFTER, BEFORE, buckets_of

GAME = game("27sd")
VALUES = DEUCE_TO_SEVEN.count + 1
COARSEST = {
    nolimit_spot.BEFORE_DRAW: 2 * 3 * PRICES * STEPS * 2,
    nolimit_spot.DRAWING: 4 * 5,
    nolimit_spot.AFTER_DRAW: 2 * PRICES * STEPS * 2,
}


def made_up(path: Path, seed: int = 1, **told: object) -> Path:
    """A strategy of the coarsest spots that mixes all choices at random."""
    random, hands = Random(seed), buckets_of(GAME)
    head = {"game": "27sd", "values": VALUES, "buckets": [BEFORE, AFTER], **told}
    section = hands.bucket.tobytes() + hands.keep.astype("<u2").tobytes() + hands.allowed.tobytes()
    keys = [COARSE_KEYS // 4 * (8 + kind) + k for kind, many in COARSEST.items() for k in range(many)]
    blocks = {key: random.randbytes(size_of_block(key, (BEFORE, AFTER))) for key in keys}
    write(path, head, section, b"", blocks)
    return path


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_up(tmp_path_factory.mktemp("tables") / "27sd-nolimit.table")


@pytest.mark.parametrize("house", HOUSES)
def test_plays_legally_at_every_table(table: Path, house: str) -> None:
    """With two to six seats, any stacks, and antes, against random players."""
    player = Nolimit(NolimitFile.load(table))
    made = 0
    for seats, (ante, by), deep in product(
        range(2, 7), ((0, "everyone"), (3, "everyone"), (10, "big-blind")), (True, False)
    ):
        random = Random(f"{house} {seats} {ante} {deep}")
        for _ in range(4):
            stacks = [1000 if deep else random.choice((1, 4, 12, 35, 200)) for _ in range(seats)]
            stakes = Stakes(5, 10, ante, by)  # type: ignore[arg-type]
            hand = Hand(game("27sd", house=house), stakes, stacks, 0, Dealer(random.random().hex()))
            while (seat := hand.to_act) is not None:
                here = situation(hand, random)
                followed = hand_of(here)
                assert pot_of(followed) == hand.pot
                assert followed.drawing == hand.drawing
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
    player = Nolimit(NolimitFile.load(table))
    hand = Hand(GAME, Stakes(5, 10), [1000] * 4, 0, Dealer("often"))
    policy = player.policy(situation(hand, Random(0)))
    assert len(policy) == JAM
    done = Counter([player(situation(hand, Random(seed))) for seed in range(4000)])
    for action, chance in policy.items():
        assert done[action] / 4000 == pytest.approx(chance, abs=0.03)


def test_it_never_goes_all_in_for_many_pots(table: Path) -> None:
    """The small blind calls 5 into a pot of 20, so 120 more than the price are six pots."""
    player = Nolimit(NolimitFile.load(table))
    for chips in (120, 130, 140, 300):
        hand = Hand(GAME, Stakes(5, 10), [chips] * 4, 0, Dealer("deep"))
        hand.apply(Fold())
        hand.apply(Fold())
        policy = player.policy(situation(hand, Random(0)))
        assert (Raise(chips) in policy) == (chips <= 130)


def test_it_never_folds_what_it_may_check(table: Path) -> None:
    player = Nolimit(NolimitFile.load(table))
    hand = Hand(GAME, Stakes(5, 10), [1000] * 3, 0, Dealer("check"))
    for _ in range(2):
        hand.apply(Call())
    assert hand.legal.check
    assert Fold() not in player.policy(situation(hand, Random(0)))
    hand.apply(Check())
    drawing = player.policy(situation(hand, Random(0)))
    assert all([isinstance(action, Discard) for action in drawing])


def test_a_size_is_read_alike_for_the_whole_hand_and_differently_in_others() -> None:
    """A raise to three and a half big blinds lies between two known sizes."""
    read = []
    for number in range(200):
        hand = Hand(GAME, Stakes(50, 100), [10000] * 2, 0, Dealer(f"read {number}"))
        hand.apply(Raise(350))
        first = hand_of(situation(hand, Random(0)))
        hand.apply(Call())
        again = hand_of(situation(hand, Random(1)))
        assert first.roll == again.roll
        read.append(first.size)
    assert set(read) == {2, 3}
    assert 60 < read.count(2) < 140


def test_a_bet_of_all_that_is_left_is_all_in_for_who_must_call() -> None:
    hand = Hand(GAME, Stakes(50, 100), [10000, 700], 0, Dealer("short"))
    hand.apply(Raise(900))
    followed = hand_of(situation(hand, Random(0)))
    assert price_of(followed, followed.to_act) // STEPS == nolimit_spot.JAMMED


def test_spots_do_not_depend_on_the_chips_of_a_blind_or_on_the_seat() -> None:
    keys = []
    for scale, button in ((1, 0), (7, 1), (40, 2)):
        hand = Hand(GAME, Stakes(5 * scale, 10 * scale), [900 * scale] * 3, button, Dealer("scale"))
        hand.apply(Raise(25 * scale))
        hand.apply(Call())
        keys.append([spot_key(hand_of(situation(hand, Random(0))), level) for level in range(3)])
    assert keys[0][1:] == keys[1][1:] == keys[2][1:]


def test_without_a_file_and_in_other_games_it_is_the_rule_player(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "nothing"))
    monkeypatch.setenv(WHERE, str(table.parent))
    assert "nolimit" in bot.players()
    assert bot.player("nolimit") is nolimit
    other = situation(Hand(game("27td-nl"), Stakes(5, 10), [1000] * 3, 0, Dealer("other")), Random(0))
    assert nolimit_policy(other) == bot.policy("rule")(other)
    here = situation(Hand(GAME, Stakes(5, 10), [1000] * 3, 0, Dealer("here")), Random(0))
    assert bot.policy("nolimit")(here) == Nolimit(NolimitFile.load(table)).policy(here)
    monkeypatch.setenv(WHERE, str(tmp_path))
    if "nolimit" not in bot.players():
        assert nolimit_policy(here) == bot.policy("rule")(here)
        with pytest.raises(ValueError, match="needs a strategy file"):
            bot.player("nolimit")


def test_the_strongest_player_leaves_no_limit_hands_to_it(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from standpat.bots.blueprint import blueprint, blueprint_policy

    monkeypatch.setenv(WHERE, str(table.parent))
    for seats in (2, 6):
        here = situation(Hand(GAME, Stakes(5, 10), [1000] * seats, 0, Dealer("several")), Random(0))
        assert blueprint_policy(here) == nolimit_policy(here) == Nolimit(NolimitFile.load(table)).policy(here)
        assert blueprint(here) in blueprint_policy(here)
        assert bot.strongest("27sd", seats) == "blueprint"


def test_a_damaged_file_is_no_table(table: Path, tmp_path: Path) -> None:
    data = table.read_bytes()
    bad = tmp_path / "bad.table"
    bad.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    with pytest.raises(Damaged, match="its digest is not that of its contents"):
        NolimitFile.load(bad)
    bad.write_bytes(b"something else")
    with pytest.raises(Damaged, match="not a strategy file of the bot nolimit"):
        NolimitFile.load(bad)
    with pytest.raises(Damaged, match="another version"):
        NolimitFile.load(made_up(bad, format=0))


def test_every_block_is_found_again(table: Path) -> None:
    """Also those whose piece is no longer kept."""
    file = NolimitFile.load(table)
    random = Random(5)
    keys = random.choices(file.keys, k=600)
    blocks = {key: bytes(file.block(key) or b"") for key in keys}
    for key in reversed(keys):
        assert bytes(file.block(key) or b"") == blocks[key]
        assert len(blocks[key]) == size_of_block(key, (BEFORE, AFTER))
    assert file.block(-1) is None
    assert file.row(keys[0], 0) is not None
    assert LEVELS < 256
