"""The end of a hand as a game of its own: its tree, and its solution against known equilibria and best responses."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from standpat.bots.nolimit_hand import FOLD, JAM, PASS
from standpat.solver.nolimit import deal_kernel, end_kernel, rules

pytestmark = pytest.mark.extended

Line = list[tuple[int, int]]


def tree(stacks: tuple[int, int], dead: int, line: Line) -> Any:
    """The tree of a round with two players and a pot of `dead` chips."""
    hands = np.zeros(end_kernel.NODES, deal_kernel.HAND)
    nodes = np.zeros(end_kernel.NODES, end_kernel.NODE)
    hands["stack"][0, :2] = stacks
    rules.begin(hands[0], 2, 10, 0)
    for name, value in {"street": 1, "price": 0, "dead": dead, "to_act": 0}.items():
        hands[name][0] = value
    real = np.array(line, np.int64).reshape(-1, 2)
    many = end_kernel.grow(hands, nodes, real, np.zeros(end_kernel.MENU, np.int64))
    return nodes[:many], hands[:many]


def solved(nodes: Any, ranges: NDArray[np.float64], rounds: int) -> NDArray[np.float32]:
    average = np.zeros((len(nodes), ranges.shape[1]), np.float32)
    end_kernel.solve(nodes, ranges.astype(np.float32), rounds, average)
    return average


def worth(nodes: Any, play: NDArray[np.float32], ranges: NDArray[np.float64], seat: int, best: bool) -> float:
    """What a seat gets by the play, or by the best response to the other's; independent of the kernel."""
    many = ranges.shape[1]
    sign = np.sign(np.subtract.outer(np.arange(many), np.arange(many)))
    wins = np.where(sign < 0, 1.0, np.where(sign > 0, 0.0, 0.5))

    def value(at: int, other: NDArray[np.float64]) -> NDArray[np.float64]:
        node = nodes[at]
        if node["player"] == 2:
            return np.full(many, float(node["win"][seat]) * float(other.sum()))
        if node["player"] == 3:
            win, lose = float(node["win"][seat]), float(node["lose"][seat])
            shown: NDArray[np.float64] = (wins * win + (1 - wins) * lose) @ other
            return shown
        children = range(node["first"], node["first"] + node["many"])
        if node["player"] != seat:
            theirs = np.zeros(many)
            for k in children:
                theirs += value(k, other * play[k])
            return theirs
        values = [value(k, other) for k in children]
        if best:
            most: NDArray[np.float64] = np.array(values, np.float64).max(axis=0)
            return most
        mine = np.array([play[k] for k in children]) * np.array(values)
        total: NDArray[np.float64] = mine.sum(axis=0, dtype=np.float64)
        return total

    return float(ranges[seat] @ value(0, ranges[1 - seat]))


def test_every_chip_is_somebodys() -> None:
    """At each end the two get the pot: what they paid in the round comes back to one of them."""
    nodes, hands = tree((700, 300), 100, [(JAM, 77)])
    for node, hand in zip(nodes, hands, strict=True):
        if node["player"] == 2:
            assert node["win"].sum() == 100
        elif node["player"] == 3:
            assert node["win"][0] + node["lose"][1] == node["win"][1] + node["lose"][0] == 100
            assert -300 <= node["lose"].min() <= node["lose"].max() <= 0
        else:
            below = nodes[node["first"] : node["first"] + node["many"]]
            assert len({(int(child["choice"]), int(child["to"])) for child in below}) == node["many"] >= 2
            assert hand["to_act"] == node["player"]


def test_real_sizes_are_in_the_tree() -> None:
    line = [(JAM, 77), (JAM, 215), (JAM, 555)]
    nodes, hands = tree((3000, 3000), 100, line)
    ends = [k for k, node in enumerate(nodes) if node["line"] == 3]
    assert len(ends) == 1
    assert hands[ends[0]]["price"] == 555
    assert hands[ends[0]]["to_act"] == 1
    checked, _ = tree((3000, 3000), 100, [(PASS, 0), (JAM, 41)])
    at = next(node for node in checked if node["line"] == 2)
    assert at["player"] == 0
    assert {int(child["choice"]) for child in checked[at["first"] : at["first"] + at["many"]]} == {FOLD, PASS, JAM}


def test_the_solution_leaves_little_to_a_best_response() -> None:
    generator = np.random.default_rng(3)
    ranges = generator.dirichlet(np.ones(30), 2)
    nodes, _ = tree((400, 300), 100, [(JAM, 33)])
    gains = []
    for rounds in (20, 200):
        play = solved(nodes, ranges, rounds)
        for node in nodes:
            if node["many"]:
                assert play[node["first"] : node["first"] + node["many"]].sum(axis=0) == pytest.approx(1, abs=1e-4)
        here = [worth(nodes, play, ranges, seat, best=False) for seat in (0, 1)]
        assert sum(here) == pytest.approx(100, abs=0.01)
        gains.append([worth(nodes, play, ranges, seat, best=True) - here[seat] for seat in (0, 1)])
    assert min(gains[0] + gains[1]) > -0.01
    assert max(gains[1]) < 0.5  # chips of a pot of 100
    assert sum(gains[1]) < sum(gains[0])


def test_the_first_to_act_bluffs_as_often_as_the_odds_of_a_pot_bet() -> None:
    """The nuts or nothing against a hand between, one pot behind: bluffs are half as frequent as value bets, and the
    other calls half of the time."""
    ranges = np.zeros((2, 3))
    ranges[0, 0] = ranges[0, 2] = 0.5
    ranges[1, 1] = 1
    nodes, hands = tree((100, 100), 100, [])
    play = solved(nodes, ranges, 2000)
    root = range(nodes[0]["first"], nodes[0]["first"] + nodes[0]["many"])
    jam = next(k for k in root if nodes[k]["choice"] == JAM and nodes[k]["to"] == 100)
    value = worth(nodes, play, ranges, 0, best=False)
    assert value == pytest.approx(75, abs=0.3)  # half the pot for the nuts, and half of it again by bluffing
    bets = [k for k in root if nodes[k]["choice"] == JAM]
    nuts, air = play[bets, 0].sum(), play[bets, 2].sum()
    assert nuts == pytest.approx(1, abs=0.02)
    assert play[jam, 0] > 0.5
    assert air == pytest.approx(0.5, abs=0.1)
    called = next(k for k in range(nodes[jam]["first"], len(nodes)) if nodes[k]["choice"] == PASS)
    assert play[called, 1] == pytest.approx(0.5, abs=0.05)
    assert hands[jam]["price"] == 100
