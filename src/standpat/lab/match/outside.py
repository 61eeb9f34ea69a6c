"""An outside program as an entrant: the arena's side of the wire protocol.

A program that does not answer in time, answers with something that is no action, or has gone, gives no action: a fault,
and the match plays for it. A late answer is not taken for the answer to a later question: as many answers as are owed
are skipped, and lines that were sent unasked are dropped. A program that leaves out a question altogether would stay
one question behind forever. So after `BEHIND` deadlines in a row that passed with nothing but an owed answer, no
answers are owed any more.

Events are sent with the next question or the end of the hand, not one by one.
"""

from collections.abc import Sequence
from time import monotonic
from typing import Any, Final

from standpat.engine.action import Action
from standpat.engine.event import Event, to_builtins
from standpat.engine.hand import Hand
from standpat.engine.seen import seen
from standpat.lab.match.peer import Peer
from standpat.protocol import arena as wire

BEHIND: Final = 3
"""Deadlines in a row after which no answers are owed any more."""
SLACK: Final = 0.005
"""Seconds that are added to a deadline for the transfer."""


class Outside:
    """A program: call `greet` first, then `name` once all players have joined."""

    def __init__(self, peer: Peer, timeout_ms: int | None) -> None:
        self._peer = peer
        self._timeout_ms = timeout_ms
        self._owed = 0
        self._behind = 0
        self._ready: list[bytes] = []

    @property
    def known(self) -> None:
        """The policy of a program is not known: None."""
        return None

    def greet(self, hello: wire.Hello, seconds: float, who: str) -> None:
        """Send hello and wait for join.

        Args:
            hello: The table.
            seconds: How long to wait.
            who: The program's name, for errors.

        Raises:
            ValueError: The program did not join.
        """
        self._peer.send(wire.line(wire.hello_plain(hello)))
        until = monotonic() + seconds
        while (data := self._peer.receive(until)) is not None:
            kind = wire.message(data).get("t")
            if kind == "join":
                return
            if kind == "action":
                raise ValueError(f"{who} acted before it joined")
        raise ValueError(f"{who} " + ("went away" if self._peer.dead else f"did not join within {seconds:g} s"))

    def name(self, name: str) -> None:
        """Tell the program its name."""
        self._peer.send(wire.line({"t": "joined", "name": name}))

    def begin(self, hand_no: int, seat: int, chance: str) -> None:
        """A hand begins."""
        self._hand_no, self._seat = hand_no, seat
        self._say({"t": "hand-start", "hand_no": hand_no, "seat": seat, "chance": chance})

    def tell(self, events: Sequence[Event]) -> None:
        """Send the program what its seat may see of these events."""
        for event in events:
            mine = seen(event, self._seat)
            if mine is not None:
                self._say({"t": "event", "hand_no": self._hand_no, "ev": to_builtins(mine)})

    def act(self, hand: Hand) -> Action | None:
        """The program's answer to the decision that the hand waits for; None if there was none in time, or it was no
        action.
        """
        self._owed = max(0, self._owed - self._peer.drop())
        self._say(
            {
                "t": "act",
                "hand_no": self._hand_no,
                "seat": self._seat,
                "decision": wire.decision_plain(hand.legal),
                "deadline_ms": self._timeout_ms,
            }
        )
        self._flush()
        return self._answer()

    def chances(self, hand: Hand) -> None:
        """The probabilities of a program's decisions are not known: None."""

    def end(self, nets: Sequence[int]) -> None:
        """The hand is over."""
        self._say({"t": "hand-end", "hand_no": self._hand_no, "nets": list(nets)})
        self._flush()

    def close(self) -> None:
        """Disconnect."""
        if not self._peer.dead:
            self._say({"t": "match-end"})
            self._flush()
        self._peer.close()

    def _answer(self) -> Action | None:
        until = None if self._timeout_ms is None else monotonic() + self._timeout_ms / 1000 + SLACK
        passed_over = False
        while (data := self._peer.receive(until)) is not None:
            if self._owed:
                self._owed -= 1
                passed_over = True
                continue
            try:
                message = wire.message(data)
                if message.get("t") == "action":
                    self._behind = 0
                    return wire.read_action(message)
            except ValueError:
                return None
        self._owed += 1
        self._behind = self._behind + 1 if passed_over else 0
        if self._behind >= BEHIND:
            self._owed = self._behind = 0
        return None

    def _say(self, message: dict[str, Any]) -> None:
        self._ready.append(wire.line(message))

    def _flush(self) -> None:
        self._peer.send(b"".join(self._ready))
        self._ready.clear()
