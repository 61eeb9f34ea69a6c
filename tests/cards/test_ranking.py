"""R2.2-R2.4: the two low orders, against a comparison key written from the rule text alone."""

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from reference_key import HIGH, Key, key_27, key_a5
from standpat.cards.card import TEXT, parse
from standpat.cards.ranking import ACE_TO_FIVE, DEUCE_TO_SEVEN, RANKINGS, Ranking, ace_to_five, deuce_to_seven


def texts(cards: str) -> list[str]:
    return [TEXT[c] for c in parse(cards)]


def shapes() -> Iterator[tuple[list[str], int]]:
    """One hand for each multiset of ranks, suited and unsuited, with the number of hands of that shape."""
    for ranks in itertools.combinations_with_replacement(HIGH, 5):
        counts = Counter(ranks)
        if max(counts.values()) > 4:
            continue
        ways = math.prod(math.comb(4, n) for n in counts.values())
        if len(counts) == 5:
            yield [r + "h" for r in ranks], 4
            yield [r + s for r, s in zip(ranks, "hhhhs", strict=True)], ways - 4
        else:
            seen: Counter[str] = Counter()
            hand = []
            for r in ranks:
                hand.append(r + "cdhs"[seen[r]])
                seen[r] += 1
            yield hand, ways


HANDS_27 = {
    "no-pair": 1_303_560,
    "pair": 1_098_240,
    "two-pair": 123_552,
    "trips": 54_912,
    "straight": 9_180,
    "flush": 5_112,
    "full-house": 3_744,
    "quads": 624,
    "straight-flush": 36,
}
HANDS_A5 = {
    "no-pair": 1_317_888,
    "pair": 1_098_240,
    "two-pair": 123_552,
    "trips": 54_912,
    "full-house": 3_744,
    "quads": 624,
}


@pytest.mark.parametrize(
    ("value", "ranking", "key", "distinct", "hands"),
    [
        (deuce_to_seven, DEUCE_TO_SEVEN, key_27, 7462, HANDS_27),
        (ace_to_five, ACE_TO_FIVE, key_a5, 6175, HANDS_A5),
    ],
    ids=["R2.2", "R2.3"],
)
def test_r2_2_r2_3_every_shape_of_hand_has_its_place(
    value: Callable[[str], int],
    ranking: Ranking,
    key: Callable[[list[str]], Key],
    distinct: int,
    hands: dict[str, int],
) -> None:
    """The 7,462 shapes stand for all C(52,5) hands, and each value is the place of the hand's key."""
    everything = [(key(hand), hand, ways) for hand, ways in shapes()]
    assert sum(ways for _, _, ways in everything) == math.comb(52, 5) == sum(hands.values())
    places = sorted({(k[0], tuple(k[1])) for k, _, _ in everything})
    assert len(places) == distinct == ranking.count
    place = {k: at for at, k in enumerate(places, start=1)}
    counted: Counter[str] = Counter()
    for k, hand, ways in everything:
        got = value("".join(hand))
        assert got == place[k[0], tuple(k[1])] == ranking("".join(hand)), hand
        counted[ranking.category(got)] += ways
    assert counted == hands


@pytest.mark.slow
@pytest.mark.parametrize(("value", "key"), [(deuce_to_seven, key_27), (ace_to_five, key_a5)], ids=["R2.2", "R2.3"])
def test_r2_2_r2_3_all_hands_by_full_enumeration(
    value: Callable[[tuple[int, ...]], int], key: Callable[[list[str]], Key]
) -> None:
    """All 2,598,960 hands have one value for each key and one key for each value."""
    key_of: dict[int, Key] = {}
    memo: dict[tuple[str, bool], Key] = {}
    count = 0
    for cards in itertools.combinations(range(52), 5):
        a, b, c, d, e = cards
        hand = [TEXT[a], TEXT[b], TEXT[c], TEXT[d], TEXT[e]]
        shape = (hand[0][0] + hand[1][0] + hand[2][0] + hand[3][0] + hand[4][0], len({x[1] for x in hand}) == 1)
        k = memo.get(shape)
        if k is None:
            k = memo[shape] = key(hand)
        assert key_of.setdefault(value(cards), k) == k, hand
        count += 1
    assert count == 2_598_960
    assert sorted(key_of) == list(range(1, len(key_of) + 1))
    assert [key_of[v] for v in sorted(key_of)] == sorted(key_of.values())


@pytest.mark.parametrize(("value", "key"), [(deuce_to_seven, key_27), (ace_to_five, key_a5)], ids=["R2.2", "R2.3"])
def test_r2_2_r2_3_random_pairs_compare_as_the_rules_say(
    value: Callable[[list[int]], int], key: Callable[[list[str]], Key]
) -> None:
    rng = random.Random(7)
    for _ in range(4000):
        one, two = rng.sample(range(52), 5), rng.sample(range(52), 5)
        mine, yours = key([TEXT[c] for c in one]), key([TEXT[c] for c in two])
        assert (value(one) < value(two)) == (mine < yours)
        assert (value(one) == value(two)) == (mine == yours)


def test_r2_2_best_to_worst_landmarks() -> None:
    ladder = [
        "7c5d4h3s2c",  # number one
        "7c6d4h3s2c",
        "7c6d5h3s2c",
        "7c6d5h4s2c",
        "8c5d4h3s2c",
        "9c5d4h3s2c",
        "Tc5d4h3s2c",
        "Kc5d4h3s2c",
        "KcQdJhTs8c",  # the worst king-low
        "Ac5d4h3s2c",  # the nut ace
        "Ac6d4h3s2c",
        "AcKdQhJs9c",  # the worst no-pair hand
        "2c2d3h4s5c",  # the next after it
        "2c2d6h4s3c",
        "3c3d6h4s2c",
        "3c3d6h5s2c",
        "AcAdKhQsJc",
        "2c2d3h3s4c",
        "AcAdKhKsQc",
        "2c2d2h3s4c",
        "AcAdAhKsQc",
        "2c3d4h5s6c",  # the best straight
        "AcKdQhJsTc",
        "7c5c4c3c2c",  # the best flush
        "AcKcQcJc9c",
        "2c2d2h3s3c",
        "AcAdAhKsKc",
        "2c2d2h2s3c",
        "AcAdAhAsKc",
        "2c3c4c5c6c",
        "AcKcQcJcTc",  # a royal flush
    ]
    values = [deuce_to_seven(hand) for hand in ladder]
    assert values == sorted(set(values))
    assert values[0] == 1
    assert values[-1] == 7462
    worst = deuce_to_seven("AcKdQhJs9c")
    assert deuce_to_seven("2c2d3h4s5c") == worst + 1
    assert [deuce_to_seven(h) for h in ladder[:4]] == [1, 2, 3, 4]


def test_r2_2_the_suited_wheel_of_high_poker_is_a_flush() -> None:
    """A-5-4-3-2 of one suit is not a straight flush, as in some evaluators; as a flush it is worse than the unsuited
    hand."""
    for s in "cdhs":
        hand = f"A{s}5{s}4{s}3{s}2{s}"
        assert DEUCE_TO_SEVEN.category(deuce_to_seven(hand)) == "flush"
    assert deuce_to_seven("Ac5c4c3c2c") > deuce_to_seven("KcQcJcTc8c")
    assert deuce_to_seven("Ac5c4c3c2c") + 1 == deuce_to_seven("Ac6c4c3c2c")
    assert DEUCE_TO_SEVEN.category(deuce_to_seven("As5c4c3c2c")) == "no-pair"


def test_r2_2_every_flush_is_seen_in_every_suit() -> None:
    for s in "cdhs":
        assert DEUCE_TO_SEVEN.category(deuce_to_seven(f"7{s}5{s}4{s}3{s}2{s}")) == "flush"
        assert DEUCE_TO_SEVEN.category(deuce_to_seven(f"6{s}5{s}4{s}3{s}2{s}")) == "straight-flush"


def test_r2_3_best_to_worst_landmarks() -> None:
    ladder = [
        "5c4c3c2cAc",
        "6c4d3h2sAc",
        "6c5d3h2sAc",
        "6c5d4h2sAc",
        "6c5d4h3sAc",
        "6c5d4h3s2c",
        "7c4d3h2sAc",
        "KcQdJhTs9c",  # the worst no-pair hand
        "AcAd4h3s2c",
        "AcAdKhQsJc",
        "2c2d4h3sAc",
        "KcKdQhJsTc",
        "2c2dAhAs3c",
        "2c2dAhAsKc",
        "3c3dAhAs2c",
        "3c3d2h2sAc",
        "3c3d2h2sKc",
        "KcKdAhAs5c",
        "KcKdQhQsJc",
        "AcAdAh3s2c",
        "KcKdKhQsJc",
        "AcAdAh2s2c",
        "KcKdKhQsQc",
        "AcAdAhAs2c",
        "KcKdKhKsQc",
    ]
    values = [ace_to_five(hand) for hand in ladder]
    assert values == sorted(set(values))
    assert [ace_to_five(h) for h in ladder[:6]] == [1, 2, 3, 4, 5, 6]
    assert values[-1] == 6175


def test_r2_3_of_two_pairs_the_higher_decides() -> None:
    assert ace_to_five("3c3d2h2sKc") < ace_to_five("KhKdAhAs5c")


def test_r2_3_straights_and_flushes_are_ignored() -> None:
    assert ace_to_five("5c4c3c2cAc") == ace_to_five("5c4d3h2sAc") == 1
    assert ace_to_five("9h8h7h6h5h") == ace_to_five("9h8h7h6h5c")
    assert ACE_TO_FIVE.category(ace_to_five("TcJcQcKcAc")) == "no-pair"


@pytest.mark.parametrize("value", [deuce_to_seven, ace_to_five])
def test_r2_4_suits_never_break_a_tie(value: Callable[[list[int]], int]) -> None:
    rng = random.Random(3)
    for _ in range(300):
        hand = rng.sample(range(52), 5)
        new = dict(zip(range(4), rng.sample(range(4), 4), strict=True))
        assert value(hand) == value([c >> 2 << 2 | new[c & 3] for c in hand])
        assert value(hand) == value(rng.sample(hand, 5))


BEATS_27 = [
    ("8c5d4h3s2c", "9c7d6h4s3c"),
    ("7c6d5h4s2c", "8c5d4h3s2c"),
    ("7c6d5h4s2c", "9c7d6h4s3c"),
    ("7c6d5h4s2c", "7d6h5s4c3d"),
    ("8c5d4h3s2c", "7d6h5s4c3d"),
    ("9c7d6h4s3c", "7d6h5s4c3d"),
    ("Qc8d5h4s3c", "Ac8h5s4d3d"),
    ("Kc9d5h4s3c", "Ac5h4s3d2d"),
    ("KcQdJhTs8c", "Ac5h4s3d2d"),
    ("Ac5h4s3d2d", "Ah6h4h3s2s"),
    ("9c8d6h3s2c", "9h8h6s4c2d"),
    ("AcKdQhJs9c", "2c3d4h5s6c"),
    ("3c3d6h4s2c", "3h3s6d5s2h"),
]


@pytest.mark.parametrize(("better", "worse"), BEATS_27)
def test_r9_examples_of_deuce_to_seven(better: str, worse: str) -> None:
    assert deuce_to_seven(better) < deuce_to_seven(worse)
    assert key_27(texts(better)) < key_27(texts(worse))


def test_r9_examples_of_ace_to_five() -> None:
    assert ace_to_five("Ac2d3h4s5c") == 1
    six = ace_to_five("2c3d4h5s6c")
    sixes = [ace_to_five(f"6c{''.join(r + 'dhsc'[i] for i, r in enumerate(low))}") for low in ("5432", "A234", "A345")]
    assert six == max(sixes) == sixes[0]
    assert six < ace_to_five("7cAd2h3s4c")
    assert six + 1 == ace_to_five("7cAd2h3s4c")


FLUSH = parse("7c5c4c3c2c")


@pytest.mark.parametrize("value", [deuce_to_seven, ace_to_five, DEUCE_TO_SEVEN, ACE_TO_FIVE])
@pytest.mark.parametrize(
    "bad",
    [
        "",
        "7c5d4h3s",
        "7c5d4h3s2c2d",
        "7c5d4h3s2",
        "7c5d4",
        "7c7c4h3s2c",
        "7c5c4c3c7c",
        "7c5d4h3s??",
        "7x5d4h3s2c",
        [0, 5, 10, 15],
        [0, 5, 10, 15, 15],
        [0, 5, 10, 15, 52],
        [0, 5, 10, 15, 53],
        [0, 5, 10, 15, -1],
        [-104, 5, 10, 15, 20],
        [-53, 5, 10, 15, 20],
        [-60, -70, -80, -90, -100],
        [0, 5, 10, 15, 10**20],
        [0, 5, 10, 15, 20.0],
        [0, 5, 10, 15, None],
        ["7c", "5d", "4h", "3s", ""],
        [["7c"], "5d", "4h", "3s", "2c"],
        None,
        5,
    ],
    ids=repr,
)
def test_r2_1_wrong_input_is_a_clear_error(value: Callable[[object], int], bad: object) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        value(bad)


@pytest.mark.parametrize("value", [deuce_to_seven, ace_to_five, DEUCE_TO_SEVEN, ACE_TO_FIVE])
@pytest.mark.parametrize("cards", ["7c5c4c3c2c", "7c5d4h3s2c", "7c7d4h3s2c", "6c5c4c3c2c", "6c5d4h3s2c"])
def test_r2_1_every_form_of_the_same_cards_has_one_value(value: Callable[[object], int], cards: str) -> None:
    """Text, several texts, ints, and any iterable of them, as `Cards` says."""
    want = value(cards)
    ints, words = parse(cards), texts(cards)
    for form in (" ".join(words), words, tuple(words), list(ints), ints, set(ints)):
        assert value(form) == want
    assert value(iter(ints)) == want
    assert value(iter(words)) == want


def test_r2_2_category_refuses_other_values() -> None:
    assert set(RANKINGS) == {"deuce-to-seven", "ace-to-five"}
    for bad in (0, -1, 7463):
        with pytest.raises(ValueError, match="7462"):
            DEUCE_TO_SEVEN.category(bad)
    with pytest.raises(ValueError, match="6175"):
        ACE_TO_FIVE.category(6176)
