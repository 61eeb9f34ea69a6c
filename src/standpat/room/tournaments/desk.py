"""The tournaments of a room: it opens them, finds them, and opens and closes their tables.

A tournament's table is an ordinary table of the house that is not in the lobby (`standpat.room.tournaments.seats`).
"""

import logging
import secrets
from collections.abc import Awaitable, Callable, Container, MutableMapping, Sequence
from typing import Final

import msgspec

from standpat.language.sentence import Sentence
from standpat.protocol.room import Moved, write
from standpat.room.store import Op, Store, journal, ledger, tournament_book, tournament_door
from standpat.room.store.tournament_book import StoredTournament
from standpat.room.store.tournament_door import EVERYBODY, Door
from standpat.room.store.writer import WriteFailed
from standpat.room.tables import house_player
from standpat.room.tables.actor import TableActor
from standpat.room.tables.refusal import Refused
from standpat.room.tables.table import TableRules
from standpat.room.tables.watch import Watch
from standpat.room.tournaments.keeper import Keeper, paid
from standpat.room.tournaments.orders import obey
from standpat.room.tournaments.origins import Origins
from standpat.room.tournaments.past import PastTournaments
from standpat.room.tournaments.seats import rules_of, table_id
from standpat.room.tournaments.table_policy import TournamentPolicy
from standpat.tournament.events import Announced, Event, Registered
from standpat.tournament.options import Options
from standpat.tournament.state import Tournament
from standpat.tournament.structure import Structure

log = logging.getLogger("standpat.room")

MOST_BOTS: Final = 6
"""The most bots of a tournament."""
FARTHEST_S: Final = 366 * 86_400
"""How far ahead a tournament may start, in seconds."""
LEAST_OUTAGE_S: Final = 1.0
"""A shorter time without the room is not an outage."""


class Tournaments:
    """The tournaments of a room.

    Args:
        store: The database.
        watch: The room's time.
        tables: The actors of the room's open tables, by id.
        aside: The tables that are being repaired.
        make_actor: Makes the actor of a table and puts it into `tables`, without starting it.
        close_actor: Closes a table for good after its hand.
        origins: From which addresses tournaments are opened and entered.
    """

    def __init__(
        self,
        store: Store,
        watch: Watch,
        tables: MutableMapping[str, TableActor],
        aside: Container[str],
        make_actor: Callable[[TableRules], TableActor],
        close_actor: Callable[[TableActor], Awaitable[None]],
        origins: Origins,
    ) -> None:
        self.keepers: dict[str, Keeper] = {}
        self.unreadable: set[str] = set()
        """The tournaments that are not over and cannot be read."""
        self.past = PastTournaments(store)
        self.origins = origins
        self._store = store
        self._watch = watch
        self._tables = tables
        self._aside = aside
        self._make_actor = make_actor
        self._close_actor = close_actor

    # Start and stop --------------------------------------------------------------------------------------

    async def load(self) -> None:
        """Read the tournaments that are not over. Their tables are loaded after this. One that cannot be read waits for
        its repair, and its tables are set aside.
        """
        for id in await self._store.read(tournament_book.not_over):
            try:
                stored = await self._store.read(tournament_book.stored, id)
                self._add(stored, await self._store.read(tournament_door.guests, id))
            except WriteFailed:  # a fault of the database, not of the tournament
                raise
            except Exception:
                log.exception("tournament %s cannot be read", id)
                self.unreadable.add(id)

    async def start(self, stood_still_since: float | None) -> None:
        """Run them from now on.

        Args:
            stood_still_since: When the room was last alive; None for a new one.
        """
        now = self._watch.wall()
        for keeper in list(self.keepers.values()):
            gone = 0.0 if stood_still_since is None else now - stood_still_since
            if keeper.state.status == "running" and gone >= LEAST_OUTAGE_S:
                await keeper.note_outage(int((now - gone) * 1000))
        if self.keepers:  # before they deal
            await self.obey()
        for keeper in list(self.keepers.values()):
            keeper.start()

    async def obey(self) -> None:
        """Do what the operator's command asks for."""
        await obey(self._store, self.find)

    async def stop(self) -> None:
        """Stop all of them between two commits."""
        for keeper in list(self.keepers.values()):  # one that is over removes itself
            await keeper.stop()

    def _add(self, stored: StoredTournament, guests: set[str]) -> Keeper:
        keeper = self.keepers[stored.id] = Keeper(stored, guests, self._store, self, self._watch.wall)
        return keeper

    # Requests --------------------------------------------------------------------------------------------

    async def announce(
        self,
        name: str,
        structure: Structure,
        options: Options,
        owner: str | None,
        *,
        starts: float = 0,
        bots: int = 0,
        payer: str = "",
        door: Door = EVERYBODY,
        also: Callable[[str], Sequence[Op]] = lambda id: (),
    ) -> Keeper:
        """Open a tournament for registration.

        Args:
            name: Its name.
            structure: Its structure.
            options: The edition of the rules.
            owner: Its director; None for the house.
            starts: When it starts, in Unix seconds; 0 for a sit-and-go.
            bots: How many bots of the house enter at once.
            payer: Who pays for their entries and gets their prizes; "" for nobody, where nothing costs anything.
            door: Who gets in.
            also: Makes the operations to write with it, from its id.

        Raises:
            Refused: There cannot be such a tournament.
            Overdraft: The payer has too few chips.
        """
        if not 0 <= bots < min(structure.most, MOST_BOTS + 1) or (bots and not (structure.free or payer)):
            raise Refused("not-possible", Sentence("tournament-bots"))
        id, seed, now = secrets.token_hex(12), secrets.token_bytes(32), self._watch.wall()
        if structure.sit_and_go != (starts == 0) or not (starts == 0 or now <= starts <= now + FARTHEST_S):
            raise Refused("not-possible", Sentence("tournament-start"))
        at = int(now * 1000)
        announced = Announced(at=at, id=id, name=name, structure=structure, options=options, starts=int(starts * 1000))
        events: list[Event] = [announced]
        for number in range(bots):
            bot, named = _bot(number)
            person = "" if structure.free else payer  # nobody has a share in a tournament without prizes
            events.append(Registered(at=at, player=bot, name=named, bot=True, person=person))
        cost = bots * (structure.buy_in + structure.fee)
        money = paid(id, ledger.wallet(payer), cost, now)
        await self._store.commit(tournament_book.open(id, seed, owner, events, now, door), *money, *also(id))
        keeper = self._add(StoredTournament(id, seed, owner, tuple(events), door), set())
        keeper.start()
        return keeper

    def check_readable(self, id: str) -> None:
        """Check that a tournament does not wait for its repair.

        Raises:
            Refused: It does.
        """
        if id in self.unreadable:
            raise Refused("closed", Sentence("tournament-repair"))

    def find(self, id: str) -> Keeper:
        """A tournament that is not over.

        Raises:
            Refused: There is none.
        """
        self.check_readable(id)
        if id not in self.keepers:
            raise Refused("closed", Sentence("tournament-unknown"))
        return self.keepers[id]

    async def admit(self, user: str, id: str) -> None:
        """Note that a user has opened a private tournament, over or not."""
        await self._store.commit(tournament_door.admit(id, user))
        if id in self.keepers:
            self.keepers[id].guests.add(user)

    def admits(self, user: str, id: str) -> bool:
        """Whether a user ("" for nobody) may look at the tables of a tournament: with a password, who gave it."""
        keeper = self.keepers.get(id)
        if keeper is None:
            return False
        return keeper.door.password is None or user == keeper.owner or user in keeper.guests

    def with_people(self, actor: TableActor) -> bool:
        """Whether a table belongs to a tournament in which two or more people still play, themselves or with a bot for
        which they paid.
        """
        keeper = self.keepers.get(actor.rules.tournament)
        alive = [] if keeper is None else keeper.state.alive()
        return len({player.person for player in alive if not player.bot or player.person != player.id}) > 1

    # Tables ----------------------------------------------------------------------------------------------

    def equip(self, actor: TableActor) -> None:
        """Give a tournament's table its policy."""
        rules = actor.rules
        if rules.tournament in self.keepers:
            actor.runner.policy = TournamentPolicy(actor.runner, self.keepers[rules.tournament], rules.number)

    def table_id(self, tournament: Tournament, number: int) -> str:
        """The id of a table."""
        return table_id(self.keepers[tournament.announced.id].seed, number)

    async def open(self, tournament: Tournament, number: int) -> None:
        """Open a table, unless it is open or being repaired."""
        id = self.table_id(tournament, number)
        if id in self._tables or id in self._aside:
            return
        rules = rules_of(tournament, number, id)
        actor = self._make_actor(rules)
        policy = actor.runner.policy
        assert isinstance(policy, TournamentPolicy)
        actor.cashier.seating = policy.seating(rules.stakes)
        actor.runner.deal_after_a_pause()
        record, state = msgspec.json.encode(rules).decode(), actor.runner.state()
        try:
            await self._store.commit(journal.open_table(id, record, state, self._watch.wall()))
        except BaseException:
            del self._tables[id]
            raise
        actor.start()

    async def close(self, tournament: Tournament, number: int) -> None:
        """Close a table, unless it is closed."""
        actor = self._tables.get(self.table_id(tournament, number))
        if actor is None or actor.closing:
            return

        async def leave() -> None:
            actor.cashier.seating.seats = [None] * actor.rules.seats

        self._tell_departed(actor)
        await actor.ask(leave)
        await self._close_actor(actor)

    def forget(self, id: str) -> None:
        """Forget a tournament that is over; its events stay."""
        self.keepers.pop(id, None)
        self.origins.forget(id)

    def changed(self, tournament: Tournament) -> None:
        """Bring the seats of all tables that are between hands up to date."""
        for table in tournament.open_tables():
            actor = self._tables.get(self.table_id(tournament, table.number))
            if actor is None:
                continue
            self._tell_departed(actor)
            if table.hand is None:
                self._bring_up(actor, tournament, table.number)

    def _tell_departed(self, actor: TableActor) -> None:
        policy = actor.runner.policy
        for user, there in policy.departed() if isinstance(policy, TournamentPolicy) else ():
            for viewer in actor.viewers:
                if viewer.user == user:
                    viewer.tell(write(Moved(there)))

    def _bring_up(self, actor: TableActor, tournament: Tournament, number: int) -> None:
        async def job() -> None:
            if not actor.live_over or tournament.tables[number].hand is not None:
                return
            before, policy = actor.seating, actor.runner.policy
            assert isinstance(policy, TournamentPolicy)
            now = policy.seating(before.stakes)
            if now == before:
                return
            actor.cashier.seating = now
            actor.cashier.show()
            actor.runner.plan_next()

        actor.mailbox.post(job)


def _bot(number: int) -> tuple[str, str]:
    """The user and the name of a bot of a tournament."""
    named = house_player.NAMES[number % len(house_player.NAMES)]
    name = named if number < len(house_player.NAMES) else f"{named} {number // len(house_player.NAMES) + 1}"
    return f"bot:{house_player.STAND_IN}:{name}", name
