"""Turn keys into actions, without a terminal.

A prompt belongs to one decision. `press(key)` takes one key and returns the action once it is chosen, until then None;
`notice` says what was wrong with a key. A key without a meaning changes nothing (R8.1). `choices` are the keys that do
something now, with what they do, for the screen.

Keys are characters as typed, and ``enter``, ``backspace``, ``escape``.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from standpat.engine.action import Action, Bet, Bounds, Call, Check, Discard, Fold, Legal, Muck, Raise, Show
from standpat.language import Language

_DIGITS: Final = frozenset("0123456789")


class Choice(NamedTuple):
    """A key, what it does, and whether it is shown as the main one."""

    key: str
    does: str
    main: bool = False


class BetPrompt:
    """A betting decision of a player with `stack` chips behind and `bet` in front of them.

    f folds, c (or k) checks or calls, b or r bets or raises. Where there is more than one size the amount is typed
    and Enter confirms it; a proposes all chips.
    """

    def __init__(self, legal: Legal, stack: int, bet: int, say: Language) -> None:
        self.legal = legal
        self.typed: str | None = None
        """The digits of the amount that is being typed; None before that."""
        self.notice = ""
        self._say = say
        self._stack = stack
        self._all_in = stack + bet
        self._proposed = False  # whether the first digit replaces the amount

    @property
    def bounds(self) -> Bounds | None:
        """The bounds of a bet or raise; None where none is allowed."""
        return self.legal.bet or self.legal.raise_

    @property
    def choices(self) -> list[Choice]:
        """The keys that do something now."""
        say, legal = self._say, self.legal
        if self.typed is not None:
            return [
                Choice("enter", self._wager_text(int(self.typed or 0)), main=True),
                Choice("escape", say("bet.back")),
            ]
        ways = [Choice("f", say("bet.fold"))] if legal.fold else []
        if legal.check:
            ways.append(Choice("c", say("bet.check")))
        if legal.call is not None:
            key = "bet.call-all-in" if legal.call == self._stack else "bet.call"
            ways.append(Choice("c", say(key, amount=legal.call)))
        if self.bounds:
            key = "b" if legal.bet else "r"
            low, high = self.bounds
            if low == high:
                ways.append(Choice(key, self._wager_text(low)))
            else:
                ways.append(Choice(key, say(f"bet.{self._wager}-between", low=low, high=high)))
            if self._may_shove:
                ways.append(Choice("a", say("bet.all-in", amount=high)))
        return ways

    def press(self, key: str) -> Action | None:
        """Take a key; returns the action once it is chosen, else None."""
        self.notice = ""
        return self._choose(key) if self.typed is None else self._type(self.typed, key)

    @property
    def _wager(self) -> str:
        return "bet" if self.legal.bet else "raise"

    @property
    def _may_shove(self) -> bool:
        return self.bounds is not None and self.bounds.min_to < self.bounds.max_to == self._all_in

    def _wager_text(self, to: int) -> str:
        return self._say(f"bet.{self._wager}-all-in" if to == self._all_in else f"bet.{self._wager}", amount=to)

    def _choose(self, key: str) -> Action | None:
        legal, bounds = self.legal, self.bounds
        match key.lower():
            case "f" if legal.fold:
                return Fold()
            case "f":
                self.notice = self._say("bet.free-fold")
            case "c" | "k" if legal.check:
                return Check()
            case "c" if legal.call is not None:
                return Call()
            case "b" | "r" if bounds and bounds.min_to == bounds.max_to:
                return self._to(bounds.min_to)
            case "b" | "r" if bounds:
                self._propose(bounds.min_to)
            case "a" if bounds and self._may_shove:
                self._propose(bounds.max_to)
            case digit if digit in _DIGITS and bounds and bounds.min_to < bounds.max_to:
                self.typed, self._proposed = digit, False
            case _:
                self.notice = _unknown(key, self.choices, self._say)
        return None

    def _type(self, typed: str, key: str) -> Action | None:
        assert self.bounds
        if key in _DIGITS:
            self.typed = key if self._proposed else (typed + key)[:9]
            self._proposed = False
        elif key == "backspace":
            self.typed, self._proposed = typed[:-1], False
        elif key == "escape":
            self.typed = None
        elif key == "a" and self._may_shove:
            self._propose(self.bounds.max_to)
        elif key == "enter":
            to, (low, high) = int(typed or 0), self.bounds
            if low <= to <= high:
                return self._to(to)
            self.notice = self._say("bet.too-low", amount=low) if to < low else self._say("bet.too-high", amount=high)
        else:
            self.notice = _unknown(key, self.choices, self._say)
        return None

    def _propose(self, to: int) -> None:
        self.typed, self._proposed = str(to), True

    def _to(self, to: int) -> Action:
        return Bet(to) if self.legal.bet else Raise(to)


class DrawPrompt:
    """A draw: keys 1-5 mark or unmark a card, 0 unmarks all, Enter confirms.

    Args:
        cards: The cards as shown, from the left; key 1 is the first.
        most: The largest number of discards.
        say: The language.
    """

    def __init__(self, cards: Iterable[int], most: int, say: Language) -> None:
        self.cards = tuple(cards)
        self.marked: set[int] = set()
        self.notice = ""
        self._most = most
        self._say = say

    @property
    def kept(self) -> tuple[int, ...]:
        """The cards that are not marked for discard."""
        return tuple(card for card in self.cards if card not in self.marked)

    @property
    def choices(self) -> list[Choice]:
        """The keys that do something now."""
        say = self._say
        ways = [Choice(f"1-{len(self.cards)}", say("draw.mark"))]
        if self.marked:
            ways.append(Choice("0", say("draw.clear")))
        return [*ways, Choice("enter", say("draw.confirm", count=len(self.marked)), main=True)]

    def press(self, key: str) -> Action | None:
        """Take a key; returns the discard once it is confirmed, else None."""
        self.notice = ""
        if key == "enter":
            return Discard(tuple(card for card in self.cards if card in self.marked))
        if key == "0":
            self.marked.clear()
        elif key in _DIGITS and int(key) <= len(self.cards):
            card = self.cards[int(key) - 1]
            if card not in self.marked and len(self.marked) == self._most:
                self.notice = self._say("draw.at-most", count=self._most)
            else:
                self.marked ^= {card}
        else:
            self.notice = _unknown(key, self.choices, self._say)
        return None


class ShowPrompt:
    """The choice at the showdown: s (or h) shows the hand, m mucks it. `question` says what depends on it."""

    def __init__(self, question: str, say: Language) -> None:
        self.question = question
        self.notice = ""
        self.choices = [Choice("s", say("showdown.show")), Choice("m", say("showdown.muck"))]
        self._say = say

    def press(self, key: str) -> Action | None:
        """Take a key; returns the choice once it is made, else None."""
        self.notice = ""
        match key.lower():
            case "s" | "h":
                return Show()
            case "m":
                return Muck()
        self.notice = _unknown(key, self.choices, self._say)
        return None


class PausePrompt:
    """A pause between hands: Enter continues."""

    def __init__(self, text: str, say: Language) -> None:
        self.notice = ""
        self.done = False
        self.choices = [Choice("enter", text, main=True)]
        self._say = say

    def press(self, key: str) -> None:
        """Take a key; `done` is true after Enter."""
        self.notice = "" if key == "enter" else _unknown(key, self.choices, self._say)
        self.done = key == "enter"


Prompt = BetPrompt | DrawPrompt | ShowPrompt | PausePrompt


def key_name(key: str, say: Language) -> str:
    """The name of a key on the screen."""
    names = {"enter": "prompt.enter", "escape": "prompt.esc"}
    return say(names[key]) if key in names else key


def _unknown(key: str, choices: Iterable[Choice], say: Language) -> str:
    name = key_name(key, say)
    what = f"'{name}'" if len(name) == 1 and name.isprintable() else name if key in ("enter", "escape") else "?"
    keys = ", ".join(f"{key_name(choice.key, say)} {choice.does}" for choice in choices)
    return say("prompt.unknown", key=what, keys=keys)
