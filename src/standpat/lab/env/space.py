"""The actions and observations of a table as Gymnasium spaces."""

from typing import Any

from standpat.lab.env.observation import FIELDS, Field
from standpat.lab.env.table import Tables

try:
    from gymnasium import spaces
except ImportError as error:  # pragma: no cover
    raise ImportError("these environments need gymnasium: pip install 'standpat[env]'") from error


def observation_space(tables: Tables) -> spaces.Dict:
    """A `Dict` with one `Box` for each of `observation.FIELDS`."""
    return spaces.Dict({field.name: _box(tables, field) for field in FIELDS})


def action_space(tables: Tables) -> spaces.Discrete[Any]:
    """A `Discrete` space of the numbers of `menu`."""
    return spaces.Discrete(tables.actions)


def _box(tables: Tables, field: Field) -> spaces.Box:
    layout = tables.layout
    high = layout.size(field.high)
    if field.name == "history":
        high = max(high, 5)  # cards drawn
    return spaces.Box(field.low, high, layout.shape(field), layout.dtype(field).type)
