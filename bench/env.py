"""Decisions a second of the environments: `python bench/env.py [seconds]`, `seconds` a round (1 by default).

Actions are random among those allowed; choosing them is not counted, and neither is reading the clock. The vector
environment deals new hands in the same step (`SameStep`) or in the next one (`NextStep`, where a table that is dealt a
hand makes no decision). What a step returns stays as it is, unless "overwritten" is said.

Beside them, where they are installed, OpenSpiel's leduc_poker, stepped from Python (legal actions and chance outcomes
asked at each node, as a learner must), an OpenSpiel game in Python that computes nothing (`empty_game`), and pgx's
leduc, a whole loop of steps compiled, the choice of actions in it. A second is one of CPU time.
"""

import statistics
import sys
import time
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

import numpy as np

from report import spread, table
from standpat.lab.env.aec import DrawEnv
from standpat.lab.env.vector import DrawVectorEnv

TABLES = (1, 64, 1024, 8192)
ROUNDS = 3


def clock_s(times: int = 20_000) -> float:
    """Seconds that a measurement of nothing takes, which are not the environment's."""
    start = time.process_time()
    for _ in range(times):
        time.process_time()
    return (time.process_time() - start) / times


def vector(id: str, seats: int, tables: int, seconds: float, mode: str, copy: bool = True) -> float:
    env = DrawVectorEnv(id, seats=seats, num_envs=tables, autoreset_mode=mode, copy=copy)
    random = np.random.default_rng(0)
    observation, _ = env.reset(seed=0)
    env.step(observation["action_mask"].argmax(axis=1))  # compiles
    observation, _ = env.reset(seed=0)
    decisions, spent, clock = 0, 0.0, clock_s()
    while spent < seconds:
        mask = observation["action_mask"]
        actions = (random.random(mask.shape, np.float32) * mask).argmax(axis=1)
        decisions += int(np.count_nonzero(mask.any(axis=1)))
        start = time.process_time()
        observation, *_ = env.step(actions)
        spent += time.process_time() - start - clock
    return decisions / spent


def one_table(seconds: float) -> float:
    env, random = DrawEnv("27td"), Random(0)
    env.reset(seed=0)
    env.last()  # compiles
    steps, spent, clock = 0, 0.0, clock_s()
    while spent < seconds:
        start = time.process_time()
        observation, _, over, _, _ = env.last()
        spent += time.process_time() - start - clock
        assert observation is not None
        action = None if over else random.choice(np.flatnonzero(observation["action_mask"]).tolist())
        start = time.process_time()
        if over:
            env.reset()
        else:
            env.step(action)
            steps += 1
        spent += time.process_time() - start - clock
    return steps / spent


def openspiel(name: str, seconds: float) -> float:
    """Decisions of players a second."""
    import pyspiel  # type: ignore[import-untyped, import-not-found, unused-ignore]

    game, random, steps = pyspiel.load_game(name), Random(0), 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                steps += 1
    return steps / (time.process_time() - start)


def pgx_leduc(tables: int, seconds: float) -> float:
    """Steps of all tables a second, in a compiled loop with new deals where a hand is over."""
    jax: Any = import_module("jax")
    pgx: Any = import_module("pgx")
    auto_reset: Any = import_module("pgx.experimental.wrappers").auto_reset

    env, length = pgx.make("leduc_holdem"), 100
    step = auto_reset(env.step, env.init)

    def turn(carried: Any, _: Any) -> Any:
        state, key = carried
        key, chance, deal = jax.random.split(key, 3)
        allowed = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(chance, allowed, axis=-1)
        return (jax.vmap(step)(state, action, jax.random.split(deal, tables)), key), None

    run = jax.jit(lambda state, key: jax.lax.scan(turn, (state, key), None, length=length)[0])
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), tables))
    state, key = jax.block_until_ready(run(state, jax.random.PRNGKey(1)))  # compiles
    steps, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        state, key = jax.block_until_ready(run(state, key))
        steps += tables * length
    return steps / (time.process_time() - start)


def vectors(seconds: float) -> str:
    """The vector environments beside pgx."""
    try:
        rival = {tables: [pgx_leduc(tables, seconds) for _ in range(ROUNDS)] for tables in TABLES}
    except ImportError:
        rival = {}
    rows = []
    for id, seats in (("27td", 2), ("27td", 6), ("27sd", 2)):
        for mode in ("SameStep", "NextStep", "SameStep, overwritten"):
            row = [f"{id}, {seats} players, {mode}"]
            for tables in TABLES:
                kept = "overwritten" not in mode
                rates = [vector(id, seats, tables, seconds, mode.split(",")[0], kept) for _ in range(ROUNDS)]
                row.append(f"{statistics.median(rates):,.0f} {spread(rates)}")
            rows.append(row)
    if rival:
        rows.append(["pgx, Leduc", *[f"{statistics.median(rates):,.0f} {spread(rates)}" for rates in rival.values()]])
    note = "" if rival else "\n\npgx was not installed (`pip install jax pgx`; surveyed: up to 2,400,000 for Leduc)."
    heads = ("decisions a second, by tables", *[f"{tables:,}" for tables in TABLES])
    return f"{table(heads, rows)}{note}"


def single(seconds: float) -> str:
    """The environments of one table beside OpenSpiel's own games."""
    works = {"PettingZoo `DrawEnv`, 27td, 2 players": partial(one_table, seconds)}
    try:
        import empty_game  # noqa: F401 (registers the game, as the next does)
        import standpat.lab.env.openspiel  # noqa: F401
    except ImportError:
        print("OpenSpiel was not installed: pip install open_spiel\n")
    else:
        works["OpenSpiel `python_standpat`"] = partial(openspiel, "python_standpat", seconds)
        works["the limit: an empty OpenSpiel game in Python"] = partial(openspiel, "python_empty", seconds)
        works["OpenSpiel's Leduc, C++"] = partial(openspiel, "leduc_poker", seconds)
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            found[name].append(work())
    rows = [(name, f"{statistics.median(rates):,.0f}", spread(rates)) for name, rates in found.items()]
    return str(table(("one table, from Python", "decisions a second", "spread"), rows))


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    print(vectors(seconds))
    print()
    print(single(seconds))


if __name__ == "__main__":
    main()
