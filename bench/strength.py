"""Figures of docs/strength.md: `python bench/strength.py [PART ...] [--game 27td] [--quick] [--folder DIR]`.

`matches` plays the table's player (`blueprint`, its table found as ever: STANDPAT_STRATEGIES) in duplicate matches of
the engine against every player built in, a raiser and itself; `local` against its local best response
(`standpat.solver.response.local_best_response`), `end` against perfect play in the last round
(`standpat.solver.response.last_round_response`), `trained` against one trained on real deals
(`standpat.solver.response.trained_response`), measured on others. `scores` is what perfect play wins from `random` and
`rule` in the class game (`standpat.solver.response.policy_best_response`). All of it repeats with the seed, times
apart. What is done is kept in FOLDER (the current one) and taken up from there. `--quick` is some minutes in all
(without the scores, which it leaves out), without it there are figures to publish.
"""

import argparse
import json
import os
import time
from collections.abc import Callable
from dataclasses import astuple
from pathlib import Path
from random import Random

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # vectors of some thousands: threads cost more than they bring

import numpy as np

from standpat import Bet, Call, Check, Discard, Raise, Stakes, game
from standpat.bots import Situation, policy
from standpat.bots.blueprint import strategy_files
from standpat.bots.strategy_file import StrategyFile
from standpat.cards.ranking import RANKINGS
from standpat.engine.action import Action
from standpat.engine.dealer import Dealer
from standpat.lab.match import Plan, play
from standpat.lab.match.interval import Mean
from standpat.solver.game.hand_classes import HandClasses
from standpat.solver.response.last_round_response import LastRoundResponse
from standpat.solver.response.policy_best_response import (
    PolicyBestResponse,
    random_information_key,
    rule_information_key,
)
from standpat.solver.response.trained_response import rollout_tables_of, untrained, won
from standpat.solver.response.trained_response import trained as one_more

SMALL_BET = 100
STAKES = Stakes(SMALL_BET // 2, SMALL_BET)
STACK = 10_000
SEED = 2026
RIVALS = {
    "folder": "folder",
    "caller": "caller",
    "raiser": "raiser@py:strength:raiser",
    "random": "random",
    "rule": "rule",
    "blueprint": "itself@blueprint",
}
HANDS = {"folder": 6_000, "caller": 12_000, "raiser": 12_000, "random": 16_000, "rule": 50_000, "blueprint": 10_000}
QUICK = 2_000
LOCAL = 10_000
ENDS = 23_000
TRAINED, ROUNDS = 700_000, 3
WORKERS = 2
RESPONSE = "response@py:standpat.solver.response.local_best_response:respond"


def raiser(situation: Situation) -> Action:
    """Bets and raises as long as it may, then calls; never draws."""
    legal = situation.legal
    if legal.draw is not None:
        return Discard()
    if legal.bet:
        return Bet(legal.bet.max_to)
    if legal.raise_:
        return Raise(legal.raise_.max_to)
    return Check() if legal.check else Call()


raiser.policy = lambda situation: {raiser(situation): 1.0}  # type: ignore[attr-defined]


def matches(id: str, quick: bool, folder: Path) -> None:
    _head(id)
    for name, rival in RIVALS.items():
        _row(id, name, rival, QUICK if quick else HANDS[name], folder / f"{id}-{name}{'-quick' if quick else ''}.match")


def local(id: str, quick: bool, folder: Path) -> None:
    _head(id)
    hands = LOCAL // 10 if quick else LOCAL
    _row(id, "local response", RESPONSE, hands, folder / f"{id}-local{'-quick' if quick else ''}.match")


def end(id: str, quick: bool, folder: Path) -> None:
    response = LastRoundResponse(StrategyFile.load(strategy_files()[id]))
    file, hands = folder / f"{id}-end{'-quick' if quick else ''}.json", ENDS // 20 if quick else ENDS
    won = Mean(*json.loads(file.read_text())) if file.exists() else Mean()
    while won.count < hands:
        for deal in range(won.count, min(won.count + 500, hands)):
            hand = response.play(Dealer(f"end {SEED} {deal}"), Random(f"dice {SEED} {deal}"))
            won.add(500 * sum(response.gain(hand)))
        file.write_text(json.dumps(astuple(won)))
    print(f"{id}, last round: {won:+.1f} mSB, {won.count:,} deals")


def trained(id: str, quick: bool, folder: Path) -> None:
    book = rollout_tables_of(StrategyFile.load(strategy_files()[id]))
    file, deals = folder / f"{id}-trained{'-quick' if quick else ''}.npy", TRAINED // 10 if quick else TRAINED
    if file.exists():
        deviate = np.load(file)
    else:
        deviate = untrained(book)
        for seed in range(ROUNDS):
            deviate = one_more(book, deviate, deals, seed)
        np.save(file, deviate)
    found = won(book, deviate, deals)
    many = int((deviate >= 0).sum())
    print(f"{id}, trained: {found.mean:+.2f} ±{found.margin:.2f} mSB, {many} of {len(deviate)} cells, {deals:,} deals")


def scores(id: str, quick: bool, folder: Path) -> None:
    if quick:
        return
    file = folder / f"{id}-scores.json"
    done = json.loads(file.read_text()) if file.exists() else {}
    record = game(id)
    classes = HandClasses(RANKINGS[record.ranking])
    for name, alike in (("random", random_information_key), ("rule", rule_information_key)):
        for seat in (0, 1):
            if f"{name} {seat}" not in done:
                start = time.perf_counter()
                shared = PolicyBestResponse(
                    record, Stakes(1, 2), policy(name), alike(record, classes), seat, watch=_say
                )
                _say(f"{shared.asked:,} questions, {time.perf_counter() - start:.0f} s")
                done[f"{name} {seat}"] = shared.best_response(WORKERS)
                _say(f"{time.perf_counter() - start:.0f} s")
                file.write_text(json.dumps(done))
        lost = [done[f"{name} {seat}"] for seat in (0, 1)]
        print(f"{id}, {name}: {500 * sum(lost):,.1f} mSB (on the button {lost[0]:.4f}, in the blind {lost[1]:.4f})")


def _say(what: str) -> None:
    print("   ", what, flush=True)


def _head(id: str) -> None:
    print(f"{id}, mSB a hand {'won':>9} {'±95%':>7} {'AIVAT':>9} {'±95%':>7} {'hands':>8} faults  ms mean   p99   most")


def _row(id: str, name: str, rival: str, hands: int, checkpoint: Path) -> None:
    """The blueprint against this rival."""
    plan = Plan(game(id), STAKES, STACK, SEED, ("blueprint", rival), aivat=True)
    result = play(plan, hands, checkpoint=checkpoint)
    (won, margin), (less, less_margin) = result.thousandths(0), result.adjusted_thousandths(0)
    score = result.tally.scores[0]
    timing = score.timing.plain()
    print(
        f"{name:<14} {won:+12.1f} {margin or 0:7.1f} {less:+9.1f} {less_margin or 0:7.1f} {result.tally.hands:8,}"
        f" {score.faults:6} {timing['mean_ms']:8.2f} {timing['p99_ms']:5.2f} {timing['max_ms']:6.1f}",
        flush=True,
    )


PARTS: dict[str, Callable[[str, bool, Path], None]] = {
    "matches": matches,
    "local": local,
    "end": end,
    "trained": trained,
    "scores": scores,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--game", default="27td")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--folder", type=Path, default=Path())
    args = parser.parse_args()
    for part in args.parts or PARTS:
        PARTS[part](args.game, args.quick, args.folder)


if __name__ == "__main__":
    main()
