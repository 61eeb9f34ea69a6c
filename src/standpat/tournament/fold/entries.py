"""Announcement, entries and chips: what these events change in the state (T1)."""

from msgspec import structs

from standpat.tournament import clock
from standpat.tournament.clock import Start
from standpat.tournament.events import (
    AddedOn,
    Announced,
    Cancelled,
    Declined,
    Forfeited,
    Offered,
    Rebought,
    Reentered,
    Registered,
    RegistrationClosed,
    Started,
    Withdrawn,
)
from standpat.tournament.fold.parts import (
    between_hands,
    count,
    entrant,
    give_stack,
    open_table,
    require,
    require_all_once,
    status,
    take_chips,
    take_tables,
    tick,
)
from standpat.tournament.registration import Mine
from standpat.tournament.state import Tournament
from standpat.tournament.table import Player


def announced(t: Tournament, event: Announced) -> None:
    """Begin with this structure, open for registration."""
    status(t, "none")
    t.announced = event
    t.clock = clock.new(event.structure)
    t.status = "open"


def registered(t: Tournament, event: Registered) -> None:
    """Count an entry; during play the player waits for a seat."""
    status(t, "open", "running")
    require(event.player not in t.players, f"{event.player} has entered already")
    t.players[event.player] = Player(
        event.player, event.name, event.bot, len(t.players) + 1, event.person or event.player
    )
    count(t, entries=1)
    t.left += 1
    if t.status == "running":
        t.unseated.append(event.player)
        t.players[event.player].took = True


def withdrawn(t: Tournament, event: Withdrawn) -> None:
    """Take an entry back."""
    status(t, "open")
    entrant(t, event.player)
    del t.players[event.player]
    for number, player in enumerate(t.players.values(), 1):
        player.number = number
    count(t, entries=-1)
    t.left -= 1


def cancelled(t: Tournament, event: Cancelled) -> None:
    """End it with these refunds."""
    status(t, "open", "running")
    t.status = "cancelled"
    t.won = dict(event.refunds)


def started(t: Tournament, event: Started) -> None:
    """Give everybody their stack and seat, and start the clock."""
    status(t, "open")
    require_all_once(t, event.tables)
    t.status = "running"
    tick(t, Start(event.at))
    for player in t.players.values():
        give_stack(t, player)
    take_tables(t, event.tables)


def reentered(t: Tournament, event: Reentered) -> None:
    """Count another entry of a player who was out; they wait for a seat."""
    status(t, "running")
    player = entrant(t, event.player)
    require(player.out and not player.mine.barred and not t.closed, f"{event.player} cannot enter again")
    t.outs = [group for old in t.outs if (group := tuple([one for one in old if one != event.player]))]
    player.mine, player.declined = Mine(player.mine.entries + 1), False
    count(t, entries=1)
    t.left += 1
    t.unseated.append(event.player)


def rebought(t: Tournament, event: Rebought) -> None:
    """Add the chips of a rebuy."""
    status(t, "running")
    player = entrant(t, event.player)
    require(bool(player.table) and event.chips > 0 and not t.closed, f"{event.player} cannot buy chips")
    between_hands(t, player)
    player.stack += event.chips
    player.mine = structs.replace(player.mine, rebuys=player.mine.rebuys + 1)
    player.offered = 0
    if player.table and player.id in (busts := open_table(t, player.table).busts):
        busts.remove(player.id)
    count(t, rebuys=1)


def added_on(t: Tournament, event: AddedOn) -> None:
    """Add the chips of an add-on."""
    status(t, "running")
    player = entrant(t, event.player)
    require(bool(player.table) and not player.mine.add_ons and event.chips > 0, f"{event.player} has no add-on to take")
    between_hands(t, player)
    player.stack += event.chips
    player.mine = structs.replace(player.mine, add_ons=1)
    count(t, add_ons=1)


def offered(t: Tournament, event: Offered) -> None:
    """Ask players without chips whether they buy more."""
    status(t, "running")
    for id in event.players:
        require(not entrant(t, id).stack and not entrant(t, id).out, f"{id} has chips, or is out")
    for id in event.players:
        entrant(t, id).offered = event.until


def declined(t: Tournament, event: Declined) -> None:
    """Keep that a player does not."""
    status(t, "running")
    player = entrant(t, event.player)
    require(bool(player.offered), f"{event.player} was offered nothing")
    player.offered, player.declined = 0, True


def forfeited(t: Tournament, event: Forfeited) -> None:
    """Take a stack out of play that its player gave up."""
    status(t, "running")
    player = entrant(t, event.player)
    require(player.stack == event.chips > 0, f"{event.player} does not have {event.chips} chips")
    between_hands(t, player)
    take_chips(t, player)


def registration_closed(t: Tournament, event: RegistrationClosed) -> None:
    """Fix the prizes and the order of breaking."""
    status(t, "running")
    require(not t.closed, "registration is closed already")
    t.field = structs.replace(t.field, closed=True)
    t.prizes, t.breaking = event.prizes, event.breaking
