"""Section 1: games and house rules as data, compared with the two tables of RULES."""

from typing import Any

import pytest
from msgspec.structs import replace

from standpat.engine import games
from standpat.engine.games import Stakes, game
from standpat.engine.house import HOUSES, RESHUFFLES, House, house_rules


@pytest.mark.parametrize(
    ("id", "ranking", "draws", "betting"),
    [
        ("27td", "deuce-to-seven", 3, "fixed-limit"),
        ("a5td", "ace-to-five", 3, "fixed-limit"),
        ("27sd", "deuce-to-seven", 1, "no-limit"),
    ],
)
def test_r1_the_games(id: str, ranking: str, draws: int, betting: str) -> None:
    record = game(id)
    assert (record.id, record.ranking, record.draw_rounds, record.betting) == (id, ranking, draws, betting)
    seats = (record.min_seats, record.max_seats)
    assert (record.hand_size, record.max_discards, seats) == (5, 5, (2, 7 if draws == 1 else 6))
    assert record.house.name == "online"


def test_r1_the_three_games_come_first() -> None:
    assert games.ids()[:3] == ("27td", "a5td", "27sd")
    assert all(game(id).id == id for id in games.ids())


def test_r5_2_the_bets_of_triple_draw() -> None:
    assert game("27td").bets == game("a5td").bets == (1, 1, 2, 2)


@pytest.mark.parametrize(
    ("name", "draws", "reshuffle", "cap", "heads_up", "raises", "showdown", "burn"),
    [
        ("online", "immediate", "served", 4, True, "full_bets", "muck_losers", 0),
        ("ultimate", "announced", "served", 4, True, "full_bets", "muck_losers", 0),
        ("classic", "immediate", "previous_rounds", 4, True, "full_bets", "muck_losers", 0),
        ("cardroom", "announced", "served", 4, True, "full_bets", "optional", 0),
        ("wsop", "announced", "wsop", 5, False, "full_bets", "muck_losers", 1),
        ("pokerstars", "immediate", "pokerstars", 4, True, "full_bets", "muck_losers", 0),
        ("full_tilt", "announced", "full_tilt", 4, True, "full_bets", "muck_losers", 0),
        ("arena", "immediate", "served", 4, True, "additive", "show_all", 0),
    ],
)
def test_r1_the_bundles(
    name: str, draws: str, reshuffle: str, cap: int, heads_up: bool, raises: str, showdown: str, burn: int
) -> None:
    house = game("27td", house=name).house
    assert house.name == name
    assert (house.draws, house.reshuffle, house.cap, house.cap_heads_up) == (draws, reshuffle, cap, heads_up)
    assert (house.limit_raise, house.showdown, house.burn) == (raises, showdown, burn)


def test_r1_there_are_eight_bundles() -> None:
    assert len(HOUSES) == 8


def test_r1_every_option_can_be_set_alone() -> None:
    for name, value in (
        ("draws", "announced"),
        ("reshuffle", "pokerstars"),
        ("cap", None),
        ("cap_heads_up", False),
        ("limit_raise", "additive"),
        ("showdown", "optional"),
        ("burn", 1),
    ):
        house = house_rules("online", **{name: value})
        assert getattr(house, name) == value
        plain = HOUSES["online"]
        assert all(getattr(house, f) == getattr(plain, f) for f in House.__struct_fields__ if f != name)


def test_r1_a_bundle_and_an_option_over_it() -> None:
    house = game("27td", house="wsop", cap=None).house
    assert (house.cap, house.burn, house.reshuffle) == (None, 1, "wsop")
    assert HOUSES["wsop"].cap == 5


@pytest.mark.parametrize(
    "options",
    [
        {"draws": "later"},
        {"reshuffle": "never"},
        {"cap": 0},
        {"cap": -1},
        {"cap": 4.0},
        {"cap": True},
        {"cap": "4"},
        {"cap_heads_up": None},
        {"limit_raise": "half"},
        {"showdown": "none"},
        {"burn": -1},
        {"burn": 1.0},
        {"burn": None},
        {"burns": 1},
        {"name": "mine"},
    ],
)
def test_r1_an_option_that_is_none_is_named(options: dict[str, object]) -> None:
    (name,) = options
    with pytest.raises(ValueError, match=name):
        house_rules("online", **options)


def test_r1_unknown_game_and_house() -> None:
    with pytest.raises(ValueError, match=r"^unknown game 'badugi': expected one of 27td, a5td, 27sd, 27td-nl, "):
        game("badugi")
    with pytest.raises(ValueError, match=r"^unknown house rules 'mine': expected one of online, ultimate, classic, "):
        game("27td", house="mine")
    with pytest.raises(ValueError, match=r"^draws='later': expected one of immediate, announced$"):
        house_rules(draws="later")
    names = "draws, reshuffle, cap, .*, showdown, burn, all_ins_shown, full_blinds"
    with pytest.raises(ValueError, match=rf"is not a house rule: expected one of {names}$"):
        house_rules(burns=1)


def test_r1_house_rules_begin_with_what_online_players_expect() -> None:
    assert house_rules() == HOUSES["online"]
    assert game("27td").house == HOUSES["online"]


def test_r6_6_up_to_three_cards_are_burned_and_no_more() -> None:
    assert [house_rules(burn=count).burn for count in range(4)] == [0, 1, 2, 3]
    with pytest.raises(ValueError, match=r"^burn=4: expected 0 to 3$"):
        house_rules(burn=4)


def test_r1_labels_of_the_streets() -> None:
    assert [game("27td").label(k) for k in range(4)] == ["predraw", "draw1", "draw2", "draw3"]
    assert [game("27sd").label(k) for k in range(2)] == ["predraw", "draw"]
    two = replace(game("27td"), bets=(1, 1, 2))
    assert [two.label(k) for k in range(3)] == ["predraw", "draw1", "draw2"]


def test_r6_3_every_policy_ends_with_the_players_own_cards() -> None:
    for policy in RESHUFFLES.values():
        assert policy.piles[-1] == ("own",)
        assert sorted(p for group in policy.piles for p in group) == sorted(
            ("folded", "burned", "earlier", "served", "unserved", "own")
        )


def test_r3_2_stakes() -> None:
    assert Stakes.limit(20, ante=3) == Stakes(10, 20, 3)
    assert Stakes.limit(5) == Stakes(2, 5)
    assert Stakes.limit(20, 30, "big-blind") == Stakes(10, 20, 30, "big-blind")
    assert Stakes(0, 1) == Stakes.limit(1)
    assert Stakes(10, 10).small_blind == 10


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ((-1, 10), "small_blind is whole chips, 0 or more, not -1"),
        ((5.0, 10), "small_blind is whole chips, 0 or more, not 5.0"),
        ((True, 10), "small_blind is whole chips, 0 or more, not True"),
        ((5, -1), "big_blind is whole chips, 0 or more, not -1"),
        ((5, 10, -1), "ante is whole chips, 0 or more, not -1"),
        ((5, 10, 0.5), "ante is whole chips, 0 or more, not 0.5"),
        ((0, 0), "big_blind is at least 1 chip"),
        ((11, 10), "small_blind 11 is more than big_blind 10"),
        ((5, 10, 1, "nobody"), "ante_by 'nobody': expected one of everyone, big-blind"),
    ],
)
def test_r3_2_stakes_that_are_none_are_refused(bad: tuple[Any, ...], why: str) -> None:
    with pytest.raises(ValueError, match=f"^{why}$"):
        Stakes(*bad)


@pytest.mark.parametrize("stakes", [Stakes(5, 10), Stakes(5, 10, 2), Stakes(5, 10, 15, "big-blind")])
def test_r3_5_stakes_as_a_list_and_back(stakes: Stakes) -> None:
    assert Stakes(*stakes.plain()) == stakes  # type: ignore[arg-type]
    assert len(stakes.plain()) == (3 if stakes.ante_by == "everyone" else 4)


def test_r1_games_by_what_they_are() -> None:
    assert games.ids_by(lambda record: record.draw_rounds) == {3: "27td", 1: "27sd"}
    assert games.ids_by(lambda record: record.id) == {id: id for id in games.ids()}
