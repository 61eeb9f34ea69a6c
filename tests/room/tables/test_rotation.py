"""Which game the next hand is: the pure rules of a rotation and of dealer's choice."""

import msgspec
import pytest

from standpat import Stakes
from standpat.engine.house import house_rules
from standpat.room.tables.refusal import Refused
from standpat.room.tables.rotation import (
    LONGEST,
    MOST_GAMES,
    Lasts,
    NewEntry,
    NewRotation,
    Rotation,
    choose,
    make,
)
from standpat.room.tables.table import NewTable, TableRules
from standpat.room.tables.table import make as make_table
from standpat.tournament.rotation import PickedBy, Place, following, is_last, offer, upcoming

STAKES = Stakes(5, 10)


def rotation(lasts: Lasts = "orbits", every: int = 1, picked_by: PickedBy = "list", *games: str) -> Rotation:
    entries = [NewEntry(one) for one in games or ("27td", "a5td", "27sd")]
    return make(NewRotation(entries, lasts, every, picked_by), STAKES, "online", {})


def played(rules: Rotation, hands: list[tuple[int, float]]) -> list[int]:
    """The entries of hands, given as players and time."""
    place, indices = Place(), []
    for players, now in hands:
        place = following(rules, place, players, now).place
        indices.append(place.index)
    return indices


def test_an_orbit_is_as_long_as_its_first_hand_had_players() -> None:
    assert played(rotation(), [(3, 0), (2, 0), (4, 0), (2, 0), (2, 0), (3, 0)]) == [0, 0, 0, 1, 1, 2]
    assert played(rotation("orbits", 2), [(2, 0)] * 5) == [0, 0, 0, 0, 1]


def test_a_number_of_hands() -> None:
    assert played(rotation("hands", 2), [(2, 0)] * 7) == [0, 0, 1, 1, 2, 2, 0]


def test_minutes_change_the_game_only_between_hands() -> None:
    assert played(rotation("minutes", 10), [(2, 0), (2, 599), (2, 600), (2, 1199), (2, 90_000)]) == [0, 0, 1, 1, 2]


def test_a_clock_that_is_set_back_does_not_prolong_a_game() -> None:
    assert played(rotation("minutes", 10), [(2, 1e6), (2, 0), (2, 600)]) == [0, 0, 1]


def test_a_game_with_too_few_seats_is_passed_over() -> None:
    step = following(rotation("hands"), Place(), 7, 0)
    assert (step.place.index, step.passed) == (2, (0, 1))
    assert played(rotation("hands", 9), [(6, 0), (7, 0), (7, 0), (6, 0)]) == [0, 2, 2, 2]


def test_choice() -> None:
    rules = rotation("hands", 2, "button")
    place = following(rules, Place(), 3, 0).place
    assert not is_last(place)
    place = following(rules, place, 3, 0).place
    assert is_last(place)
    people = [(0, "ann"), (2, "bob"), (5, "cid")]
    place = offer(rules, place, people, 6, 1)
    assert (place.button, place.chooser, upcoming(rules, place, 3)) == (2, "bob", None)
    assert offer(rules, place, people, 6, 1) == place
    for user, number, index, code in [
        ("ann", 1, 1, "not-your-turn"),
        ("", 1, 1, "not-your-turn"),
        ("bob", 0, 1, "late"),
        ("bob", 2, 1, "late"),
        ("bob", 1, 3, "not-possible"),
        ("bob", 1, -1, "not-possible"),
    ]:
        with pytest.raises(Refused) as error:
            choose(rules, place, user, number, index, 3)
        assert error.value.code == code
    with pytest.raises(Refused):
        choose(rules, place, "bob", 1, 0, 7)  # six seats
    place = choose(rules, choose(rules, place, "bob", 1, 0, 3), "bob", 1, 2, 3)
    assert upcoming(rules, place, 3) == 2
    step = following(rules, place, 3, 0)
    assert (step.place.index, step.place.number, step.place.chooser) == (2, 2, "")
    with pytest.raises(Refused):
        choose(rules, step.place, "bob", 2, 1, 3)
    again = following(rules, step.place, 3, 0).place
    assert offer(rules, again, people, 6, 1).chooser == "cid"
    assert offer(rules, again, people[:2], 6, 1).chooser == "ann"
    assert offer(rules, again, [], 6, 1).chooser == ""


def test_a_late_chooser_gets_the_next_of_the_list() -> None:
    rules = rotation("hands", 1, "button")
    place = following(rules, Place(), 3, 0).place
    place = offer(rules, place, [(0, "ann")], 6, 0)
    assert following(rules, place, 3, 0).place.index == 1
    place = choose(rules, place, "ann", 1, 0, 3)
    step = following(rules, place, 7, 0)  # a seventh player came, who does not fit into what they picked
    assert (step.place.index, step.passed) == (2, (0, 1))


def test_nobody_picks_from_a_list() -> None:
    rules = rotation("hands")
    place = offer(rules, following(rules, Place(), 3, 0).place, [(0, "ann")], 6, 0)
    assert not place.chooser
    with pytest.raises(Refused):
        choose(rules, place, "ann", 1, 1, 3)


@pytest.mark.parametrize("count", [0, 1, MOST_GAMES + 1, 1000])
def test_wrong_numbers_of_games(count: int) -> None:
    with pytest.raises(ValueError, match="choose 2 to 20 games"):
        make(NewRotation([NewEntry("27td")] * count), STAKES, "online", {})


@pytest.mark.parametrize("lasts", LONGEST)
def test_wrong_lengths(lasts: Lasts) -> None:
    for every in (0, -1, LONGEST[lasts] + 1, 10**30):
        with pytest.raises(ValueError, match="must last 1 to"):
            make(NewRotation([NewEntry("27td")] * 2, lasts, every), STAKES, "online", {})


def test_stakes() -> None:
    own = NewEntry("27sd", small_blind=2, big_blind=4, ante=4, ante_by="big-blind", options={"burn": 1})
    made = make(NewRotation([NewEntry("27td"), NewEntry("27sd"), own]), Stakes(5, 10, 1), "wsop", {"cap": 4})
    assert [entry.stakes for entry in made.entries] == [Stakes(5, 10, 1), Stakes(2, 5), Stakes(2, 4, 4, "big-blind")]
    assert made.entries[0].game().house.cap == 4
    assert made.entries[2].game().house.burn == 1
    for wrong in (NewEntry("27td", big_blind=0), NewEntry("27td", small_blind=11), NewEntry("27td", ante=-1)):
        with pytest.raises(ValueError, match="blinds"):
            make(NewRotation([wrong, own]), STAKES, "online", {})


def test_house_rules() -> None:
    """A game has those of the table, or its own and nothing of the table's."""
    games = [NewEntry("27td"), NewEntry("a5td", house="wsop"), NewEntry("27sd", options={"burn": 1})]
    made = make(NewRotation(games), STAKES, "cardroom", {"cap": None})
    assert [(entry.house, entry.options) for entry in made.entries[:2]] == [("cardroom", {"cap": None}), ("wsop", {})]
    assert made.entries[1].game().house == house_rules("wsop")
    third = made.entries[2].game().house
    assert (third.name, third.cap, third.burn) == ("cardroom", None, 1)
    again = [NewEntry(entry.game_id, entry.house, entry.options) for entry in made.entries]
    assert make(NewRotation(again), STAKES, "cardroom", {"cap": None}) == made


def test_a_table_with_a_rotation() -> None:
    wish = NewRotation([NewEntry("27td"), NewEntry("27sd")])
    rules = make_table(NewTable(rotation=wish, seats=7), "t")
    assert (rules.name, rules.game_id, rules.stakes, rules.seats) == ("Mixed Lowball", "27td", STAKES, 7)
    assert rules.rotation
    assert rules.with_entry(rules.rotation.entries[1]).game().id == "27sd"
    assert rules.row(taken=0, bots=0, watching=0, hands=0).rotation == ("27td", "27sd")
    record = msgspec.json.encode(rules)
    assert msgspec.json.decode(record, type=TableRules) == rules
    with pytest.raises(ValueError, match="either a game or a rotation"):
        make_table(NewTable("27td", rotation=wish), "t")
    with pytest.raises(ValueError, match="seats"):
        make_table(NewTable(rotation=NewRotation([NewEntry("27td"), NewEntry("a5td")]), seats=7), "t")
    dear = NewRotation([NewEntry("27td"), NewEntry("27sd", big_blind=500)])
    with pytest.raises(ValueError, match="buy_in"):
        make_table(NewTable(rotation=dear), "t")


def test_a_table_of_an_earlier_version_has_no_rotation() -> None:
    rules = make_table(NewTable("27td"), "t")
    stored = msgspec.json.decode(msgspec.json.encode(rules))
    del stored["rotation"]
    assert msgspec.convert(stored, TableRules).rotation is None
