"""On a phone, every control measures at least 44 px in each direction and overlaps no other."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from web.fake_room import FakeRoom
from web.test_axe import SCENES

pytestmark = pytest.mark.extended

ROOM = Callable[..., FakeRoom]
LEAST = 44
# A checkbox is pressed by its label, a slider along its length.
TARGETS = """(least) => {
  const shown = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest("[inert], .seat .cards");
  const kinds = "button, a[href], select, summary, label.check, input:not([type=checkbox])";
  const pressed = [...document.querySelectorAll(kinds)];
  const inside = document.querySelector("dialog[open]") ?? document;
  return pressed.filter((node) => shown(node) && inside.contains(node)).flatMap((node) => {
    const { width, height } = node.getBoundingClientRect();
    const name = `${node.tagName} ${node.className} ${node.textContent.slice(0, 20)}`;
    return height < least - 0.5 || width < least - 0.5 ? [`${name}: ${Math.round(width)} x ${Math.round(height)}`] : [];
  });
}"""


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_targets_are_large_enough(room: ROOM, scene: Callable[..., Page]) -> None:
    assert scene(room, phone=True).evaluate(TARGETS, LEAST) == []
