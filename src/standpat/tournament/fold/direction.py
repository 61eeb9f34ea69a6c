"""The director, deals by agreement and the end: what these events change in the state (T8.3)."""

from msgspec import structs

from standpat.tournament.acts import Act
from standpat.tournament.clock import Resume, Shift
from standpat.tournament.events import (
    Agreed,
    Answered,
    CalledOff,
    Clocked,
    Disqualified,
    Figured,
    Finished,
    Lapsed,
    Noted,
    Paused,
    Proposed,
    Resumed,
    Undone,
)
from standpat.tournament.fold.parts import count, entrant, require, stand_still, status, take_chips, tick
from standpat.tournament.state import Proposal, Tournament


def paused(t: Tournament, event: Paused) -> None:
    """Stop the clock; no hand begins."""
    status(t, "running")
    require(not t.paused, "the tournament is paused already")
    t.paused, t.paused_since = True, event.at
    stand_still(t, event.at)
    t.acts.append(Act(event))


def resumed(t: Tournament, event: Resumed) -> None:
    """Let the clock go on, unless hand-for-hand stops it; seats may be drawn first."""
    status(t, "running")
    require(t.paused, "the tournament is not paused")
    t.paused = False
    t.redraw = t.redraw or bool(event.redraw)
    if not t.calling or t.clock.rest:
        tick(t, Resume(event.at))
    t.acts.append(Act(event))


def clocked(t: Tournament, event: Clocked) -> None:
    """Change the clock; in hand-for-hand it runs afterwards if there is a break."""
    status(t, "running")
    before = t.time(event.at)
    if t.calling:
        stand_still(t, event.at)
        tick(t, event.change)
        if t.clock.rest and not t.paused:
            tick(t, Resume(event.at))
    else:
        tick(t, event.change)
    change = event.change
    t.acts.append(Act(event, max(change.by, -(before.rest or before.left)) if isinstance(change, Shift) else 0))


def disqualified(t: Tournament, event: Disqualified) -> None:
    """Take a player's chips out of play, after the hand if they play one."""
    status(t, "running")
    player = entrant(t, event.player)
    require(not player.out and not player.mine.barred, f"{event.player} is out already")
    require(bool(player.table or player.move), f"{event.player} has no seat yet")
    player.mine, player.offered = structs.replace(player.mine, barred=True), 0
    if t.hand_of(player) is None:
        take_chips(t, player)
    if event.refund:
        count(t, refunded=1)
    t.acts.append(Act(event))


def noted(t: Tournament, event: Noted) -> None:
    """Keep an announcement."""
    t.notes.append(event)
    t.acts.append(Act(event))


def called_off(t: Tournament, event: CalledOff) -> None:
    """Begin no hand any more."""
    status(t, "running")
    require(t.called_off is None, "it was called off already")
    t.called_off = event
    t.acts.append(Act(event))


def undone(t: Tournament, event: Undone) -> None:
    """Strike an act out. A player who was removed plays on, if their chips are still in play."""
    status(t, "running")
    require(1 <= event.act <= len(t.acts) and not t.acts[event.act - 1].undone, f"there is no act {event.act}")
    act = t.acts[event.act - 1]
    if isinstance(act.event, Disqualified):
        player = entrant(t, act.event.player)
        require(t.hand_of(player) is not None, f"the chips of {player.id} have left play")
        player.mine = structs.replace(player.mine, barred=False)
    if isinstance(act.event, Noted):
        t.notes.remove(act.event)
    act.undone, act.why = True, event.why


def proposed(t: Tournament, event: Proposed) -> None:
    """Keep a proposal; tables wait."""
    status(t, "running")
    require(t.proposal is None, "another deal is proposed")
    t.proposal = Proposal(event)


def figured(t: Tournament, event: Figured) -> None:
    """Ask those who are left; who proposed it has agreed."""
    proposal = t.proposal
    require(proposal is not None and proposal.figured is None, "no deal waits for its amounts")
    assert proposal is not None
    proposal.figured = event
    proposal.yes = {proposal.event.by}


def answered(t: Tournament, event: Answered) -> None:
    """Keep an answer."""
    proposal = t.proposal
    asked = proposal is not None and proposal.figured is not None and event.player in proposal.figured.amounts
    require(asked, f"{event.player} is not asked")
    assert proposal is not None
    if event.yes:
        proposal.yes.add(event.player)
    else:
        proposal.refused = True


def lapsed(t: Tournament, _: Lapsed) -> None:
    """Drop the proposal."""
    require(t.proposal is not None, "no deal is proposed")
    t.proposal = None


def agreed(t: Tournament, event: Agreed) -> None:
    """Keep the amounts that were agreed."""
    proposal = t.proposal
    require(proposal is not None and proposal.yes == set(event.amounts), "somebody has not agreed")
    t.agreed, t.proposal = event, None


def finished(t: Tournament, event: Finished) -> None:
    """End it with these prizes."""
    status(t, "running")
    t.status = "finished"
    t.won = dict(event.prizes)
