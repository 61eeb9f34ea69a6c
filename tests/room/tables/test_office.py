"""The operator's bars at a table: who is barred plays their hand to its end first."""

from room.evening import Evening, Run
from standpat.room.store import restriction, sighting
from standpat.room.tables.close_codes import BARRED
from standpat.room.tables.office import Came


def test_who_is_barred_in_mid_hand_plays_it_to_its_end(evening: Run) -> None:
    async def test(at: Evening) -> None:
        await at.sit("hal", "gus")
        await at.deal()
        office, store, gus = at.room.office, at.room.store, at.people["gus"]
        came = Came(gus, "d" * 64, "192.0.2.1")
        office.opened(at.viewers["gus"], came)
        office.opened(at.viewers["sid"], Came(at.people["sid"], "", "2001:db8::1"))
        await store.commit(sighting.seen(gus.id, {"device": came.device}, at=at.time))
        wanted = restriction.checked("bar", "device", came.device, "Two accounts", 1, by="operator", at=at.time)
        await store.commit(restriction.add(wanted))
        await office.look_again()
        await at.room.bars.clear_room()
        await at.room.bars.clear_room()
        assert at.stack("gus") == 400
        assert at.notices("sid")[-1] == "room.removed"
        await at.finish()
        await at.turn()
        assert at.actor.seating.find(gus.id) is None
        assert at.ears["gus"].closed == BARRED
        assert at.ears["sid"].closed is None
        assert await at.wallet("gus") + await at.wallet("hal") + at.stack("hal") == 20_000
        at.time += 86_401
        assert office.restriction("bar", came) is None

    evening(test)
