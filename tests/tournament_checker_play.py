"""Hands, places, seats and the end in the checker of tournaments (`tournament_checker`)."""

from itertools import groupby, zip_longest

from standpat.tournament import events as e
from tournament_checker import Board, Busts, Checker
from tournament_checker_blinds import Blinds, allowed, between, clockwise, first_allowed, waits, waits_heads_up
from tournament_checker_prizes import deal, tied


class Play(Checker):
    """The checker, with what happens at tables."""

    # Hands -------------------------------------------------------------------------------------------------------

    def on_dealt(self, event: e.Dealt) -> None:
        board = self.tables.get(event.table)
        in_round = self.calling and event.round == self.redraw_round
        self.need(not self.redraw or in_round, "T2.5", "a hand before seats are drawn anew")
        if board is None or board.hand is not None:
            self.need(False, "T2.1", "a hand at a table that cannot deal")
            return
        self._when(event, board)
        self._who(event, board)
        self._blinds(event, board)
        self._even(event, board)
        self._game(event, board)
        self.need(event.hand == board.hands + 1, "T2.1", "a wrong number")
        board.hand, board.hands, board.round = event, event.hand, event.round
        board.blinds = Blinds(event.button, event.marker, event.big)
        board.new = {id: how for id, how in board.new.items() if id not in event.players}

    def _when(self, event: e.Dealt, board: Board) -> None:
        self.need(self.started and not self.paused, "T2.3", "a hand in a pause")
        self.need(not self.watch.rest, "T2.3", "a hand in a break")
        self.need(event.level == self.watch.level, "T2.1", f"level {event.level}, not {self.watch.level}")
        self.need(self.proposal is None, "T8.3", "a hand while a deal is answered")
        rounds = self.due_rounds()
        self.need(self.calling or not rounds, "T6.1", "hand-for-hand is not on")
        self.need(event.round == self.round and (event.round > 0) == self.calling, "T6.1", "not in the round")
        self.need(not self.calling or board.round < self.round, "T6.1", "two hands in one round")
        waiting = [id for id in board.seats.values() if not self.people[id].stack]
        self.need(not waiting, "T1.5", f"{waiting} have no chips and no answer")

    def _who(self, event: e.Dealt, board: Board) -> None:
        live = self.live(board)
        given = dict(zip(event.seats, event.players, strict=True))
        self.need(list(event.seats) == sorted(event.seats) and given.items() <= live.items(), "T3.1", "wrong players")
        stacks = [self.people[id].stack for id in event.players]
        self.need(stacks == list(event.stacks), "T1.4", "stacks that nobody has")
        self.need(len(given) >= 2, "T5.4", "a hand of one player")
        blinds = Blinds(event.button, event.marker, event.big)
        must = waits(blinds, board.capacity)
        may = waits_heads_up(board.blinds, board.capacity) if board.blinds and len(given) == 2 else set()
        for at, id in live.items():
            waiting = at in must and id in board.new
            if at in may and id in board.new:
                continue
            self.need((at in given) != waiting, "T1.3" if waiting else "T3.1", f"{id} at {at}: dealt in or not")

    def _blinds(self, event: e.Dealt, board: Board) -> None:
        live, told = self.live(board), Blinds(event.button, event.marker, event.big)
        new = {at for at, id in live.items() if id in board.new}
        if board.blinds is None:
            right, rule = first_allowed(event.seats, board.capacity, self.options), "T4.3"
        else:
            right, rule = allowed(board.blinds, live, event.seats, new, board.capacity, self.options), "T4.1"
        self.need(told in right, rule, f"{told}, not {right}, after {board.blinds} with {event.seats}")
        small = event.marker if event.marker in event.seats else None
        self.need(event.small == small, rule, f"small blind {event.small}, not {small}")
        moved = small is not None and board.new.get(board.seats.get(small, "")) == "balance"
        moved = moved and board.blinds is not None and len(event.seats) > 3
        moved = moved and len(set(event.seats) - new) > 1
        self.need(not moved, "T5.2", "who moved has the small blind")

    def _even(self, event: e.Dealt, board: Board) -> None:
        """No hand where a move, a break of the table or a draw is due (T5.4 to T5.6)."""
        boards = {number: one for number, one in self.tables.items() if self.size(one)}
        sizes = {number: self.size(one) for number, one in boards.items()}
        on_way = [move for move in self.moves.values() if move.to_table == event.table]
        short = max(sizes.values()) - len(self.live(board))
        self.need(not on_way or short < self.options.halt_at, "T5.4", "a hand at a short table with a mover on the way")
        if len(boards) < 2 or self.calling:  # in hand-for-hand players move between two rounds
            return
        left = len(self.alive())
        if self.breaking is not None:
            self.need(left > self.final_size(), "T5.6", f"{left} left at {len(boards)} tables")
            order = self.breaking_order()
            room = (len(boards) - 1) * self.structure.seats >= left
            self.need(not room or order[0] != event.table, "T5.5", "the table must break")
            if room:
                return
        mine = sizes[event.table]
        for number, other in boards.items():
            gap = mine - sizes[number]
            fullest = mine == max(sizes.values()) and list(sizes.values()).count(mine) == 1
            # Which seats are forbidden with a forward button, the sheet does not say.
            if gap > self.options.within and fullest and self.options.button == "dead":
                self.need(not self.open_seats(other), "T5.4", f"tables of {sizes}")

    def breaking_order(self) -> list[int]:
        order = [number for number in self.breaking or () if number in self.tables]
        return order or sorted(self.tables, reverse=True)

    def open_seats(self, board: Board) -> list[int]:
        """Where a mover may sit, the worst first: from the last big blind on, not at or before the small blind."""
        free = [at for at in range(board.capacity) if at not in board.seats and at not in board.kept]
        if board.blinds is None or len(self.live(board)) < 2:
            return free
        if self.options.button == "forward" or board.blinds.button == board.blinds.due:
            if board.hand is not None:
                return []  # where the button will be is not known yet
            live = self.live(board)
            new = {at for at, id in live.items() if id in board.new}
            following = allowed(board.blinds, live, live, new, board.capacity, self.options)
            forbidden = set[int]().union(*[waits(blinds, board.capacity) for blinds in following])
            forbidden |= between(board.blinds.due, board.blinds.big, board.capacity) | {board.blinds.big}
            free = [at for at in free if at not in forbidden]
            return [at for at in clockwise(board.blinds.big, board.capacity) if at in free]
        never = between(board.blinds.due, board.blinds.big, board.capacity)
        return [at for at in clockwise(board.blinds.big, board.capacity) if at in free and at not in never]

    def _game(self, event: e.Dealt, board: Board) -> None:
        games, turns = self.structure.games, self.structure.turns
        seats = {game.id: game.max_seats for game in self.structure.records()}
        self.need(event.game in games and len(event.seats) <= seats[event.game], "T2.2", "a game with too few seats")
        if turns.picked_by == "button" or min(seats.values()) < self.structure.seats:
            return
        if turns.lasts == "levels":
            right = games[(event.level - 1) // turns.every % len(games)]
            self.need(event.game == right, "T2.2", f"{event.game}, not {right}")
            return
        if board.game_began is None:
            board.game_began = (event.game, event.hand, len(event.seats))
            return
        game, first, players = board.game_began
        length = turns.every * (players if turns.lasts == "orbits" else 1)
        if event.hand < first + length:
            self.need(event.game == game, "T2.2", f"{event.game} in the middle of {game}")
        else:
            right = games[(games.index(game) + 1) % len(games)]
            self.need(event.game == right, "T2.2", f"{event.game}, not {right}")
            board.game_began = (right, event.hand, len(event.seats))

    def on_played(self, event: e.Played) -> None:
        board = self.tables[event.table]
        hand, board.hand = board.hand, None
        if hand is None or hand.hand != event.hand:
            self.need(False, "T9.1", "the end of a hand that is not played")
            return
        self.need(
            sum(event.stacks) == sum(hand.stacks) and min(event.stacks) >= 0, "T1.4", "a hand makes or loses chips"
        )
        lost = {}
        for id, stack in zip(hand.players, event.stacks, strict=True):
            one = self.people[id]
            one.stack = stack
            if one.barred:
                self._burn(one)
            elif not stack:
                one.bust, one.declined, one.offered = (event.table, event.hand), False, 0
                lost[id] = self._compared(hand, id)
        if lost:
            self.busts.append(Busts(event.table, event.hand, lost))

    def _compared(self, hand: e.Dealt, player: str) -> int:
        """The stack at the start of the hand, or what was left of it after the big blind ante (T6.3, T4.5)."""
        at = hand.players.index(player)
        stack, stakes = hand.stacks[at], self.structure.level(hand.level).games[hand.game]
        if self.options.stack_compared == "before_ante" or stakes.ante_by != "big-blind" or hand.seats[at] != hand.big:
            return stack
        return stack - min(stakes.ante, stack if self.options.ante_first else max(0, stack - stakes.big_blind))

    def on_voided(self, event: e.Voided) -> None:
        self.tables[event.table].hand = None

    # Places ------------------------------------------------------------------------------------------------------

    def on_out(self, event: e.Out) -> None:
        self.need(bool(event.players) and len({*event.players}) == len(event.players), "T6.5", "nobody, or one twice")
        people = [self.people[id] for id in event.players]
        fits = all([not one.stack and not one.out and not self.playing(one) for one in people])
        self.need(fits, "T6.5", "out with chips, in a hand, or twice")
        following = self.events[self.number + 1] if self.number + 1 < len(self.events) else None
        again = isinstance(following, e.Reentered) and (following.player,) == event.players
        if not again and not any([one.barred for one in people]):
            self._ranked(event)
            for id, one in zip(event.players, people, strict=True):
                late = not one.offered or event.at < one.offered
                self.need(not (self._may_rebuy(one) and late), "T1.5", f"{id} may still rebuy")
        for id, one in zip(event.players, people, strict=True):
            one.out = True
            for busts in self.busts:
                busts.stacks.pop(id, None)
            if one.table in self.tables and self.tables[one.table].seats.get(one.seat) == id:
                del self.tables[one.table].seats[one.seat]
                self.tables[one.table].new.pop(id, None)
        self.busts = [busts for busts in self.busts if busts.stacks]
        self.places.append(event.players)

    def _ranked(self, event: e.Out) -> None:
        """Whether these are the next who are out (T6.3 to T6.6)."""
        if self.calling:
            self.need(self.quiet(), "T6.6", "a place before all tables have finished")
            mine = self.busts
        else:
            mine = [busts for busts in self.busts if busts.stacks.keys() & {*event.players}]
        if not mine:
            self.need(False, "T6.5", "a place without a hand")
            return
        if self.calling and self.options.h4h_ties == "stack":
            ranked = [self._groups({id: stack for busts in mine for id, stack in busts.stacks.items()})]
        else:
            ranked = [self._groups(busts.stacks) for busts in mine]
        if not self.calling:
            self.need(len(ranked) == 1, "T6.5", "one place for two hands")
        best = [set[str]().union(*groups) for groups in zip_longest(*ranked, fillvalue=set[str]())]
        self.need({*event.players} == best[-1], "T6.4" if self.calling else "T6.3", f"{event.players}, not {best[-1]}")

    def _groups(self, stacks: dict[str, int]) -> list[set[str]]:
        """Who shares a place, from the largest stack down."""
        order = sorted(stacks, key=lambda id: -stacks[id])
        return [set(group) for _, group in groupby(order, key=lambda id: stacks[id])]

    # Seats -------------------------------------------------------------------------------------------------------

    def on_departed(self, event: e.Departed) -> None:
        one, source = self.people[event.player], self.tables[event.table]
        target = self.tables.get(event.to_table)
        held = source.seats.get(event.seat) == event.player and not one.out and event.move not in self.moves
        self.need(held and target is not None and event.to_table != event.table, "T5.1", "a move that cannot be")
        self.need(source.hand is None, "T5.4", "a move in the middle of the hand")
        if target is None:
            return
        free = 0 <= event.to_seat < target.capacity and event.to_seat not in target.seats
        self.need(free and event.to_seat not in target.kept, "T5.2", "the seat is taken")
        if self._breaks(event.table):
            self.from_broken.add(event.move)
        else:
            self._balances(event, source, target)
        source.seats.pop(event.seat, None)
        source.new.pop(event.player, None)
        target.kept[event.to_seat] = event.player
        one.table = one.seat = 0
        self.moves[event.move] = event
        self.departed.append(event)

    def _breaks(self, table: int) -> bool:
        """Whether the table breaks before it deals again."""
        for event in self.events[self.number :]:
            if isinstance(event, e.Redrawn):
                return True
            if isinstance(event, e.Broken | e.Dealt) and event.table == table:
                return isinstance(event, e.Broken)
        return False

    def _balances(self, event: e.Departed, source: Board, target: Board) -> None:
        live = self.live(source)
        sizes = {number: self.size(board) for number, board in self.tables.items() if self.size(board)}
        gap = sizes[event.table] - self.size(target)
        self.need(gap > self.options.within, "T5.4", f"a move that is not needed: {sizes}")
        if source.blinds is not None and len(live) > 2:
            new = {at for at, id in live.items() if id in source.new}
            due = {next.big for next in allowed(source.blinds, live, live, new, source.capacity, self.options)}
            self.need(event.seat in due, "T5.1", f"seat {event.seat} moves, not the next big blind {due} of {live}")
        worst = self.open_seats(target)
        if worst and target.blinds is not None and len(self.live(target)) > 2 and self.options.button == "dead":
            self.need(event.to_seat == worst[0], "T5.2", f"to seat {event.to_seat}, not {worst[0]}")

    def on_arrived(self, event: e.Arrived) -> None:
        move = self.moves.pop(event.move, None)
        told = move is not None and (move.player, move.to_table, move.to_seat) == (
            event.player,
            event.table,
            event.seat,
        )
        self.need(told, "T5.1", "an arrival without its departure")
        if move is None or event.table not in self.tables:
            return
        self.need(self.tables[event.table].hand is None, "T5.5", "an arrival in the middle of a hand")
        how = "broken" if event.move in self.from_broken else "balance"
        self._sit(event.player, event.table, event.seat, how, "T5.2")

    def on_broken(self, event: e.Broken) -> None:
        board = self.tables[event.table]
        self.need(not board.seats and not board.kept and board.hand is None, "T5.5", "a table with players breaks")
        moved = any([move.table == event.table for move in self.departed if move.move in self.from_broken])
        if self.breaking is not None and moved:
            self.need(self.breaking_order()[0] == event.table, "T5.5", "not in the order of breaking")
        del self.tables[event.table]

    def on_redrawn(self, event: e.Redrawn) -> None:
        self.need(self.quiet() and not self.moves, "T5.6", "seats are drawn while a hand is played")
        left, tables = len(self.alive()), len(event.tables)
        final = tables == 1 and left <= self.final_size() and len(self.tables) > 1
        at = next((at for least, at in self.options.redraw_at if self.entries >= least), ())
        fewer = tables in at and tables <= len(self.tables) and left <= tables * self.structure.seats
        due = (final or fewer) and self.breaking is not None
        owing = [one for one in self.tables.values() if len(self.live(one)) > 1 and one.round < self.round]
        self.need(due or not owing, "T6.1", "seats are drawn in the middle of a round")
        self.need(due or self.redraw, "T5.6", f"a draw of {left} at {tables} tables")
        self._seat_all(event.tables, self.last_table + 1, "T5.6")
        for board in self.tables.values():  # the round was played at the tables before
            board.round = self.round
        if self.breaking is not None:
            self.breaking = tuple(sorted(self.tables, reverse=True))
        self.redraw = False

    # The end -----------------------------------------------------------------------------------------------------

    def on_proposed(self, event: e.Proposed) -> None:
        self.need(self.proposal is None and not self.people[event.by].out, "T8.3", "not by a player who is left")
        self.proposal, self.figures, self.yes = event, None, {event.by}

    def on_figured(self, event: e.Figured) -> None:
        self.figures = event
        self.need(self.quiet() and self.proposal is not None, "T8.3", "figures before all tables wait")
        alive = self.alive()
        left = [*self.prizes, *([0] * len(alive))][: len(alive)]
        left[0] += sum(self.prizes[len(self.people) :])  # where fewer play than places are paid
        self.need(event.amounts.keys() == alive.keys(), "T8.3", "not everybody who is left")
        if self.proposal is None or event.amounts.keys() != alive.keys():
            return
        if self.proposal.form == "custom":
            self.need(event.amounts == self.proposal.amounts and sum(event.amounts.values()) <= sum(left), "T8.3", "?")
            return
        self.need(sum(event.amounts.values()) == sum(left), "T8.3", "the amounts are not the prizes")
        exact = deal(self.proposal.form, [one.stack for one in alive.values()], left)
        near = [abs(event.amounts[id] - worth) < 1 for id, worth in zip(alive, exact, strict=True)]
        self.need(all(near), "T8.3", f"{event.amounts}, not {[float(worth) for worth in exact]}")

    def on_answered(self, event: e.Answered) -> None:
        self.need(self.figures is not None and event.player in self.alive(), "T8.3", "an answer to nothing")
        if event.yes:
            self.yes.add(event.player)

    def on_lapsed(self, event: e.Lapsed) -> None:
        self.proposal = self.figures = None

    def on_agreed(self, event: e.Agreed) -> None:
        self.need(self.yes == set(self.alive()), "T8.3", "not everybody agreed")
        self.need(self.figures is not None and self.figures.amounts == event.amounts, "T8.3", "other amounts")
        remains = sum(self.prizes[: len(self.alive())]) - sum(event.amounts.values())
        remains += sum(self.prizes[len(self.people) :])
        self.need(event.remains == remains, "T8.3", f"{event.remains} remain, not {remains}")
        self.agreed, self.proposal, self.figures = event, None, None

    def on_finished(self, event: e.Finished) -> None:
        self.over = True
        alive = self.alive()
        agreed = self.agreed
        if agreed is None or agreed.remains:
            self.need([*alive] == [event.winner], "T6.7", f"{sorted(alive)} are left")
        self.need(self.breaking is not None, "T1.3", "over before registration closed")
        won: dict[str, int] = {}
        place = 1 if agreed else 2
        if agreed:
            won = {**agreed.amounts, event.winner: agreed.amounts[event.winner] + agreed.remains}
            place = 1 + len(won)
        else:
            won[event.winner] = self.prizes[0]
        for group in reversed([group for group in self.places if group]):  # an earlier entry has no place
            if agreed and group[0] in agreed.amounts:
                continue
            order = sorted(group, key=lambda id: self.people[id].number)
            won |= dict(zip(order, tied(self.prizes, place, len(order)), strict=True))
            place += len(group)
        if place <= len(self.prizes) and not (agreed and not agreed.remains):  # more paid places than people
            won[event.winner] += sum(self.prizes[place - 1 :])
        self.need({id: part for id, part in won.items() if part} == event.prizes, "T8.2", f"{event.prizes}, not {won}")
        self.need(sum(event.prizes.values()) == sum(self.prizes), "T8.2", "prizes are not the pool")
