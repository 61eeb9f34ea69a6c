"""The torture command finds faults, reports them, and touches nothing that belongs to others."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from standpat.cli import main
from standpat.room.server_process import STANDPAT
from standpat.room.torture import kills, suite
from standpat.room.torture.check import Check, Finding, Outcome, Skipped
from standpat.room.torture.site import Ground, Site
from standpat.room.torture.triggers import without_triggers


def outcomes(check: Check, ground: Ground | None = None) -> list[Outcome]:
    return suite.run([check], ground or Ground(), lambda outcome: None)


@pytest.mark.slow
def test_a_check_that_holds_breaks_raises_or_cannot_be_tried() -> None:
    async def held(site: Site) -> Finding:
        return Finding(site.answers(), "it answers", {"port": site.port})

    async def broken(site: Site) -> Finding:
        return Finding(False, "no", {})

    async def raises(site: Site) -> Finding:
        raise KeyError("chips")

    async def skipped(site: Site) -> Finding:
        raise Skipped("not here")

    async def slow(site: Site) -> Finding:
        await asyncio.sleep(60)
        raise AssertionError

    found = {
        attack.__name__: outcomes(Check(attack.__name__, "money", "", attack, seconds=0.5))[0]
        for attack in (held, broken, raises, skipped, slow)
    }
    assert {name: outcome.held for name, outcome in found.items()} == {
        "held": True,
        "broken": False,
        "raises": False,
        "skipped": None,
        "slow": False,
    }
    assert found["raises"].said == "KeyError: 'chips'"
    assert found["skipped"].said == "not here"
    assert "not done" in found["slow"].said


def test_the_process_and_its_files_are_gone_afterwards() -> None:
    places: list[Site] = []

    async def attack(site: Site) -> Finding:
        places.append(site)
        return Finding(True, "", {})

    outcomes(Check("none", "money", "", attack))
    (site,) = places
    assert not site.folder.exists()
    assert not site.answers(0.5)


@pytest.mark.sqlite_first
def test_a_kill_holds(empty_url: str) -> None:
    ground = Ground(empty_url if empty_url.startswith("postgresql") else None)
    check = Check("kills", "availability", "", lambda site: kills.kill_loop(site, kills=1), seconds=120)
    (outcome,) = outcomes(check, ground)
    assert outcome.held, outcome.said
    assert outcome.figures["acknowledged"] >= kills.GOES_ON
    if empty_url.startswith("postgresql"):
        Ground(empty_url)  # the folder is empty again


@pytest.mark.slow
def test_the_kill_loop_finds_a_lost_action_and_a_changed_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last events of a hand are deleted, or a card is changed."""

    def damage(statement: str) -> Outcome:
        class Damaged(Site):
            def start(self, *options: str, program: Sequence[str] = STANDPAT) -> None:
                if self.log.exists():
                    engine = create_engine(self.database)
                    with engine.begin() as connection, without_triggers(connection):
                        connection.execute(text(statement))
                    engine.dispose()
                super().start(*options, program=program)

        monkeypatch.setattr("standpat.room.torture.site.Site", Damaged)
        check = Check("kills", "availability", "", lambda site: kills.kill_loop(site, kills=3), seconds=60)
        return outcomes(check)[0]

    first = "hand_id = (SELECT MIN(id) FROM hand WHERE ended IS NOT NULL)"
    assert damage(f"DELETE FROM event WHERE {first} AND no > 12").held is False
    assert damage(f"UPDATE event SET body = REPLACE(body, 'c\"', 'd\"') WHERE {first}").held is False


def test_a_database_that_holds_anything_is_refused(tmp_path: Path, empty_postgres_url: str) -> None:
    engine = create_engine(empty_postgres_url.replace("postgresql", "postgresql+psycopg"))
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE precious (a INTEGER)"))
    engine.dispose()
    with pytest.raises(ValueError, match="precious"):
        Ground(empty_postgres_url)
    with pytest.raises(ValueError, match="PostgreSQL"):
        Ground(f"sqlite:///{tmp_path / 'room.sqlite'}")


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["torture", "--list"]) == 0
    assert "kills" in capsys.readouterr().out
    assert main(["torture", "--only", "nothing"]) == 2
    assert "expected some of" in capsys.readouterr().err
    names = [check.name for check in suite.CHECKS]
    assert len(names) == len(set(names))


def test_the_documentation_names_every_check() -> None:
    page = (Path(__file__).parents[3] / "docs" / "torture.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == [check.name for check in suite.CHECKS]
    for row, check in zip(rows, suite.CHECKS, strict=True):
        assert row.endswith(f"| {check.holds} |")
