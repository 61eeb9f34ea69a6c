"""Changes of a table's rules from the next hand on."""

from room.evening import Evening, Run
from standpat.protocol import room as wire
from standpat.room.tables.coming_rules import Change, coming
from standpat.room.tables.host_state import Coming
from standpat.room.tables.rotation import CHOICE_S, NewEntry, NewRotation
from standpat.room.tables.table import NewTable, make

SEVEN = NewRotation([NewEntry("27sd", big_blind=50), NewEntry("27td")], "hands", 1)


def test_the_smallest_buy_in_covers_every_game_of_a_rotation(evening: Run) -> None:
    async def test(at: Evening) -> None:
        hal = at.people["hal"]
        await at.sit("hal", "gus")
        await at.deal()
        await at.finish()
        await at.deal()
        assert at.actor.rules.game_id == "27td"
        assert await at.refused(at.hosts.change(hal, at.actor, Change(buy_in=(49, 1000)))) == "table-buy-in"
        for change in (Change(big_blind=20), Change(house="wsop"), Change(big_blind=20, buy_in=(50, 900))):
            assert await at.refused(at.hosts.change(hal, at.actor, change)) == "rotation-stakes"
        assert await at.refused(at.hosts.change(hal, at.actor, Change(game="27td"))) == "table-seats"
        await at.hosts.change(hal, at.actor, Change(buy_in=(50, 900), speed="fast"))  # with seven seats, too
        await at.finish()
        await at.deal()
        assert at.actor.rules.buy_in == (50, 900)
        assert at.actor.live is not None
        assert at.actor.live.record.stakes.big_blind == 50
        await at.finish()

    evening(test, game="", rotation=SEVEN, seats=7)


def test_another_game_comes_with_the_next_hand(evening: Run) -> None:
    async def test(at: Evening) -> None:
        hal = at.people["hal"]
        await at.sit("hal", "gus")
        await at.deal()
        for change in (Change(game="holdem"), Change(house="nowhere"), Change(game="27td", speed="x" * 99)):
            assert await at.refused(at.hosts.change(hal, at.actor, change)) != ""
        await at.hosts.change(hal, at.actor, Change(game="27sd", big_blind=20))
        await at.hosts.change(hal, at.actor, Change(game="a5td"))
        next_hand = at.told("sid", "host")[-1]["host"]["coming"]
        assert (next_hand["game"], next_hand["stakes"]["big_blind"]) == ("a5td", 20)
        await at.restart()
        assert at.actor.rules.game_id == "27td"
        await at.finish()
        await at.turn()  # the hand that is over can still be seen, and is one of the game that was played
        assert at.actor.rules.game_id == "27td"
        await at.deal()
        assert at.actor.live is not None
        assert (at.actor.live.record.game.id, at.actor.live.record.stakes.big_blind) == ("a5td", 20)
        assert at.told("gus", "table")[-1]["table"]["game"]["id"] == "a5td"
        assert at.told("gus", "notice")[-1]["args"] == {"game": "a5td", "small": 20, "big": 40}  # its bets
        await at.hosts.change(hal, at.actor, Change(game="27td"))
        await at.hosts.change(hal, at.actor, Change(game="a5td"))
        assert at.told("sid", "host")[-1]["host"]["coming"] is None
        await at.finish()

    evening(test)


def test_a_game_ends_a_rotation_and_a_rotation_begins_anew(evening: Run) -> None:
    async def test(at: Evening) -> None:
        hal = at.people["hal"]
        await at.sit("hal", "gus")
        await at.deal()
        both = Change(game="a5td", rotation=SEVEN)
        assert await at.refused(at.hosts.change(hal, at.actor, both)) == "rotation-or-game"
        for wrong in (NewRotation([NewEntry("27td")]), NewRotation([NewEntry("27td"), NewEntry("holdem")])):
            assert await at.refused(at.hosts.change(hal, at.actor, Change(rotation=wrong))) != ""
        assert await at.refused(at.hosts.change(hal, at.actor, Change(rotation=SEVEN, buy_in=(40, 400)))) != ""
        await at.hosts.change(hal, at.actor, Change(rotation=SEVEN))
        shown = at.told("sid", "host")[-1]["host"]["coming"]["rotation"]
        assert [one["stakes"]["big_blind"] for one in shown["games"]] == [50, 10]
        assert (shown["lasts"], shown["every"], shown["place"]["number"]) == ("hands", 1, 0)
        next_hand = at.told("sid", "host")[-1]["host"]["coming"]
        assert (next_hand["games"], next_hand["game"]) == (["27sd", "27td"], None)
        assert await at.refused(at.hosts.change(hal, at.actor, Change(big_blind=20))) == "rotation-stakes"
        await at.restart()
        played = []
        for _ in range(3):
            await at.finish()
            await at.deal()
            played.append(at.actor.rules.game_id)
        assert played == ["27sd", "27td", "27sd"]
        assert at.actor.rules.name == "Mixed Lowball"
        await at.restart()
        other = NewRotation([NewEntry("a5td"), NewEntry("27sd")], "hands", 1)
        for _ in range(2):  # the second time in the middle of the first
            await at.finish()
            await at.deal()
            await at.hosts.change(hal, at.actor, Change(rotation=other))
        await at.finish()
        await at.deal()
        assert (at.actor.rules.game_id, at.actor.runner.rotation.place.number) == ("27sd", 2)
        await at.hosts.change(hal, at.actor, Change(rotation=SEVEN))
        await at.finish()
        await at.deal()
        assert (at.actor.rules.game_id, at.actor.runner.rotation.place.number) == ("27sd", 1)
        await at.hosts.change(hal, at.actor, Change(game="a5td", big_blind=30))
        assert at.told("sid", "host")[-1]["host"]["coming"]["game"] == "a5td"
        await at.finish()
        await at.deal()
        assert at.actor.rules.rotation is None
        assert (at.actor.rules.game_id, at.actor.rules.stakes.big_blind) == ("a5td", 30)
        assert at.actor.rules.name == "Ace-to-Five Triple Draw"
        assert at.told("gus", "table")[-1]["table"]["rotation"] is None
        await at.restart()
        await at.finish()
        await at.deal()
        await at.finish()

    evening(test, seats=6)


def test_other_house_rules_leave_out_what_was_changed_in_the_former() -> None:
    rules = make(NewTable(game="27td", options={"cap": 5}), "t1")
    for change, options in ((Change(game="a5td"), {"cap": 5}), (Change(house="wsop"), {})):
        made = coming(rules, Coming(), change).game
        assert made is not None
        assert made.options == options


def test_the_last_hand_is_not_shown_under_other_rules(evening: Run) -> None:
    async def test(at: Evening) -> None:
        await at.sit("hal", "gus")
        await at.deal()
        await at.finish()
        gus = at.people["gus"].id
        assert '"hand":{' in at.actor.snapshot_for(gus)
        await at.say("hal", wire.SitOut, on=True)
        await at.hosts.change(at.people["hal"], at.actor, Change(game="a5td"))
        at.time += 10
        await at.turn()
        assert at.actor.rules.game_id == "a5td"
        assert '"hand":null' in at.actor.snapshot_for(gus)

    evening(test)


def test_the_time_to_choose_a_game_stops_during_a_pause(evening: Run) -> None:
    async def test(at: Evening) -> None:
        hal = at.people["hal"]
        await at.sit("hal", "gus")
        await at.deal()
        await at.finish()
        at.time += 6.0
        await at.turn()
        keeper = at.actor.runner.rotation
        assert (until := keeper.until) == at.time + CHOICE_S, until
        at.time += 5.0
        await at.hosts.pause(hal, at.actor, True)
        assert at.told("sid", "rotation")[-1]["place"]["deadline"] is None
        at.time += 600.0
        await at.turn()
        assert at.actor.live_over
        await at.hosts.pause(hal, at.actor, False)
        assert keeper.until == at.time + CHOICE_S - 5.0
        assert at.told("sid", "rotation")[-1]["place"]["deadline"] == keeper.until
        at.time += CHOICE_S - 6.0
        await at.turn()
        assert at.actor.live_over
        await at.hosts.pause(hal, at.actor, True)
        chooser = next(name for name, user in at.people.items() if user.id == keeper.place.chooser)
        assert await at.say(chooser, wire.ChooseGame, number=keeper.place.number, game=1) == ""
        await at.hosts.pause(hal, at.actor, False)
        await at.turn()
        assert (dealt := at.actor.live), dealt  # they have picked, so nobody waits
        assert not dealt.over
        assert at.actor.rules.game_id == "27td"
        await at.finish()

    pick = NewRotation([NewEntry("27sd"), NewEntry("27td")], "hands", 1, "button")
    evening(test, game="", rotation=pick, seats=3)
