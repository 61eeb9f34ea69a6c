"""Mutation tests: does a test fail for every small wrong change? (``make mutate``, docs/mutation.md)

    python tests/mutate.py engine                     # every module of an area
    python tests/mutate.py engine pot muck            # some of them
    python tests/mutate.py engine --tests-of COMMIT   # with the tests of another commit
    python tests/mutate.py engine --sample 40         # some mutants of each module, the same ones each time

mutmut writes the mutants, each with one small change. They run here, in a copy of the tree under ``mutants/``, because
mutmut starts a whole test run for each mutant. Here one pytest session collects the tests once and runs each one once,
to measure its time and the functions that it reaches. For each mutant the process is forked. The fork gives the
function the mutant's code and runs the tests that reach the function, one after the other, until one fails.

The order of the tests affects only the time. First comes the test that noticed this mutant in the last run, then those
that noticed other mutants of the function, then the fast ones.
"""

import argparse
import gc
import hashlib
import inspect
import json
import math
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import ndiff
from fnmatch import fnmatch
from itertools import zip_longest
from multiprocessing.connection import wait
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, Final, NamedTuple

import pytest
from mutmut.mutation import trampoline
from mutmut.mutation.file_mutation import mutate_file_contents

ROOT: Final = Path(__file__).parent.parent
WORK: Final = ROOT / "mutants"
BYTES: Final = 4 << 30
"""The memory that a mutant may use before it counts as noticed."""


class Area(NamedTuple):
    """Modules below ``src/standpat`` that are mutated, and the tests that must notice."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]


AREAS: Final = {
    "engine": Area(
        (
            *[f"engine/{name}" for name in ("pot", "betting", "muck", "showdown", "blind", "seen", "rebuild")],
            *[f"engine/{name}" for name in ("dealer", "hand", "event", "action", "games", "house")],
        ),
        ("tests/engine",),
    ),
    "tournament": Area(
        (
            *[f"tournament/{name}" for name in ("balancing", "breaking", "bubble", "clock", "deals", "eliminations")],
            *[f"tournament/{name}" for name in ("final_table", "length", "no_shows", "payouts", "positions")],
            *[f"tournament/{name}" for name in ("registration", "rotation", "season", "seating", "timebank", "undo")],
        ),
        ("tests/tournament",),
    ),
    "room": Area(
        ("room/store/ledger", "room/store/journal", "protocol/room"),
        ("tests/room/store", "tests/protocol/test_room.py", "tests/room/tables/test_live_hand.py"),
    ),
}


class Fate(NamedTuple):
    """The outcome of a mutant: the test that noticed it (none if it survived), and how."""

    test: str = ""
    how: str = ""


@dataclass(frozen=True)
class Mutant:
    name: str
    original: FunctionType
    code: FunctionType

    @property
    def module(self) -> str:
        return self.original.__module__

    def change(self) -> list[str]:
        """The lines that differ, without the function's name."""
        before, after = (inspect.getsource(function).splitlines() for function in (self.original, self.code))
        while before[0].lstrip().startswith("@"):
            del before[0]
        after[0] = after[0].replace(self.code.__name__, self.original.__name__)
        return [" ".join(line.split()) for line in ndiff(before, after) if line[0] in "-+"]

    def put_in(self) -> None:
        """Give the function the mutant's code, so that all references to the function run the mutant."""
        self.original.__code__ = self.code.__code__
        self.original.__defaults__ = self.code.__defaults__
        self.original.__kwdefaults__ = self.code.__kwdefaults__


class Hunt:
    """A pytest plugin that runs the mutants instead of the tests."""

    def __init__(self, modules: list[str], tree: Path, args: argparse.Namespace, alone: list[str]) -> None:
        self.alone = alone
        self.modules, self.children, self.sample = modules, args.children, args.sample
        self.foreign, self.longest, self.named = bool(args.tests_of), args.longest, args.named
        self.fates: dict[str, Fate] = {}
        self.mutants: dict[str, Mutant] = {}
        self.unreached: list[str] = []
        self._functions: list[tuple[FunctionType, dict[str, Any]]] = []
        self._kills: defaultdict[str, Counter[str]] = defaultdict(Counter)  # test ids by function
        self._failure = Fate()
        self._known = tree / "killers.json"
        self._last: dict[str, str] = json.loads(self._known.read_text()) if self._known.exists() else {}

    def wrap(self, mutants: dict[str, Any], is_classmethod: bool = False) -> Callable[[FunctionType], FunctionType]:
        """Replaces mutmut's decorator, which looks up at each call which mutant is selected."""

        def keep(function: FunctionType) -> FunctionType:
            self._functions.append((function, mutants))
            return function

        return keep

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self._failure.test:
            self._failure = Fate(report.nodeid, "time" if "Timeout (>" in report.longreprtext else "failure")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed and not self.foreign:
            raise session.Failed("some tests cannot be read")
        reach, seconds = self._run_unchanged(session)
        wanted = {f"standpat.{module.replace('/', '.')}" for module in self.modules}
        for original, codes in self._functions:
            for name, code in codes.items():
                if not name.endswith("_orig") and original.__module__ in wanted:
                    whole = f"{original.__module__}.{name}"
                    self.mutants[whole] = Mutant(whole, original, getattr(code, "__func__", code))
        chosen = self._chosen()
        gc.collect()
        gc.freeze()
        started = time.monotonic()
        for done, (name, fate) in enumerate(self._hunt(chosen, reach, seconds), 1):
            self.fates[name] = fate
            function = name.rpartition("__mutmut_")[0]
            if fate.test:
                self._kills[function][fate.test] += 1
                self._last[name] = fate.test
            took = time.monotonic() - started
            print(
                f"{done:5} of {len(chosen)}  {took / done:6.2f} s each  {name}: {fate.test or 'SURVIVES'}", flush=True
            )
            if done % 50 == 0:
                self._known.write_text(json.dumps(self._last, indent=0))
        self._known.write_text(json.dumps(self._last, indent=0))
        return True

    def _chosen(self) -> list[str]:
        names = defaultdict(list)
        for name, mutant in self.mutants.items():
            if self.named and not any(fnmatch(name, pattern) for pattern in self.named):
                continue
            names[mutant.module].append(name)
        if not self.sample:
            return [name for some in names.values() for name in some]
        return [
            name
            for module, some in sorted(names.items())
            for name in sorted(random.Random(module.rpartition(".")[2]).sample(some, min(self.sample, len(some))))
        ]

    def _run_unchanged(self, session: pytest.Session) -> tuple[dict[CodeType, list[pytest.Item]], dict[str, float]]:
        """Find the functions that each test reaches, and the time of each test.

        This runs in a fork, so that a mutant does not find what a test leaves behind in the process (a cache, for
        example).
        """
        ours = [function.__code__ for function, _ in self._functions]
        pipe, answer = os.pipe()
        process = os.fork()
        if not process:
            try:
                with open(answer, "w") as to:
                    json.dump(self._told(session, ours), to)
            finally:
                os._exit(0)
        os.close(answer)
        with open(pipe, "rb") as told:
            said = told.read()
        os.waitpid(process, 0)
        reach, seconds, broken = defaultdict(list), {}, []
        for item, (took, hits, failed) in zip(session.items, json.loads(said), strict=True):
            seconds[item.nodeid] = took
            if failed:
                broken.append(item.nodeid)
            elif took <= self.longest:
                for number in hits:
                    reach[ours[number]].append(item)
        if broken and not self.foreign:
            raise session.Failed(f"fail without any change: {', '.join(broken)}")
        print(f"\n{len(session.items)} tests, {len(broken)} left out because they fail without any change", flush=True)
        return reach, seconds

    def _told(self, session: pytest.Session, ours: list[CodeType]) -> list[tuple[float, list[int], bool]]:
        """For each test: its time, the functions that it reached, and whether it failed."""
        number = {code: place for place, code in enumerate(ours)}
        hits: set[int] = set()

        def note(frame: FrameType, event: str, argument: object) -> None:
            if event == "call" and frame.f_code in number:
                hits.add(number[frame.f_code])

        told = []
        for item, following in zip_longest(session.items, session.items[1:]):
            began = time.process_time()
            threading.setprofile(note)
            sys.setprofile(note)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            sys.setprofile(None)
            threading.setprofile(None)
            told.append((time.process_time() - began, sorted(hits), bool(self._failure.test)))
            hits.clear()
            self._failure = Fate()
        return told

    def _hunt(
        self, names: list[str], reach: dict[CodeType, list[pytest.Item]], seconds: dict[str, float]
    ) -> Iterator[tuple[str, Fate]]:
        running: dict[int, tuple[str, int]] = {}  # mutants and process ids, by the pipe that is read

        def ended() -> Iterator[tuple[str, Fate]]:
            for pipe in wait(list(running)):
                assert isinstance(pipe, int)
                name, process = running.pop(pipe)
                with open(pipe, "rb") as told:
                    said = told.read()
                os.waitpid(process, 0)
                yield name, Fate(*json.loads(said)) if said else Fate("(the process died)", "failure")

        for name in names:
            mutant = self.mutants[name]
            items = reach[mutant.original.__code__]
            if not items:
                fate = Fate() if self.foreign else self._alone(name)
                if not fate.test:
                    self.unreached.append(name)
                yield name, fate
                continue
            while len(running) >= self.children:
                yield from ended()
            kills, last = self._kills[name.rpartition("__mutmut_")[0]], self._last.get(name)
            items = sorted(items, key=lambda i: (i.nodeid != last, -kills[i.nodeid], seconds[i.nodeid]))
            pipe, answer = os.pipe()
            process = os.fork()
            if not process:
                self._answer(answer, mutant, items, seconds)
            os.close(answer)
            running[pipe] = (name, process)
        while running:
            yield from ended()

    def _alone(self, name: str) -> Fate:
        """Test a mutant that no test reaches, which may be called at import: import everything and run the tests
        anew."""
        ran = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", *self.alone],
            env={**os.environ, "MUTANT_UNDER_TEST": name},
            capture_output=True,
            check=False,
        )
        return Fate("(an import or a test after it)", "failure") if ran.returncode else Fate()

    def _answer(self, pipe: int, mutant: Mutant, items: list[pytest.Item], seconds: dict[str, float]) -> None:
        """In the fork: run the tests until one fails, report it, and exit."""

        def out_of_time(number: int, frame: FrameType | None) -> None:
            os.write(pipe, json.dumps(Fate(item.nodeid, "time")).encode())
            os._exit(0)

        try:
            signal.signal(signal.SIGPROF, out_of_time)
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
            trampoline.set_mutant_under_test(mutant.name)  # for processes that a test starts
            mutant.put_in()
            for item, following in zip_longest(items, items[1:]):
                signal.setitimer(signal.ITIMER_PROF, 5 + 10 * seconds[item.nodeid])  # of processor time
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if self._failure.test:
                    break
            os.write(pipe, json.dumps(self._failure).encode())
        finally:
            os._exit(0)

    def report(self) -> list[str]:
        """A table of the modules, and the surviving mutants with their changes."""
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for name, fate in self.fates.items():
            end = "unreached" if name in self.unreached else "survived" if not fate.test else fate.how
            counts[self.mutants[name].module][end] += 1
        of_all = Counter(mutant.module for mutant in self.mutants.values())
        lines = [
            f"{'module':32}{'mutants':>9}{'run':>7}{'killed':>8}{'(by time)':>11}{'survived':>10}{'unreached':>11}"
        ]
        for module, how in sorted(counts.items()):
            killed = how["failure"] + how["time"]
            lines.append(
                f"{module.removeprefix('standpat.'):32}{of_all[module]:9}{how.total():7}{killed:8}{how['time']:11}"
                f"{how['survived']:10}{how['unreached']:11}"
            )
        for name, fate in sorted(self.fates.items()):
            if not fate.test:
                lines += ["", name + (" (no test reaches it)" if name in self.unreached else "")]
                lines += [f"    {line}" for line in self.mutants[name].change()]
        return lines


def with_mutants(name: str, source: bytes) -> bytes:
    """A module with its mutants. They are written only once, because a long module takes half a minute."""
    kept = WORK / "written" / f"{hashlib.sha256(source).hexdigest()}.py"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(mutate_file_contents(name, source.decode()).code)
    return kept.read_bytes()


def copy_tree(area: str, tests_of: str | None) -> Path:
    """Copy the files that git tracks or does not ignore, as they are now, with the mutants in their modules."""
    tree = WORK / (f"{area}-{tests_of}" if tests_of else area)
    known = AREAS[area]
    mutated = {f"src/standpat/{module}.py" for module in known.modules}
    told = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in filter(None, told.stdout.decode().split("\0")):
        source, target = ROOT / name, tree / name
        if source.is_file() and not (tests_of and name.startswith("tests/")):
            content = source.read_bytes()
            if name in mutated:
                content = with_mutants(name, content)
            if not (target.exists() and target.read_bytes() == content):
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
    if tests_of:
        shutil.rmtree(tree / "tests", ignore_errors=True)
        packed = subprocess.run(["git", "archive", tests_of, "tests"], cwd=ROOT, capture_output=True, check=True).stdout
        subprocess.run(["tar", "-x"], cwd=tree, input=packed, check=True)
    return tree


def main() -> None:
    parser = argparse.ArgumentParser(description="Mutation tests; see docs/mutation.md.")
    parser.add_argument("area", choices=AREAS)
    parser.add_argument("module", nargs="*", help="some modules of the area (default: all)")
    parser.add_argument("--children", type=int, default=os.cpu_count() or 1, help="at once (default: one a processor)")
    parser.add_argument("--sample", type=int, default=0, help="so many mutants of each module (default: all)")
    parser.add_argument("--named", nargs="*", default=[], metavar="GLOB", help="only mutants of such names")
    parser.add_argument("--longest", type=float, default=math.inf, metavar="SECONDS", help="leave longer tests out")
    parser.add_argument("--tests-of", metavar="COMMIT", help="take the tests from there; those that fail are left out")
    parser.add_argument("--tests", nargs="*", metavar="PATH", help="these tests (default: all of the area)")
    args = parser.parse_args()
    known = {module.rpartition("/")[2]: module for module in AREAS[args.area].modules}
    if unknown := set(args.module) - set(known):
        parser.error(f"{', '.join(sorted(unknown))}: expected some of {', '.join(known)}")
    tree = copy_tree(args.area, args.tests_of)
    os.chdir(tree)
    # What is tested is the copy, not what is installed.
    paths = [str(tree / "src"), str(tree / "tests")]
    sys.path[:1] = paths  # instead of this script's folder
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    os.environ["MUTANT_UNDER_TEST"] = ""
    modules = [known[name] for name in args.module or known]
    tests = [path for path in args.tests or AREAS[args.area].tests if (tree / path).exists()]
    # Without doctests, and with output captured in a way that lets a fork be silent.
    options = ["--override-ini=addopts=", "--import-mode=importlib", "--capture=sys", "-p", "no:cacheprovider", "-q"]
    options += ["--no-summary", "--tb=native", "--assert=plain", "-m", "not slow", "-k", "not postgresql"]
    options += ["--continue-on-collection-errors"] if args.tests_of else []
    hunt = Hunt(modules, tree, args, [*options, *tests])
    trampoline.wrap_in_trampoline = hunt.wrap  # type: ignore[assignment]
    if status := pytest.main([*options, *tests], plugins=[hunt]):
        raise SystemExit(status)
    print("\n".join(["", *hunt.report()]))


if __name__ == "__main__":
    main()
