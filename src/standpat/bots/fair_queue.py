"""A queue in which everybody has the same share, whoever asks most.

`get` takes one item of each person in turn; the items of one person keep their order. If the queue is full, the person
with the most items gives up their newest one, so that nobody can fill it for the others. Threads may share a queue.
"""

from collections import OrderedDict, deque
from threading import Condition
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """A queue.

    Args:
        places: The most items that wait.
    """

    def __init__(self, places: int) -> None:
        self._places = places
        self._waiting = 0
        self._of: OrderedDict[str, deque[T]] = OrderedDict()
        self._open = True
        self._changed = Condition()

    def put(self, item: T, whose: str) -> T | None:
        """Add an item.

        Args:
            item: The item.
            whose: The person who waits for it.

        Returns:
            The item that has no place; it may be this one. None if all have one. A closed queue has no places.
        """
        with self._changed:
            if not self._open:
                return item
            self._of.setdefault(whose, deque()).append(item)
            self._waiting += 1
            self._changed.notify()
            if self._waiting <= self._places:
                return None
            most = max(self._of, key=lambda person: (len(self._of[person]), person == whose))
            return self._take(most, newest=True)

    def get(self) -> T | None:
        """Wait for an item, and take it. None once the queue is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or not self._open)
            if not self._open:
                return None
            first = next(iter(self._of))
            item = self._take(first, newest=False)
            if first in self._of:
                self._of.move_to_end(first)
            return item

    def close(self) -> list[T]:
        """End all waiting. Returns the items that nobody has taken."""
        with self._changed:
            self._open = False
            left = [item for items in self._of.values() for item in items]
            self._of.clear()
            self._waiting = 0
            self._changed.notify_all()
            return left

    def _take(self, whose: str, newest: bool) -> T:
        items = self._of[whose]
        item = items.pop() if newest else items.popleft()
        if not items:
            del self._of[whose]
        self._waiting -= 1
        return item
