"""Tournaments as the API shows them. Times are Unix milliseconds, lengths milliseconds, places from 1, seats from 0."""

from msgspec import Struct

from standpat.engine.games import Stakes


class TournamentRow(Struct, frozen=True):
    """A tournament in the list.

    Attributes:
        id: Its id.
        name: Its name.
        games: The ids of its games.
        status: ``open`` for registration, ``running``, ``finished`` or ``cancelled``.
        sit_and_go: Whether it starts when it is full.
        starts: When it starts; 0 for a sit-and-go.
        entrants: How many players entered.
        most: The most entries.
        left: How many are not out.
        cost: What an entry costs, with the fee.
        late: Whether one may still enter.
        entered: Whether the user has entered.
        table: The user's table, for `/tables/ID`; "" for none.
        private: Whether it is in nobody's list who has not its link.
    """

    id: str
    name: str
    games: tuple[str, ...]
    status: str
    sit_and_go: bool
    starts: int
    entrants: int
    most: int
    left: int
    cost: int
    late: bool
    entered: bool = False
    table: str = ""
    private: bool = False


class StandingView(Struct, frozen=True):
    """A player's standing: who is left first, by chips; then who is out, by place.

    Attributes:
        id: Who they are.
        name: Their name.
        bot: Whether it is a bot.
        stack: Their chips; in a hand, those with which it began.
        place: Their place; 0 while they are not out.
        shared: How many players share it.
        prize: What they won.
        table: The number of their table; 0 for none.
        seat: Their seat there.
    """

    id: str
    name: str
    bot: bool
    stack: int
    place: int
    shared: int
    prize: int
    table: int
    seat: int


class TournamentTable(Struct, frozen=True):
    """A table.

    Attributes:
        number: Its number.
        id: Its id for `/tables/ID`.
        players: How many players it has, with those who are on their way.
        free: Its free seats.
        hand: The number of the hand that it plays; 0 between hands.
        game: The game of its last hand; "" before the first.
        next_game: The game that follows; "" where a player may pick it.
    """

    number: int
    id: str
    players: int
    free: tuple[int, ...]
    hand: int
    game: str
    next_game: str


class ActView(Struct, frozen=True):
    """What the director, or the room, has done.

    Attributes:
        number: Its number, from 1.
        at: When.
        act: ``pause``, ``resume``, ``time``, ``break``, ``clock``, ``move``, ``remove`` or ``announce``.
        why: The reason; the text of an announcement.
        player: Whom it concerns; "" for all.
        minutes: How many minutes a break has, or were added; negative where they were taken off.
        table: To which table a player was moved; 0 for none.
        undone: Why it was undone; "" if it was not.
        may_undo: Whether it can be undone now.
    """

    number: int
    at: int
    act: str
    why: str
    player: str
    minutes: float
    table: int
    undone: str
    may_undo: bool


class LevelView(Struct, frozen=True):
    """A level: its number, minutes, stakes by game, and the break after it in minutes."""

    number: int
    minutes: int
    games: dict[str, Stakes]
    break_after: int


class ProposalView(Struct, frozen=True):
    """A proposed deal; `amounts` is empty until all tables wait."""

    by: str
    form: str
    amounts: dict[str, int]
    yes: tuple[str, ...]
    until: int


class TournamentView(Struct, frozen=True):
    """A tournament as a user sees it.

    Attributes:
        row: Its row in the list.
        now: The time.
        level: The present level.
        ends: When the level, or the break, ends; 0 while the clock stands.
        left: What is left of it.
        on_break: Whether there is a break.
        paused: Whether the director has paused it.
        called_off: Whether it was called off while it was played: it ends when the present hands are over.
        hand_for_hand: Whether tables play hand for hand.
        chips: All chips in play.
        average: The average stack.
        pool: The money for prizes.
        prizes: From the first place down; provisional until `final`.
        final: Whether prizes are final.
        levels: The structure's levels.
        present: The level in force; levels go on after the last one of the structure.
        coming: The level after it.
        next_break: The time until the next break of the structure, if the clock runs; 0 in one, -1 without one.
        standings: The players.
        tables: The tables that are open.
        notes: What the director has told everybody, the last one last.
        acts: What the director has done, the first one first.
        proposal: The deal that is proposed; None for none.
        director: Whether the user directs it.
        me: The user's own standing; None if they have not entered.
        may: What the user may ask for now.
        payer: The name of who paid the entries of the bots and gets their prizes; "" where nobody did.
    """

    row: TournamentRow
    now: int
    level: int
    ends: int
    left: int
    on_break: bool
    paused: bool
    called_off: bool
    hand_for_hand: bool
    chips: int
    average: int
    pool: int
    prizes: tuple[int, ...]
    final: bool
    levels: tuple[LevelView, ...]
    present: LevelView
    coming: LevelView
    next_break: int
    standings: tuple[StandingView, ...]
    tables: tuple[TournamentTable, ...]
    notes: tuple[str, ...]
    acts: tuple[ActView, ...]
    proposal: ProposalView | None
    director: bool
    me: StandingView | None
    may: tuple[str, ...]
    payer: str = ""


class HandRun(Struct, frozen=True):
    """How many hands a table played at a level, one after the other."""

    level: int
    hands: int


class TableHands(Struct, frozen=True):
    """The hands of a table, by its number."""

    number: int
    levels: tuple[HandRun, ...]


class CourseView(Struct, frozen=True):
    """How a tournament went that is over.

    Attributes:
        began: When play began; 0 if it did not.
        ended: When the last event was.
        hands: How many hands were played.
        stacks: By player, for those who came farthest and the user, the stack at the beginning of each level with a
            hand, and at the end: pairs of the level and the stack. The end is one level after the last. Nobody has a
            stack after the level in which they were out.
        left: Pairs of the time since `began` and how many players were left then, in order.
        tables: The hands that were played, by table.
    """

    began: int
    ended: int
    hands: int
    stacks: dict[str, list[tuple[int, int]]]
    left: tuple[tuple[int, int], ...]
    tables: tuple[TableHands, ...]


class HandRow(Struct, frozen=True):
    """A hand of a tournament in its list.

    Attributes:
        id: For `/hands/ID`.
        number: Its number at the table.
        game: The id of its game.
        won: Who won chips, and how many, the most first; nobody in a hand that does not count.
        lost_all: The names of those who lost their last chips.
        net: What the user won or lost; None if they were not dealt in, or if it does not count.
        counts: Whether it counts.
    """

    id: str
    number: int
    game: str
    won: tuple[tuple[str, int], ...]
    lost_all: tuple[str, ...]
    net: int | None
    counts: bool
