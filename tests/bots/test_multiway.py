"""The bot for three and more players, with a strategy made up for the test."""

import hashlib
import json
import lzma
from array import array
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from standpat import Call, Check, Dealer, Discard, Fold, Hand, ScriptedDealer, Stakes, game
from standpat import bots as bot
from standpat.bots import sealed_file, situation
from standpat.bots.directories import WHERE
from standpat.bots.earlier_multiway_spot import OPENED, PLAIN, RAISED, Scheme, rows
from standpat.bots.multiway import Multiway, Public, multiway, multiway_files, multiway_policy, thrown
from standpat.bots.multiway_file import EVERY, LEVELS, MAGIC, MultiwayFile, Strategy, write
from standpat.bots.multiway_line import line_of
from standpat.bots.multiway_spot import BET_SPOTS, BUCKETS, CROWDED, DRAW_SPOTS, LEADS, MORE
from standpat.bots.packed_block import packed
from standpat.bots.sealed_file import Damaged
from standpat.cards.card import parse
from standpat.cards.ranking import DEUCE_TO_SEVEN
from standpat.engine.event import Acted
from standpat.engine.house import HOUSES
from standpat.solver.multiway.buckets import Cards, buckets_of

VALUES = DEUCE_TO_SEVEN.count + 1
STAKES = Stakes.limit(10)
MADE = 400
"""Rows of strategies that are made up."""


@cache
def classes() -> Cards:
    """Computed by the first test: it takes a second."""
    return buckets_of(game("27td"))


def of_hands() -> tuple[bytes, bytes]:
    """The buckets and the ranks to keep, as a file has them."""
    return classes().bucket.tobytes(), classes().keep.astype("<u2").tobytes()


def made_up(path: Path, seats: Iterable[int] = (EVERY,), **told: object) -> Path:
    """Strategies that mix all actions at random, for some numbers of seats."""
    strategies = {n: at_random(n) for n in seats}
    write(path, {"game": "27td", "values": VALUES, **told}, *of_hands(), strategies)
    return path


def at_random(seed: int) -> Strategy:
    """A strategy of `MADE` rows, which public spots share at random."""
    random = np.random.default_rng((1, seed))
    fold, wager = random.integers(0, LEVELS // 2, (2, MADE * BUCKETS), np.uint8, endpoint=True)
    draw = random.integers(0, LEVELS // 3, 3 * MADE * BUCKETS, np.uint8, endpoint=True)
    bet_rows, draw_rows = [
        array("H", random.integers(0, MADE, spots // BUCKETS).astype("<u2").tobytes())
        for spots in (BET_SPOTS, DRAW_SPOTS)
    ]
    return Strategy(bet_rows, draw_rows, fold.tobytes() + wager.tobytes(), draw.tobytes())


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


def test_each_number_of_seats_has_its_strategy(tmp_path: Path) -> None:
    """A number that the file does not have gets the nearest, the larger of two."""
    several = MultiwayFile.load(made_up(tmp_path / "several.table", (3, 5)))
    alone = {seats: MultiwayFile.load(made_up(tmp_path / f"{seats}.table", (seats,))) for seats in (3, 5)}
    assert several.seats == (3, 5)
    for dealt, used in ((2, 3), (3, 3), (4, 5), (5, 5), (6, 5)):
        hand = Hand(game("27td"), STAKES, [1000] * dealt, 0, Dealer("each"))
        decisions = 0
        while hand.to_act is not None:
            here = situation(hand, Random(0))
            assert Multiway(several).policy(here) == Multiway(alone[used]).policy(here)
            hand.apply(Discard() if hand.legal.draw is not None else Check() if hand.legal.check else Call())
            decisions += 1
        assert decisions > 2 * dealt
    assert several.strategy(3).bet(7) != several.strategy(5).bet(7)
    assert several.strategy(3).draw(BET_SPOTS + 7) != several.strategy(5).draw(BET_SPOTS + 7)


def test_a_strategy_for_every_number_stands_in_for_those_that_are_missing(tmp_path: Path) -> None:
    file = MultiwayFile.load(made_up(tmp_path / "some.table", (EVERY, 3)))
    assert file.strategy(4) is file.strategy(6) is file.strategy(EVERY)
    assert file.strategy(3) is not file.strategy(EVERY)


def test_a_line_that_the_file_knows_is_played_by_it(tmp_path: Path) -> None:
    """Also where all before the last three have folded; any other line is played by its spot."""
    path, first = tmp_path / "lines.table", line_of(())
    called = line_of((1, 1, 1, 0))  # the first to draw has stood pat
    codes = bytes([30, 50, 0]) * BUCKETS + bytes([10, 0, 70]) * BUCKETS
    lines = {3: (b"".join([line.to_bytes(8, "little") for line in (first, called)]), codes)}
    write(path, {"game": "27td", "values": VALUES}, *of_hands(), {EVERY: at_random(1)}, lines)
    player = Multiway(MultiwayFile.load(path))
    other = Multiway(MultiwayFile.load(made_up(tmp_path / "other.table", (1,))))
    for seats, folds in ((3, 0), (5, 2)):
        hand = Hand(game("27td"), STAKES, [1000] * seats, 0, Dealer("lines"))
        for _ in range(folds):
            assert player.policy(here := situation(hand, Random(0))) == other.policy(here)
            hand.apply(Fold())
        policy = player.policy(situation(hand, Random(0)))
        assert sorted(policy.values()) == pytest.approx([0.2, 0.3, 0.5])
        assert (policy[Fold()], policy[Call()]) == pytest.approx((0.3, 0.2))
        for action in (Call(), Call(), Check(), Discard()):
            hand.apply(action)
        policy = player.policy(situation(hand, Random(0)))
        by_count = {len(action.cards): chance for action, chance in policy.items() if isinstance(action, Discard)}
        assert sum(by_count.values()) == pytest.approx(1)
        assert by_count[0] == pytest.approx(0.2)
        hand.apply(Discard())
        assert player.policy(here := situation(hand, Random(0))) == other.policy(here)
    hand = Hand(game("27td"), STAKES, [1000] * 5, 0, Dealer("lines"))
    hand.apply(Fold())
    hand.apply(Call())
    assert player.policy(here := situation(hand, Random(0))) == other.policy(here)


def test_a_file_of_format_1_is_read(tmp_path: Path) -> None:
    """One compressed block, with one strategy for every number of seats."""
    (bucket, keep), (bets, draws) = of_hands(), PLAIN.spots
    random = np.random.default_rng(9)
    bet, draw = [
        random.integers(0, LEVELS // 3, many, np.uint8, endpoint=True).tobytes() for many in (2 * bets, 3 * draws)
    ]
    sections = {"bucket": bucket, "keep": keep, "bet": bet, "draw": draw}
    lengths = {name: len(data) for name, data in sections.items()}
    head = {"format": 1, "spots": [bets, draws], "lengths": lengths, "game": "27td", "values": VALUES}
    first = json.dumps(head).encode()
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 1 << 22}]
    body = lzma.compress(b"".join(sections.values()), format=lzma.FORMAT_RAW, filters=filters)
    path = tmp_path / "27td-multiway.table"
    path.write_bytes(MAGIC + len(first).to_bytes(4, "little") + first + hashlib.sha256(first + body).digest() + body)
    file = MultiwayFile.load(path)
    assert file.seats == (EVERY,)
    unseen = 3 * LEADS * BUCKETS + 7  # the opponent has not drawn
    for seats in (2, 6):
        assert file.strategy(seats).bet(7) == (
            bet[7] / 100,
            (100 - bet[7] - bet[bets + 7]) / 100,
            bet[bets + 7] / 100,
        )
        assert file.strategy(seats).draw(BET_SPOTS + 7)[1:] == (
            draw[unseen] / 100,
            draw[draws + unseen] / 100,
            draw[2 * draws + unseen] / 100,
        )
        spot = BET_SPOTS - 7  # after the last draw, with an early opener
        assert file.strategy(seats).bet(spot)[0] == bet[bets - 7] / 100
        assert file.strategy(seats).bet(spot - MORE // CROWDED * BUCKETS)[0] == bet[bets - 7] / 100  # a later one
    for left, value in ((0, 1), (3, VALUES - 1)):
        assert file.bucket(left, value) == classes().bucket[left, value]
    assert [file.keep(3, 4000, count) for count in range(4)] == classes().keep[2, 4000].tolist()


def test_a_block_has_the_draws_class_by_class() -> None:
    strategy = at_random(3)
    block = strategy.block()
    assert vars(Strategy.of_block(block)) == vars(strategy)
    section = block[-3 * MADE * BUCKETS :]
    for choice, bucket, row in ((0, 0, 1), (1, 47, 0), (2, 5, MADE - 1)):
        assert (
            section[(choice * BUCKETS + bucket) * MADE + row]
            == strategy.draws[(choice * MADE + row) * BUCKETS + bucket]
        )
    assert section != strategy.draws


@pytest.mark.parametrize(("scheme", "format"), [(OPENED, 4), (RAISED, 5)], ids=["4", "5"])
def test_a_file_with_earlier_spots_is_read(tmp_path: Path, scheme: Scheme, format: int) -> None:
    """Each spot has the row of the one in its place. The rows of draws lie one after the other."""
    random, many = np.random.default_rng(format), 300
    numbers = [random.integers(0, many, spots).astype("<u2") for spots in (scheme.bets, scheme.draws)]
    bets, draws = [random.integers(0, 33, (choices, many, BUCKETS), np.uint8) for choices in (2, 3)]
    held = [part.tobytes() for part in (*numbers, bets, draws)]
    blocks = {"hands": packed(b"".join(of_hands())), "4": packed(b"".join(held))}
    lengths = {name: len(block) for name, block in blocks.items()}
    head = {"game": "27td", "values": VALUES, "format": format, "spots": scheme.spots, "blocks": lengths}
    path = tmp_path / "27td-multiway.table"
    sealed_file.write(path, MAGIC, head, list(blocks.values()))
    strategy = MultiwayFile.load(path).strategy(4)
    for spot in (7, BET_SPOTS // 2, BET_SPOTS - 9):
        row = numbers[0][rows(scheme, 3)[0][spot // BUCKETS]]
        fold, wager = bets[:, row, spot % BUCKETS].tolist()
        assert strategy.bet(spot) == (fold / 100, (100 - fold - wager) / 100, wager / 100)
    for spot in (7, DRAW_SPOTS // 2, DRAW_SPOTS - 9):
        row = numbers[1][rows(scheme, 3)[1][spot // BUCKETS]]
        assert strategy.draw(BET_SPOTS + spot)[1:] == tuple((draws[:, row, spot % BUCKETS] / 100).tolist())


@pytest.mark.parametrize("id", ["27sd-fl", "a5sd"])
def test_limit_single_draw_is_played_from_the_files_of_the_package(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With three to seven seats, whole hands, against itself. Seven play as six."""
    monkeypatch.delenv(WHERE, raising=False)
    table = MultiwayFile.load(multiway_files()[id])
    assert (table.game, table.seats) == (id, (3, 4, 5, 6))
    player = Multiway(table)
    assert table.strategy(7) is table.strategy(6)
    for seats in range(3, 8):
        mixed = 0
        for seed in range(10):
            random, hand = Random(seed), Hand(game(id), STAKES, [1000] * seats, 0, Dealer(f"{seats} {seed}"))
            while hand.to_act is not None:
                here = situation(hand, random)
                policy = player.policy(here)
                assert multiway_policy(here) == policy
                assert sum(policy.values()) == pytest.approx(1)
                mixed += len(policy) > 1
                hand.apply(player(here))
        assert mixed > 10


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


def test_a_watch_sees_each_choice_as_it_was_made(table: Path) -> None:
    """Told of a hand afterwards, it finds the places and spots that the bot had at its decisions."""
    player = Multiway(MultiwayFile.load(table))
    for seats, seed in product((3, 5), range(6)):
        random, spots = Random(seed), []
        hand = Hand(game("27td"), STAKES, [1000] * seats, 1, Dealer(seed))
        while hand.to_act is not None:
            here = situation(hand, random)
            public, legal = Public(here), here.legal
            spot = (
                public.draw_spot(7) if legal.draw is not None else public.bet_spot(7, bool(legal.bet or legal.raise_))
            )
            action = player(here)
            spots.append((public.place, spot, len(action.cards) if isinstance(action, Discard) else action))
            hand.apply(action)
            last = here
        told: list[object] = []

        def watch(public: Public, choice: Acted | int, told: list[object] = told) -> None:
            if isinstance(choice, int):
                told.append((public.place, public.draw_spot(7), choice))
                return
            raises = public.cap is None or public.wagers < public.cap
            told.append((public.place, public.bet_spot(7, raises), choice.action))

        public = Public(last, watch)
        assert told == spots[:-1]
        assert public.place == public.places[last.seat]


@pytest.mark.parametrize(
    ("head", "held", "deals"),
    [
        ({"deals": 9, "seats": {"3": {"deals": 7}}, "kept": {"deals": 4}}, 3, 7),
        ({"deals": 9, "seats": {"3": {"deals": 7}}, "kept": {"deals": 4}}, 0, 4),
        ({"seats": {"3": {"deals": 7}}}, 5, None),
        ({"lines": {"3": 70}, "kept": {"deals": 9, "seats": {"5": {"deals": 8}}}}, 5, 8),
    ],
)
def test_a_file_says_how_many_deals_a_strategy_has_seen(head: dict[str, Any], held: int, deals: int | None) -> None:
    """Also one that was kept of another file, and one for every number of seats."""
    file = MultiwayFile({"game": "27td", "values": 0, **head}, b"", {held: lambda: b""})
    assert file.deals(held) == deals
    assert file.deals(6) == deals
