"""The ledger equals the stacks after every hand: some hands here, a million by hand or with the sweeps."""

from collections.abc import Mapping

import pytest

from room.ledger_sweep import Difference, sweep
from standpat.room.store import Work, ledger

pytestmark = pytest.mark.extended


@pytest.mark.slow
def test_ledger_and_stacks_are_the_same_after_every_hand() -> None:
    counts = sweep(500)
    assert counts.compared >= counts.hands >= 500
    assert min(counts.broke, counts.left, counts.timeouts, counts.ruled) > 0


def test_one_chip_in_the_wrong_place_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    settle = ledger.settle

    def slip(table: str, hand_id: int, nets: Mapping[str, int], *, at: float) -> Work:
        first, second, *_ = nets
        if hand_id == 100:
            nets = {**nets, first: nets[first] - 1, second: nets[second] + 1}
        return settle(table, hand_id, nets, at=at)

    monkeypatch.setattr(ledger, "settle", slip)
    with pytest.raises((Difference, ledger.Overdraft)):
        sweep(300)


@pytest.mark.slow
def test_a_million_hands() -> None:
    """This takes half an hour or more of one core."""
    print(sweep(1_000_000, say=True))
