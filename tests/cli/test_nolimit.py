"""``standpat nolimit``: a training, its continuation, and its strategy."""

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from standpat import game
from standpat.bots.directories import find_no_limit
from standpat.bots.nolimit_file import LEVELS, REST, NolimitFile
from standpat.bots.nolimit_hand import CHOICES
from standpat.bots.nolimit_spot import (
    AFTER_DRAW,
    AT_DEPTH,
    BEFORE_DRAW,
    COARSE_KEYS,
    LINE,
    depth_of_key,
    kind_of_key,
    level_of_key,
    of_two,
)
from standpat.cli import main
from standpat.solver.nolimit import heads_up, training
from standpat.solver.nolimit.buckets import BEFORE
from standpat.solver.nolimit.heads_up import HeadsUp, Played, lines_of
from standpat.solver.nolimit.strategy import GRAIN, export, load, strategy_of, with_depth

pytestmark = pytest.mark.extended

Chances = NDArray[np.float32]


def rounded(written: Chances, given: Chances, grain: int = 1) -> bool:
    """If probabilities are those given, to the rounding of a file. `REST` has the roundings of all other choices."""
    apart = np.abs(written - given)
    rest = grain * (CHOICES - 1) / 2 / LEVELS + 1e-6
    return bool(np.delete(apart, REST, axis=1).max() < 0.011 * grain and apart[:, REST].max() <= rest)


@pytest.mark.slow
def test_it_trains_goes_on_and_exports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, file = tmp_path / "training", tmp_path / "27sd-nolimit.table"
    asked = ["nolimit", "--deals", "300", "--checkpoint", str(folder)]
    assert main([*asked, "--epochs", "1"]) == 0
    shown = capsys.readouterr()
    assert "MiB and one core" in shown.err
    assert json.loads(shown.out)["deals"] == 300
    assert main([*asked, "--epochs", "2", "--export", str(file)]) == 0
    shown = capsys.readouterr()
    assert "goes on from epoch 1" in shown.err
    told = json.loads(shown.out)
    assert told["deals"] == 600
    assert told["export"]["bytes"] == file.stat().st_size < 10_000_000
    assert NolimitFile.load(file).head["epochs"] == 2


@pytest.mark.slow
def test_more_than_two_are_trained_alone_and_two_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "COARSE", 0)
    first = training.NolimitTraining(game("27sd"), tmp_path / "two", deals=3000, seats=[2])
    first.iterate()
    two, base = strategy_of(first.book, first.mind), tmp_path / "base.table"
    export(game("27sd"), two, base, {"deals": 300, "heads_up": {"iterations": 4}})
    assert any(map(of_two, two))
    assert all([of_two(key) or key >= COARSE_KEYS for key in two])

    folder, file = tmp_path / "more", tmp_path / "27sd-nolimit.table"
    asked = ["nolimit", "--deals", "3000", "--epochs", "1", "--checkpoint", str(folder)]
    assert main([*asked, "--seats", "6", "3", "--export", str(file), "--keep", str(base)]) == 0
    learned = training.NolimitTraining(game("27sd"), folder, deals=3000, seats=[3, 6])
    more = strategy_of(learned.book, learned.mind)
    assert more
    assert not any(map(of_two, more))
    head, written = NolimitFile.load(file).head, load(file)
    assert (head["deals"], head["heads_up"]) == (3000, {"iterations": 4})
    assert set(written) == {*two, *more}
    for key, chances in written.items():
        assert rounded(chances, (more if key in more else two)[key], GRAIN)
    export(game("27sd"), two, base, {"deals": 300})
    assert main([*asked, "--seats", "6", "3", "--export", str(file), "--keep", str(base)]) == 0
    assert "heads_up" not in NolimitFile.load(file).head
    capsys.readouterr()
    assert main(asked) == 2
    assert "its seats is [3, 6], not [2, 3, 4, 5, 6]" in capsys.readouterr().err


def test_lines_of_two_are_written_finer_than_everything_else(tmp_path: Path) -> None:
    """At 40 big blinds the player as seated would lose 28.6 in place of 6.2 with lines in steps of 1%."""
    random = np.random.default_rng(5)
    keys = [
        (level * 4 + BEFORE_DRAW) * (COARSE_KEYS // 4) + spot for level in (0, 1, LINE, AT_DEPTH) for spot in (0, 7)
    ]
    blocks = {key: random.dirichlet(np.ones(CHOICES), BEFORE).astype(np.float32) for key in keys}
    export(game("27sd"), blocks, file := tmp_path / "27sd-nolimit.table", {"deals": 1})
    table, written = NolimitFile.load(file), load(file)
    for key, chances in blocks.items():
        fine = level_of_key(key) == LINE
        assert rounded(written[key], chances, 1 if fine else GRAIN)
        assert {code % GRAIN for code in table.block(key) or b""} == (set(range(GRAIN)) if fine else {0})
    assert max([np.abs(written[key] - blocks[key]).max() for key in keys if level_of_key(key) == LINE]) < 0.02


@pytest.mark.slow
def test_one_depth_is_trained_alone_and_joins_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "COARSE", 0)
    base, folder, file = tmp_path / "base.table", tmp_path / "deep", tmp_path / "27sd-nolimit.table"
    first = training.NolimitTraining(game("27sd"), tmp_path / "all", deals=3000)
    first.iterate()
    told = {"deals": 3000, "heads_up": {"iterations": 4}, "depths": {"40": {"deals": 1}, "200": {"deals": 2}}}
    export(game("27sd"), strategy_of(first.book, first.mind), base, told)
    asked = ["nolimit", "--deals", "20000", "--epochs", "1", "--depth", "200", "--checkpoint", str(folder)]
    assert main([*asked, "--keep", str(base), "--export", str(file)]) == 0
    learned = training.NolimitTraining(game("27sd"), folder, deals=20_000, seats=[3, 4, 5, 6], depth=200)
    kept, written = load(base), load(file)
    expected = with_depth(kept, learned.book, learned.mind, 200)
    deep = {key for key in expected if depth_of_key(key) == 3}
    assert len(deep) > 20
    assert set(written) == set(expected) == {*kept, *deep}
    for key, chances in written.items():
        assert rounded(chances, expected[key], GRAIN)
    head = NolimitFile.load(file).head
    assert (head["deals"], head["heads_up"]) == (3000, {"iterations": 4})
    assert head["depths"]["40"] == {"deals": 1}
    assert (head["depths"]["200"]["deals"], head["depths"]["200"]["seats"]) == (20_000, [3, 4, 5, 6])
    again = tmp_path / "again.table"
    two = ["nolimit", "--deals", "300", "--epochs", "1", "--seats", "2", "--checkpoint", str(tmp_path / "two")]
    assert main([*two, "--keep", str(file), "--export", str(again)]) == 0
    assert deep <= set(load(again))
    assert NolimitFile.load(again).head["depths"] == head["depths"]


@pytest.mark.parametrize("id", [pytest.param("27sd", marks=pytest.mark.slow), "27td-nl"])
def test_two_are_trained_alone_and_join_the_file_for_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, id: str
) -> None:
    monkeypatch.setattr(training, "COARSE", 0)
    base, folder, file = tmp_path / "base.table", tmp_path / "two", tmp_path / "new.table"
    first = training.NolimitTraining(game(id), tmp_path / "more", deals=2000, seats=[3, 6])
    first.iterate()
    export(game(id), strategy_of(first.book, first.mind), base, {"deals": 2000})
    asked = ["nolimit", "--game", id, "--deals", "4000", "--epochs", "1", "--seats", "2", "--checkpoint", str(folder)]
    assert main([*asked, "--keep", str(base), "--export", str(file)]) == 0
    learned = training.NolimitTraining(game(id), folder, deals=4000, seats=[2])
    two, more, written = strategy_of(learned.book, learned.mind), load(base), load(file)
    assert any(map(of_two, two))
    assert {key for key in written if of_two(key)} == {key for key in two if of_two(key)}
    assert {key for key in written if not of_two(key)} >= {key for key in more if not of_two(key)}
    for key, chances in written.items():
        assert rounded(chances, (two if of_two(key) or key not in more else more)[key], GRAIN)
    table = NolimitFile.load(file)
    assert {code % GRAIN for key in table.keys[::20] for code in table.block(key) or b""} == {0}
    head, kept = table.head, NolimitFile.load(base).head
    assert (head["deals"], head["heads_up"]["deals"]) == (kept["deals"], 4000)


@pytest.mark.slow
def test_two_players_are_solved_and_join_the_file_for_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = (Played(6), Played(2, 0.25))
    monkeypatch.setattr(heads_up, "LEARNED", tables)
    monkeypatch.setattr(heads_up, "TABLES", tables[:1])
    base, folder, file = tmp_path / "base.table", tmp_path / "training", tmp_path / "27sd-nolimit.table"
    learned = training.NolimitTraining(game("27sd"), tmp_path / "deals", deals=300)
    learned.iterate()
    blocks = strategy_of(learned.book, learned.mind)
    export(game("27sd"), blocks, base, {"deals": 300})

    asked = ["nolimit", "--heads-up", str(base), "--checkpoint", str(folder), "--epochs", "10", "--export", str(file)]
    assert main(asked) == 0
    shown = capsys.readouterr()
    told = json.loads(shown.out)
    lines = {key: chances for table in tables for key, chances in lines_of(game("27sd"), table, 10).items()}
    assert f"2 of 2 tables: {len(lines)} lines" in shown.err
    assert (told["iterations"], told["tables"], told["lines"]) == (10, 2, len(lines))
    assert told["export"]["bytes"] == file.stat().st_size
    written = NolimitFile.load(file)
    assert written.head["deals"] == 300
    assert written.head["heads_up"] == {"iterations": 10, "tables": 2, "lines": len(lines)}
    late = HeadsUp(game("27sd"), folder / "late", tables[:1], early={**load(base), **lines})
    assert late.epoch == 1
    assert {kind_of_key(key) for key in late.blocks()} == {AFTER_DRAW}
    assert set(written.keys) == {*blocks, *lines, *late.blocks()}

    bare = file.read_bytes()
    assert main(asked) == 0
    assert file.read_bytes() == bare

    deeper = tmp_path / "deeper.table"
    again = ["nolimit", "--heads-up", str(file), "--depths", "6", "--checkpoint", str(folder), "--epochs", "20"]
    assert main([*again, "--export", str(deeper)]) == 0
    better = lines_of(game("27sd"), tables[0], 20, folder / "lines")
    before, after = load(file), load(deeper)
    for key, chances in after.items():
        assert rounded(chances, better.get(key, before[key]))
    assert any([np.abs(better[key] - before[key]).max() > 0.1 for key in better])
    assert NolimitFile.load(deeper).head["heads_up"] == {
        **written.head["heads_up"],
        "again": {"iterations": 20, "tables": 1, "lines": len(better), "depths": [6]},
    }
    capsys.readouterr()
    assert main(["nolimit", "--heads-up", str(file), "--depths", "7", "--checkpoint", str(tmp_path / "none")]) == 2
    assert "--depths 7: expected some of 6" in capsys.readouterr().err


def test_what_it_cannot_train_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nolimit", "--game", "27td", "--checkpoint", str(tmp_path)]) == 2
    assert "is for no-limit games" in capsys.readouterr().err
    assert main(["nolimit", "--deals", "0", "--checkpoint", str(tmp_path)]) == 2
    assert "--deals 0: expected 1 or more" in capsys.readouterr().err
    for option in ("--minutes", "--deals"):
        assert main(["nolimit", "--heads-up", "FILE", option, "1", "--checkpoint", str(tmp_path / "none")]) == 2
        assert "give --epochs, not --minutes or --deals" in capsys.readouterr().err
    assert main(["nolimit", "--depths", "200", "--checkpoint", str(tmp_path / "none")]) == 2
    assert "only with --heads-up FILE" in capsys.readouterr().err
    assert main(["nolimit", "--keep", "FILE", "--checkpoint", str(tmp_path / "none")]) == 2
    assert "--keep: only with --export FILE" in capsys.readouterr().err
    assert main(["nolimit", "--seats", "3", "7", "--checkpoint", str(tmp_path / "none")]) == 2
    assert "seats 3, 7: expected some of 2 to 6" in capsys.readouterr().err
    for other in (["--seats", "3"], ["--keep", "FILE"]):
        assert main(["nolimit", "--heads-up", "FILE", *other, "--checkpoint", str(tmp_path / "none")]) == 2
        assert "leave --seats and --keep out" in capsys.readouterr().err
    assert main(["nolimit", "--heads-up", "FILE", "--depth", "100", "--checkpoint", str(tmp_path / "none")]) == 2
    assert "--depth is for three to six seats" in capsys.readouterr().err
    assert main(["nolimit", "--depth", "100", "--export", "FILE", "--checkpoint", str(tmp_path / "none")]) == 2
    assert "give --keep FILE" in capsys.readouterr().err
    for told, other in (
        ("a depth of 70: expected one of 40, 100, 200", ["--depth", "70"]),
        ("is for single draw with three or more seats", ["--depth", "100", "--seats", "2", "3"]),
        ("is for single draw with three or more seats", ["--depth", "100", "--game", "27td-nl"]),
    ):
        assert main(["nolimit", *other, "--checkpoint", str(tmp_path / "none")]) == 2
        assert told in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_play_is_taken_over_from_the_same_game_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file of another game was taken over all the same and made a file of nothing."""
    draws, single = [str(find_no_limit(id)) for id in ("27td-nl", "27sd")]
    export = ["--export", str(tmp_path / "new.table")]
    for id, options, told in (
        ("27td-nl", ["--heads-up", draws], "--heads-up is for single draw, not for 27td-nl"),
        ("27td-pl", ["--keep", draws, *export], "is a strategy of 27td-nl, not of 27td-pl"),
        ("27sd", ["--keep", draws, *export], "is a strategy of 27td-nl, not of 27sd"),
        ("27sd", ["--heads-up", draws], "is a strategy of 27td-nl, not of 27sd"),
        ("27td-nl", ["--keep", single, *export], "is a strategy of 27sd, not of 27td-nl"),
    ):
        assert main(["nolimit", "--game", id, *options, "--checkpoint", str(tmp_path / "none")]) == 2
        assert told in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
