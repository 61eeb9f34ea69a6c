"""The number of tables at which house players play for spectators."""

from standpat.room.tables.exhibition import HOLDS, Stage


def make(most: int = 3, of_one: int = 2) -> tuple[Stage, list[float]]:
    now = [0.0]
    return Stage(most, of_one, lambda: now[0]), now


def test_there_are_so_many_shows() -> None:
    stage, _ = make()
    assert [stage.enter(table, None) for table in "abcda"] == [True, True, True, False, True]
    stage.leave("b")
    assert [stage.enter("d", None), stage.enter("e", None)] == [True, False]


def test_an_owner_has_fewer_and_the_house_has_not() -> None:
    stage, _ = make()
    assert [stage.enter(table, "ann") for table in "abc"] == [True, True, False]
    assert stage.enter("d", "bob")
    assert not stage.enter("e", "cid")
    stage, _ = make()
    assert [stage.enter(table, None) for table in "abc"] == [True, True, True]


def test_a_place_is_kept_by_asking_again() -> None:
    stage, now = make(1)
    assert stage.enter("a", None)
    now[0] = HOLDS - 1
    assert stage.enter("a", None)
    assert not stage.enter("b", None)
    now[0] = 2 * HOLDS - 2
    assert not stage.enter("b", None)
    now[0] = 2 * HOLDS
    assert stage.enter("b", None)
    assert not stage.enter("a", None)
    stage.leave("nobody's")
