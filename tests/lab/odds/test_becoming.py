"""The final hands of a draw: published exact figures, and sampled figures compared with exact ones."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from standpat.cards.card import DECK, parse
from standpat.cards.ranking import ACE_TO_FIVE, DEUCE_TO_SEVEN, deuce_to_seven
from standpat.lab.odds import becomes
from standpat.lab.odds.low import labels, low

pytestmark = pytest.mark.extended

# Kept cards, what was thrown, and of C(47, k) replacements those that make a 7, 8, 9 and T.
ONE_DRAW = [
    ("2c3d4h", "KsKd", (32, 80, 144, 224)),
    ("2c3d7h", "KsQd", (48, 96, 160, 240)),
    ("2c3d8h", "KsQd", (0, 96, 160, 240)),
    ("2c3d", "KsQdKc", (192, 576, 1216, 2176)),
    ("2c7d", "KsQdKc", (256, 640, 1280, 2240)),
    ("2c", "KsQdKcTh", (1020, 3570, 8670, 15355)),
]


@pytest.mark.parametrize(("kept", "thrown", "ways"), ONE_DRAW)
def test_one_draw(kept: str, thrown: str, ways: tuple[int, ...]) -> None:
    found = becomes(kept, dead=thrown, draws=1)
    assert found.exact
    whole = comb(47, 5 - len(kept) // 2)
    assert [found.fraction(made) for made in "789T"] == [Fraction(way, whole) for way in ways]
    assert found.fraction("straight-flush") == 1


# Four cards held, the low, and how many of the 47 unseen cards make it.
OUTS = [
    ("3c4d5h6s", "8", 4),
    ("2c3d4h5s", "7", 4),
    ("2c3d4h7s", "7", 8),
    ("2c3d4h5s", "8", 8),
    ("3c4d5h6s", "9", 8),
    ("2c3d4h7s", "8", 12),
    ("2c3d4h8s", "8", 12),
    ("2c3d7h8s", "8", 12),
    ("2c3d4h5s", "9", 12),
    ("2c3d4h7s", "9", 16),
    ("2c3d4h7s", "T", 20),
]


@pytest.mark.parametrize("draws", [1, 2, 3])
@pytest.mark.parametrize(("kept", "made", "outs"), OUTS)
def test_four_cards_held(kept: str, made: str, outs: int, draws: int) -> None:
    found = becomes(kept, dead="Kc", draws=draws, policy=f"hold:{made}")
    assert found.fraction(made) == 1 - Fraction(comb(47 - outs, draws), comb(47, draws))


def test_two_cards_in_three_draws() -> None:
    chances = [becomes("2c3d7h", dead="KsQd", draws=n, policy="make:7").chance("7") for n in (1, 2, 3)]
    assert [round(100 * chance, 2) for chance in chances] == [4.44, 14.31, 26.21]


@pytest.mark.slow
def test_courses_taken_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = becomes("2c3d7h", dead="KsQd", draws=3, policy="make:7")
    monkeypatch.setattr("standpat.lab.odds.becoming._MOST_NODES", 20_000)
    assert not becomes("2c3d7h", dead="KsQd", draws=3, policy="make:7", samples=1000).exact
    parts = becomes("2c3d7h", dead="KsQd", draws=3, policy="make:7", exact=True)
    assert parts.exact
    assert parts.ways == whole.ways


def test_every_replacement_ranked_by_hand() -> None:
    """The kept cards are suited, so that flushes occur. Each of the 15,180 draws is ranked."""
    kept, thrown = parse("2c7c"), parse("KsQdKc")
    found = becomes("2c7c", dead="KsQdKcJhJs", draws=1)
    unseen = [card for card in DECK if card not in (*kept, *thrown, *parse("JhJs"))]
    ways = [0] * 7463
    for new in combinations(unseen, 3):
        ways[deuce_to_seven((*kept, *new))] += 1
    assert found.total == 6 * sum(ways)
    assert list(found.ways) == [6 * way for way in ways]


def test_five_new_cards_and_no_draw() -> None:
    assert becomes("random", draws=0).fraction("8") == Fraction(18_360, 2_598_960)
    for label, worst in labels("deuce-to-seven")[:8]:
        assert low(DEUCE_TO_SEVEN, label) == worst
    cumulative = [4_080, 18_360, 53_040, 123_420, 250_920, 464_100, 799_680, 1_303_560]
    found = becomes("random", draws=0)
    assert [found.fraction(made) for made in "789TJQKA"] == [Fraction(n, 2_598_960) for n in cumulative]


def test_ace_to_five_deals() -> None:
    found = becomes("random", draws=0, game="a5td")
    counts = [1024, 5120, 15360, 35840, 71680, 129024, 215040, 337920, 506880]
    made = [found.fraction(rank) for rank in "56789TJQK"]
    assert [int(2_598_960 * (b - a)) for a, b in zip([Fraction(0), *made], made, strict=False)] == counts
    assert [label for label, _ in labels("ace-to-five")][:2] == ["5-low", "6-low"]
    assert low(ACE_TO_FIVE, "5") == 1


def test_measured_beside_exact() -> None:
    exact = becomes("2c3d7hKsQd", draws=2, policy="pat:T")
    measured = becomes("2c3d7hKsQd", draws=2, policy="pat:T", exact=False, samples=200_000)
    assert exact.exact
    assert not measured.exact
    for made in ("7", "8", "T", "A"):
        under, over = measured.interval(made)
        assert under - 0.001 < exact.chance(made) < over + 0.001
    assert becomes("2c3d7hKsQd", draws=2, policy="pat:T", exact=False, samples=1000).ways != measured.ways


def test_dead_cards_do_not_come() -> None:
    assert becomes("2c3d4h5s", dead="7c7d7h7sKc", draws=3, policy="make:7").chance("7") == 0
    assert becomes("2c3d4h7s", dead="Kc5c5d5h5s", draws=1).fraction("7") == Fraction(4, 43)


def test_a_deck_that_can_run_out_is_not_enumerated() -> None:
    low = "5c5d5h5s6c6d6h6s8c8d8h8s9c9d9h9sTcTdThTsJcJdJhJsQcQdQhQsAcAdAhAs2d2h2s3c3h4c4d4s"
    found = becomes("2c3d", draws=3, dead=f"{low}4hKcKd", policy="make:7", samples=2000)
    assert not found.exact
    assert found.chance("7") > 0.05  # fives come back
    with pytest.raises(ValueError, match="cannot be enumerated"):
        becomes("2c3d", draws=3, dead=f"{low}4hKcKd", policy="make:7", exact=True)
    assert becomes("2c3d4h7sKc", draws=3, dead=low, policy="make:7").exact  # three of seven cards at most


def test_a_stated_discard() -> None:
    """The discard is given, and pat means pat whatever the policy says."""
    thrown = becomes("2c3d4h7s/Kc", draws=2, policy="make:8")
    assert thrown.ways == becomes("2c3d4h7sKc", draws=2, policy="make:8").ways
    pat = becomes("2c3d4h7sKc/", draws=2, policy="make:8")
    assert pat.fraction("8") == becomes("2c3d4h7sKc", draws=1, policy="make:8").fraction("8")
    assert becomes("2c3d4h7sKc/", draws=1).ways[becomes("2c3d4h7sKc", draws=0).ways.index(1)] == 1
    five = becomes("/2c3d4h7sKc", draws=1)
    assert five.total == 47 * 46 * 45 * 44 * 43
    assert five.fraction("straight-flush") == 1


def test_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("standpat.lab.odds.becoming._PART", 500)
    told: list[tuple[int, int]] = []
    one = becomes("2c3d7hKsQd", draws=3, policy="make:7", progress=lambda done, of: told.append((done, of)))
    two = becomes("2c3d7hKsQd", draws=3, policy="make:7", threads=2)
    assert one.exact
    assert one.ways == two.ways
    assert len(told) > 10
    assert told[-1] == (1000, 1000)
    assert told == sorted(told)
    drawn = [becomes("d2:7", draws=2, samples=120_000, threads=n).ways for n in (1, 2)]
    assert drawn[0] == drawn[1]


def test_by_the_ranks_of_lows() -> None:
    found = becomes("2c3d4h7sKc", draws=1, policy="make:8")
    rows = found.ranks()
    assert [label for label, _, _ in rows[:3]] == ["7-5-4-3-2", "7-6-4-3-2", "8-7-4-3-2"]
    assert sum([chance for _, chance, _ in rows]) == pytest.approx(1)
    assert rows[-1][2] == 1
    assert found.to_dict()["ranks"][1]["or_better"] == 8 / 47


def test_the_result_lists_classes_and_ranks() -> None:
    found = becomes("2c3d4h7sKc", draws=1, policy="make:8")
    told = found.to_dict()
    assert told["classes"][1] == {
        "label": "8-low",
        "chance": pytest.approx(4 / 47),
        "or_better": 12 / 47,
        "low": 12 / 47,
        "high": 12 / 47,
    }
    assert "exact=True" in repr(found)
    value, name, chance = found.values()[0]
    assert (value, name) == (1, "7-5-4-3-2")
    assert chance == pytest.approx(4 / 47)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"hand": "2c2c"}, "2c twice"),
        ({"hand": "2c3d", "dead": "2c"}, "2c comes twice"),
        ({"hand": "2c3d4h5s6c7d"}, "6 cards"),
        ({"hand": "2c3d", "draws": 4}, "expected 0..3"),
        ({"hand": "2c3d", "draws": 0}, "five cards"),
        ({"hand": "2c3d", "policy": "luck"}, "not a drawing policy"),
        ({"hand": "2c3d", "policy": "make:23456"}, "is not a low"),
        ({"hand": "2c3d4h5s7c", "policy": "hold:8"}, "different ranks"),
        ({"hand": "2c3d", "policy": "optimal"}, "needs an opponent"),
        ({"hand": "2c3d", "samples": 0, "exact": False}, "samples=0"),
    ],
)
def test_refused(options: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        becomes(**options)  # type: ignore[arg-type]
