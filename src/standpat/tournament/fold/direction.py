"""The director, deals by agreement and the end: what these events change in the state (T8.3)."""

from msgspec import structs

from standpat.tournament.clock import Resume
from standpat.tournament.events import (
    Agreed,
    Answered,
    Clocked,
    Disqualified,
    Figured,
    Finished,
    Lapsed,
    Noted,
    Paused,
    Proposed,
    Resumed,
)
from standpat.tournament.fold.parts import entrant, require, stand_still, status, take_chips, tick
from standpat.tournament.state import Proposal, Tournament


def paused(t: Tournament, event: Paused) -> None:
    """Stop the clock; no hand begins."""
    status(t, "running")
    require(not t.paused, "the tournament is paused already")
    t.paused = True
    stand_still(t, event.at)


def resumed(t: Tournament, event: Resumed) -> None:
    """Let the clock go on, unless hand-for-hand stops it."""
    status(t, "running")
    require(t.paused, "the tournament is not paused")
    t.paused = False
    if not t.calling or t.clock.rest:
        tick(t, Resume(event.at))


def clocked(t: Tournament, event: Clocked) -> None:
    """Change the clock; in hand-for-hand it runs afterwards if there is a break."""
    status(t, "running")
    if not t.calling:
        tick(t, event.change)
        return
    stand_still(t, event.at)
    tick(t, event.change)
    if t.clock.rest and not t.paused:
        tick(t, Resume(event.at))


def disqualified(t: Tournament, event: Disqualified) -> None:
    """Take a player's chips out of play, after the hand if they play one."""
    status(t, "running")
    player = entrant(t, event.player)
    require(not player.out and not player.mine.barred, f"{event.player} is out already")
    require(bool(player.table or player.move), f"{event.player} has no seat yet")
    player.mine, player.offered = structs.replace(player.mine, barred=True), 0
    if t.hand_of(player) is None:
        take_chips(t, player)


def noted(t: Tournament, event: Noted) -> None:
    """Keep an announcement."""
    t.notes.append(event)


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
