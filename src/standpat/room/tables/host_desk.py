"""What a host does at their table: pause it, let it go on, and change its rules from the next hand on.

During a pause nobody can act, no time runs and no hand begins. The seconds that were left of the present decision are
stored with the pause, and are given back when the table goes on; time banks are as they were. A table goes on by itself
after `MOST_PAUSE` seconds. Nothing here changes a hand in progress: what concerns the hand waits until it is over.

Every change is written before it is shown. Only the table's actor may call the desk, in its turn. Whether somebody is a
host is checked before (`standpat.room.tables.host`).
"""

import msgspec
from msgspec import structs

from standpat.protocol.room import Hosted, Notice, TableChanged
from standpat.room.store import Op, Store, journal
from standpat.room.tables.coming_rules import changed
from standpat.room.tables.hand_runner import HandRunner
from standpat.room.tables.host_state import MOST_PAUSE, Coming, HostState, Pause
from standpat.room.tables.table import TableRules
from standpat.room.tables.viewers import Viewers
from standpat.room.tables.watch import Watch
from standpat.tournament.rotation import Place


class HostDesk:
    """The host's desk at one table.

    Args:
        runner: The hand runner.
        viewers: The table's connections.
        store: The database.
        watch: The room's time.
    """

    def __init__(self, runner: HandRunner, viewers: Viewers, store: Store, watch: Watch) -> None:
        self._runner = runner
        self._viewers = viewers
        self._store = store
        self._watch = watch

    @property
    def state(self) -> HostState:
        """What the host has decided."""
        return self._runner.host

    async def decide(self, state: HostState, *also: Op) -> None:
        """Write a decision of the host together with other operations, and show it. If it cannot be written, everything
        stays as it was.
        """
        before, self._runner.host = self._runner.host, state
        try:
            await self._store.commit(*also, journal.save_table(self._runner.rules.id, self._runner.state()))
        except BaseException:
            self._runner.host = before
            raise
        self._viewers.say(lambda v: Hosted(v, state.view()))

    # Pause -----------------------------------------------------------------------------------------------

    async def pause(self, by: str) -> None:
        """Pause the table, and say so. A table that is paused stays so."""
        if self.state.paused:
            return
        live = self._runner.live
        asked = None if live is None or live.over else live.asked
        left = None if asked is None else round(asked.deadline - self._watch.now(), 3)
        await self.decide(structs.replace(self.state, paused=Pause(by, self._watch.wall(), left)))
        self._runner.hold_choice()
        self._viewers.say(lambda v: Notice(v, "room.paused", {"name": by}))

    async def resume(self, by: str = "") -> None:
        """Let the table go on, and say so. `by` is "" if the table goes on by itself."""
        paused = self.state.paused
        if paused is None:
            return
        live, ops = self._runner.live, list[Op]()
        if paused.left is not None and live is not None and live.asked is not None:
            asked = live.asked
            later = self._watch.now() + paused.left - asked.deadline
            ops = live.move(structs.replace(asked, asked=asked.asked + later, deadline=asked.deadline + later))
        await self.decide(structs.replace(self.state, paused=None), *ops)
        if ops and live is not None:
            self._viewers.show(live.moved(self._viewers.v + 1))
        key, args = ("room.resumed", {"name": by}) if by else ("room.resumed-alone", {})
        self._viewers.say(lambda v: Notice(v, key, args))
        self._runner.plan_next()
        self._runner.resume_choice()

    def pause_ends(self) -> float | None:
        """The moment at which the table goes on by itself; None if it is not paused."""
        paused = self.state.paused
        return None if paused is None else self._watch.moment(paused.since) + MOST_PAUSE

    async def go_on(self) -> bool:
        """Let the table go on if the pause is over by itself. Returns whether it is not paused."""
        ends = self.pause_ends()
        if ends is not None and self._watch.now() >= ends:
            await self.resume()
        return self.state.paused is None

    # Changes from the next hand on -----------------------------------------------------------------------

    async def apply(self) -> TableRules | None:
        """Apply the changes that wait, as soon as the next hand may be dealt. Returns the new rules; None if nothing
        changes now.
        """
        coming, runner = self.state.coming, self._runner
        if coming == Coming() or not runner.between_hands:
            return None
        rules = changed(runner.rules, coming)
        before, old = runner.seating.copy(), runner.rules
        place = runner.rotation.place
        runner.seating.take_stakes(rules.stakes, *rules.buy_in)
        if rules.rotation != runner.rules.rotation:
            runner.rotation.load(Place())
        try:
            record = journal.change_table(rules.id, msgspec.json.encode(rules).decode())
            await self.decide(structs.replace(self.state, coming=Coming()), record)
        except BaseException:
            runner.cashier.seating = before
            runner.rotation.load(place)
            raise
        runner.take(rules)
        self._viewers.say(lambda v: TableChanged(v, runner.view()))
        if (rules.game_id, rules.stakes) != (old.game_id, old.stakes):
            self._viewers.say(lambda v: Notice(v, "room.next-game", rules.announced()))
        return rules
