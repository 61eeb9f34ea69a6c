"""What players have paid: every entry with its fee, and what they got back."""

from msgspec import structs

from standpat.tournament.costs import paid
from standpat.tournament.events import Announced, Disqualified, Event, Rebought, Reentered, Registered, Withdrawn
from standpat.tournament.options import Options
from standpat.tournament.structure import Rebuys
from tournament_scene import structure


def test_entries_rebuys_and_what_came_back() -> None:
    rebuys = Rebuys(closes=2, cost=50, chips=1000, most=2, at_most=1000)
    made = structs.replace(structure("27sd"), buy_in=100, fee=10, rebuys=rebuys)
    events: list[Event] = [
        Announced(at=0, id="t", name="T", structure=made, options=Options()),
        *[Registered(at=1, player=player, name=player) for player in "abcd"],
        Withdrawn(at=2, player="b"),
        Rebought(at=3, player="a", chips=1000),
        Reentered(at=4, player="a"),
        Disqualified(at=5, player="c", by="room", why="no-show", refund=110),
        Disqualified(at=6, player="d", by="director", why="cheating"),
    ]
    assert paid(events) == {"a": 270, "b": 0, "c": 0, "d": 110}
