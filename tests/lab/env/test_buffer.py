"""Memory for observations is used again only once nobody can see it any more."""

from typing import Any

import numpy as np
import pytest

from standpat.lab.env.buffer import Buffer, Buffers, Layout
from standpat.lab.env.observation import FIELDS
from standpat.lab.env.table import Tables

SIZES = {"seats": 3, "places": 2, "draws": 3, "actions": 35, "chips": 600}


def layout(count: int | None = 4, chips: int = 600) -> Layout:
    return Layout(SIZES | {"chips": chips}, (1 << 32) - 1, count)


@pytest.mark.parametrize("count", [None, 4])
def test_the_fields_share_no_memory(count: int | None) -> None:
    buffer = Buffer(layout(4 if count is None else None), count)
    for number, field in enumerate(FIELDS):
        values = buffer.fields[field.name]
        assert values.shape == (4, *layout().shape(field))
        assert values.flags.aligned
        assert values.flags.c_contiguous == (count is None)
        assert not values.any()
        values[...] = number + 1
    for number, values in enumerate((buffer.ended, buffer.rewards, buffer.nets)):
        assert not values.any()
        values[...] = number + 50
    for number, field in enumerate(FIELDS):
        assert (buffer.fields[field.name] == number + 1).all()


@pytest.mark.parametrize(("chips", "dtype"), [(32_767, "int16"), (32_768, "int32"), (2**31, "int64")])
def test_the_history_is_as_narrow_as_the_chips_allow(chips: int, dtype: str) -> None:
    assert Buffer(layout(chips=chips)).fields["history"].dtype == dtype


def holders(buffer: Buffer) -> list[Any]:
    cards = buffer.fields["cards"]
    return [
        buffer.fields.copy(),
        cards,
        cards[1],
        cards[1:, 2],
        cards.view(np.uint8),
        memoryview(cards.data),
        buffer.fields["history"].reshape(4, -1),
        np.broadcast_to(buffer.fields["place"], (2, 4)),
        np.asarray(buffer.ended, copy=None),
        buffer.rewards,
        buffer.nets[0],
        iter(buffer.fields["pot"]),
    ]


def test_the_fields_of_a_table_lie_together() -> None:
    buffer = Buffer(layout(None), 4)
    for table in range(4):
        own = [values[table : table + 1] for values in buffer.fields.values()]
        first, end = min([part.ctypes.data for part in own]), max([part.ctypes.data + part.nbytes for part in own])
        assert end - first <= buffer.layout.bytes
        assert first - buffer.observed[0].ctypes.data == table * buffer.layout.bytes


@pytest.mark.parametrize("count", [None, 4])
@pytest.mark.parametrize("which", range(12))
def test_what_somebody_holds_is_not_used_again(which: int, count: int | None) -> None:
    buffers = Buffers(layout(4 if count is None else None), count)
    first = buffers.take()
    assert buffers.take() is first
    held = holders(first)[which]
    second = buffers.take()
    assert second is not first
    assert not np.shares_memory(first.fields["cards"], second.fields["cards"])
    assert [buffers.take() for _ in range(3)] == [second] * 3
    del held
    assert first in [buffers.take(), buffers.take()]


def test_few_free_buffers_are_kept() -> None:
    buffers = Buffers(layout())
    held = [buffers.take().fields["cards"] for _ in range(20)]
    assert len({values.ctypes.data for values in held}) == 20
    addresses = {values.ctypes.data for values in held}
    held.clear()
    again = {buffers.take().fields["cards"].ctypes.data for _ in range(20)}
    assert len(again) == 4
    assert again < addresses


@pytest.mark.slow
def test_observations_that_are_kept_never_change() -> None:
    """A learner keeps some observations, or parts of them, for a while. They stay as they were."""
    pytest.importorskip("gymnasium")
    from standpat.lab.env.vector import DrawVectorEnv

    env, random = DrawVectorEnv("27sd", num_envs=5, seats=3, autoreset_mode="SameStep"), np.random.default_rng(3)
    observation, _ = env.reset(seed=1)
    kept: list[tuple[Any, Any]] = []
    for _ in range(400):
        mask = observation["action_mask"]
        observation, rewards, terminated, truncated, infos = env.step((random.random(mask.shape) * mask).argmax(1))
        name = str(random.choice(list(observation)))
        some = [observation[name], observation[name][2:], rewards, terminated, truncated]
        if infos:
            some += [infos["final_obs"][name], infos["final_info"]["nets"]]
        kept += [(values, values.copy()) for values in some if random.random() < 0.2]
        for values, copy in kept:
            assert np.array_equal(values, copy)
        kept = [pair for pair in kept if random.random() < 0.9]


def test_what_a_learner_writes_into_an_observation_does_not_come_back() -> None:
    pytest.importorskip("gymnasium")
    from standpat.lab.env.vector import DrawVectorEnv

    one, two = [DrawVectorEnv(num_envs=4, autoreset_mode="SameStep") for _ in range(2)]
    random = np.random.default_rng(3)
    first, _ = one.reset(seed=1)
    second, _ = two.reset(seed=1)
    for _ in range(200):
        actions = (random.random((4, 35)) * second["action_mask"]).argmax(1)
        given, theirs = one.step(actions), two.step(actions)
        first, second = given[0], theirs[0]
        for name, values in second.items():
            assert np.array_equal(first[name], values), name
            first[name][...] = 77
        assert np.array_equal(given[1], theirs[1])
        assert np.array_equal(given[2], theirs[2])
        if theirs[2].any():
            ours, last = given[4]["final_obs"], theirs[4]["final_obs"]
            for name, values in last.items():
                assert np.array_equal(ours[name][theirs[2]], values[theirs[2]]), name
                ours[name][...] = 77
            given[4]["final_info"]["nets"][...] = 77
        given[1][...] = 77
        given[2][...] = True
        given[3][...] = True


def test_the_last_observation_is_zero_where_no_hand_has_ended() -> None:
    tables = Tables("27td", count=6)
    buffers = Buffers(tables.laid_out(None), 6)
    tables.deal(np.arange(6))
    ended = 0
    for step in range(60):
        last = buffers.take()
        numbers = tables.observation()["action_mask"].argmax(axis=1)  # folds, else checks or stands pat
        if step % 3:
            numbers = np.where(tables.observation()["drawing"] == 1, numbers, 1)
        tables.step(numbers, last=last)
        ended += int(last.ended.sum())
        for name, values in last.fields.items():
            assert not values[~last.ended].any(), name
        assert (last.fields["history"][last.ended][:, 0, 0] >= 0).all()
    assert ended > 30
