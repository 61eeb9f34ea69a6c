"""A session: hand after hand at one table, with a person at seat 0 and bots at the other seats.

The button moves one seat each hand (R3.1). A player without chips buys in again. The person's view of the table is
folded from the events that their seat may see (`Hand.seen_by`), and the bots get a `Situation`; nothing else of the
hand leaves the engine. The person can leave at any decision and then loses the chips put in on that hand, as at a real
table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from standpat.bots.player import Player, situation
from standpat.engine.action import Action
from standpat.engine.dealer import Dealer
from standpat.engine.event import Acted, DrawResult, Event, PotAwarded, ShowdownShow, StreetStart
from standpat.engine.games import Game, Stakes
from standpat.engine.hand import Hand
from standpat.engine.seen import seen
from standpat.language import Language
from standpat.table_view.naming import low_first
from standpat.table_view.narration import tell
from standpat.table_view.public_state import PublicState
from standpat.terminal.frame import Scene, frame
from standpat.terminal.lines import Surface
from standpat.terminal.prompt import BetPrompt, DrawPrompt, PausePrompt, Prompt, ShowPrompt
from standpat.terminal.rules_page import rule_page

NAMES = ("Marit", "Halvor", "Kansas", "Ruby", "Tormod")
HERO = 0


class Left(Exception):
    """The person left the table."""


@dataclass
class Table:
    """A table: the game and the players. `bots` sit at seats 1 … n. `pause` is the time for which a bot's action is
    shown, in seconds."""

    game: Game
    stakes: Stakes
    stack: int
    bots: Sequence[Player]
    say: Language
    seed: int | None = None
    pause: float = 0.6
    title: str = ""
    on_hand: Callable[[Hand, tuple[str, ...]], None] | None = None
    """Called with every finished hand and the names of the players."""


@dataclass(frozen=True)
class Result:
    """The result of a session: the number of finished hands, and the chips won or lost in all."""

    hands: int
    won: int


@dataclass
class Session:
    """A session (see the module). `play` runs until the person leaves."""

    table: Table
    surface: Surface
    hands: int = 0
    stacks: list[int] = field(init=False)
    bought: int = field(init=False)

    def __post_init__(self) -> None:
        table = self.table
        seats = len(table.bots) + 1
        self.players = (table.say("table.you"), *NAMES[: len(table.bots)])
        self.stacks = [table.stack] * seats
        self.bought = table.stack
        self.dealer = Dealer(table.seed)
        self.chance = [Random(f"{self.dealer.seed} {seat}") for seat in range(seats)]
        self.button = self.chance[HERO].randrange(seats)
        self.before: list[str] = []

    def play(self) -> Result:
        """Play hands until the person leaves."""
        try:
            while True:
                self._play_hand()
                self.button = (self.button + 1) % len(self.stacks)
                self._rebuy()
        except (Left, KeyboardInterrupt):
            return Result(self.hands, self.stacks[HERO] - self.bought)

    # A hand ----------------------------------------------------------------------------------------------

    def _play_hand(self) -> None:
        table = self.table
        state = PublicState(table.game, table.stakes, HERO)
        scene = Scene(state, self.players, table.say, table.title, self._result(self.hands + 1), before=self.before)
        if not self.hands:
            scene.notice = table.say("prompt.welcome")
        number, asks = self.hands + 1, [HERO] if table.game.house.showdown == "optional" else []
        hand = Hand(table.game, table.stakes, self.stacks, self.button, self.dealer, hand_no=number, asks=asks)
        self._take(hand.events, hand, scene)
        while hand.to_act is not None:
            seat = hand.to_act
            try:
                action = self._ask(hand, scene) if seat == HERO else self._bot(hand, seat)
            except (Left, KeyboardInterrupt):
                self.stacks = hand.stacks
                raise
            self._take(hand.apply(action), hand, scene)
        self.stacks = hand.stacks
        self.hands += 1
        if table.on_hand:
            table.on_hand(hand, self.players)
        scene.result = self._result(self.hands)
        self.before = [
            text
            for event in hand.seen_by(HERO)
            if isinstance(event, PotAwarded) and (text := tell(event, state, self.players, table.say))
        ]
        self._answer(PausePrompt(table.say("prompt.next"), table.say), scene)

    def _take(self, events: Sequence[Event], hand: Hand, scene: Scene) -> None:
        """Show events one by one, slowly enough to follow."""
        for event in events:
            known = seen(event, HERO)
            if known is None:
                continue
            scene.to_act = None
            scene.state.apply(known)
            sentence = tell(known, scene.state, scene.names, scene.say)
            if sentence or (isinstance(known, StreetStart) and known.street):
                scene.narration.append(sentence)
            if self.surface.live and isinstance(event, Acted | DrawResult | ShowdownShow) and event.seat != HERO:
                self._show(scene)
                self.surface.wait(self.table.pause if scene.state.seats[HERO].live else self.table.pause / 3)
        scene.to_act = hand.to_act
        if self.surface.live and hand.to_act not in (None, HERO):
            self._show(scene)

    def _bot(self, hand: Hand, seat: int) -> Action:
        return self.table.bots[seat - 1](situation(hand, self.chance[seat]))

    def _ask(self, hand: Hand, scene: Scene) -> Action:
        seat, say = scene.state.seats[HERO], scene.say
        prompt: BetPrompt | DrawPrompt | ShowPrompt
        if hand.legal.showdown is not None:
            scene.state.open_showdown()
            prompt = ShowPrompt(say(_showdown(hand)), say)
        elif hand.legal.draw is not None:
            prompt = DrawPrompt(low_first(hand.cards(HERO), hand.game), hand.legal.draw, say)
        else:
            prompt = BetPrompt(hand.legal, seat.stack, seat.bet, say)
        action = self._answer(prompt, scene)
        assert action is not None
        return action

    def _answer(self, prompt: Prompt, scene: Scene) -> Action | None:
        """Ask until there is an answer; None at the end of a pause."""
        scene.prompt = prompt
        self.surface.begin()
        while True:
            self._show(scene)
            key = self.surface.key()
            scene.notice = ""
            if key == "resize":
                continue
            if key in ("q", "Q", "end"):
                self._leave(scene, prompt, at_once=key == "end" or isinstance(prompt, PausePrompt))
                continue
            if key == "?":
                self._rules()
                continue
            action = prompt.press(key)
            if action is not None or (isinstance(prompt, PausePrompt) and prompt.done):
                scene.prompt = None
                return action
            if prompt.notice:
                self.surface.begin()

    def _leave(self, scene: Scene, prompt: Prompt, at_once: bool) -> None:
        """Leave; during a hand only if the key is pressed twice."""
        if not at_once:
            prompt.notice = scene.say("prompt.sure", key="q")
            self.surface.begin()
            self._show(scene)
            key = self.surface.key()
            while key == "resize":
                self._show(scene)
                key = self.surface.key()
            prompt.notice = ""
            if key not in ("q", "Q", "end"):
                return
        raise Left

    def _rules(self) -> None:
        key = "resize"
        while key == "resize":
            width, _ = self.surface.size()
            self.surface.begin()
            self.surface.show(rule_page(self.table.game, self.table.stakes, self.table.say, width))
            key = self.surface.key()
        if key == "end":
            raise Left

    # Between hands ---------------------------------------------------------------------------------------

    def _rebuy(self) -> None:
        """Players without chips buy in again; the screen says so with the end of the last hand."""
        say, stack = self.table.say, self.table.stack
        for seat, chips in enumerate(self.stacks):
            if chips:
                continue
            self.stacks[seat] = stack
            if seat == HERO:
                self.bought += stack
                self.before.append(say("prompt.rebuy-you", amount=stack))
            else:
                self.before.append(say("prompt.rebuy", name=self.players[seat], amount=stack))

    def _result(self, hand_no: int) -> str:
        say = self.table.say
        won = say("table.result", chips=say.signed(self.stacks[HERO] - self.bought))
        return f"{say('table.hand', number=hand_no)} · {won}"

    def _show(self, scene: Scene) -> None:
        self.surface.show(frame(scene, *self.surface.size()))


def _showdown(hand: Hand) -> str:
    """The key of the question at the showdown: the pot depends on it, the pot is won already, or the hand is beaten."""
    if hand.legal.showdown == "show":
        return "showdown.ask-pot"
    return "showdown.ask-beaten" if any(isinstance(e, ShowdownShow) for e in hand.events) else "showdown.ask-won"
