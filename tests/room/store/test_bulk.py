"""Inserts of any number of rows with a few statements."""

import sqlite3

import pytest
from sqlalchemy import create_engine

from standpat.room.store.batch import Row
from standpat.room.store.bulk import SIZES, Bulk
from standpat.room.store.schema import event, metadata


@pytest.mark.parametrize("many", [0, 1, 2, 5, 7, 55, 95, 96, 97, 191, 500])
def test_every_row_is_inserted_once(many: int) -> None:
    engine = create_engine("sqlite://")
    metadata.create_all(engine)
    rows: list[Row] = []
    for no in range(many):
        whole = {"hand_id": 7, "no": no, "body": f"event {no}"}
        rows.append(whole if no % 3 else tuple(whole.values()))
    bulk = Bulk(event, engine.dialect)
    with engine.connect() as connection:
        bulk.add(connection, rows)
        written = connection.exec_driver_sql("SELECT hand_id, no, body FROM event ORDER BY no").all()
    assert [tuple(row) for row in written] == [(7, no, f"event {no}") for no in range(many)]
    assert len(bulk._statements) <= len(SIZES)


def test_a_column_that_is_left_out_is_null() -> None:
    engine = create_engine("sqlite://")
    metadata.create_all(engine)
    with engine.connect() as connection, pytest.raises(Exception, match="NOT NULL") as caught:
        Bulk(event, engine.dialect).add(connection, [{"hand_id": 7, "no": 1}])
    assert isinstance(caught.value.__cause__, sqlite3.IntegrityError)


def test_columns_of_rows_as_tuples() -> None:
    """`journal.add` writes whole rows in the order of the columns."""
    decision = metadata.tables["decision"]
    assert [column.name for column in event.columns] == ["hand_id", "no", "body"]
    assert [column.name for column in decision.columns] == ["hand_id", "seq", "seat", "asked", "deadline", "clock"]
