"""Draws between coarse states as full matrices, for `standpat.solver.kernels.coarse_draw`."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.solver.game.draw_transitions import Draw
from standpat.solver.game.problem import Deal, Draws
from standpat.solver.kernels.coarse_draw import DrawBuffers, Transitions
from standpat.solver.kernels.matrix import padded, panels


def is_coarse(link: Draws | Deal, after: int) -> bool:
    """Whether both seats have the same menu in a draw, best responses too, in which each state has one option for each
    count, and may come to any state.

    Args:
        link: The draw.
        after: The number of states after it.
    """
    if not isinstance(link, Draws) or any(menu is not link.menus[0] for menu in (*link.menus, *link.every)):
        return False
    menu, many = link.menus[0], len(link.menus[0].counts)
    rows = np.arange(many * menu.states).reshape(many, menu.states)
    full = np.arange(len(rows.ravel()) + 1, dtype=np.int64) * after
    return (
        np.array_equal(menu.first, np.arange(menu.states + 1) * many)
        and np.array_equal(menu.row.reshape(menu.states, many), rows.T)
        and np.array_equal(menu.slot, np.arange(menu.options))
        and np.array_equal(menu.entry, full)
    )


def transitions(link: Draws, after: int, kind: np.dtype[Any]) -> Transitions:
    """A draw between coarse states as matrices.

    Args:
        link: The draw. Both seats have the same menu, in which each state has one option for each count.
        after: The number of states after it.
        kind: The type of the numbers.

    Returns:
        The matrices.
    """
    matrices = _matrices(link.menus[0], after).astype(kind)
    many, size, _ = matrices.shape
    chance, back = panels(matrices), panels(matrices.transpose(0, 2, 1))
    return Transitions(link.order[0], many, size, after, padded(size), padded(after), chance, back)


def draw_buffers(draw: Transitions, kind: np.dtype[Any]) -> DrawBuffers:
    """Scratch space of one thread for a draw between coarse states."""
    choices = (1 + draw.many) * draw.many
    rows = (choices * draw.wide, choices * draw.wide, choices * draw.narrow, draw.many**2 * draw.wide, draw.narrow)
    return DrawBuffers(*[np.zeros(size, kind) for size in rows])


def _matrices(menu: Draw, after: int) -> NDArray[np.float64]:
    """The probabilities of a draw, shape (counts, states before, states after)."""
    many, size = len(menu.counts), menu.states
    matrices = np.zeros((many, size, after))
    option = menu.row.reshape(size, many)
    for place in range(many):
        for i, row in enumerate(option[:, place]):
            part = slice(menu.entry[row], menu.entry[row + 1])
            np.add.at(matrices[place, i], menu.target[part], menu.chance[part])
    return matrices
