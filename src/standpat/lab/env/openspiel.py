"""Draw lowball as an OpenSpiel game: importing this registers `python_standpat`.

>>> import pyspiel
>>> game = pyspiel.load_game("python_standpat(game=27sd-fl,players=3)")
>>> game.num_players(), game.num_distinct_actions()
(3, 35)

Parameters, all optional: `game` and `house` (ids of `standpat.game`), `players`, `small_blind`, `big_blind`, `stack`
(chips of each player), `cap` and `max_discards` (-1: as the game and house have them), `deck` (the cards that chance
deals, as text; empty: all 52) and `dealt` (cards that each player has for sure, hands separated by `/`). What can be
combined is told by `course.Setup`: the deck must suffice, so a triple draw of the whole deck is for two.

Players are places, player 0 left of the button. Actions are the numbers of `menu`, chance outcomes cards 0..51,
returns big blinds. Information states are text, of perfect recall; the observation tensor is what `Observer` says.
"""

from typing import Any, Final

import numpy as np
from msgspec import structs

from standpat.card import DECK, TEXT, parse, text
from standpat.game import Stakes, game
from standpat.lab.env.course import CHANCE, OVER, Course, Setup

try:
    import pyspiel  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError as error:  # pragma: no cover
    raise ImportError("this environment needs open_spiel: pip install 'standpat[lab,env]'") from error

PARAMETERS: Final[dict[str, Any]] = {
    "game": "27td",
    "house": "online",
    "players": 2,
    "small_blind": 1,
    "big_blind": 2,
    "stack": 200,
    "cap": -1,
    "max_discards": -1,
    "deck": "",
    "dealt": "",
}

_TYPE: Final = pyspiel.GameType(
    short_name="python_standpat",
    long_name="Draw lowball (standpat)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


def setup(parameters: dict[str, Any]) -> Setup:
    """The `Setup` that the game's parameters describe."""
    chosen = {**PARAMETERS, **parameters}
    options = {} if chosen["cap"] < 0 else {"cap": chosen["cap"]}
    record = game(chosen["game"], house=chosen["house"], **options)
    if chosen["max_discards"] >= 0:
        record = structs.replace(record, max_discards=chosen["max_discards"])
    dealt = tuple([parse(cards) for cards in chosen["dealt"].split("/")]) if chosen["dealt"] else ()
    left = [card for card in DECK if not any(card in cards for cards in dealt)]
    return Setup(
        record,
        Stakes(chosen["small_blind"], chosen["big_blind"]),
        (chosen["stack"],) * chosen["players"],
        parse(chosen["deck"]) if chosen["deck"] else tuple(left),
        dealt,
    )


class DrawGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """The game under its parameters."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.setup = setup(params or {})
        players = len(self.setup.stacks)
        deep = self.setup.stacks[0] / self.setup.stakes.big_blind
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setup.draw_at + 32,
            max_chance_outcomes=len(DECK),
            num_players=players,
            min_utility=-deep,
            max_utility=deep * (players - 1),
            utility_sum=0.0,
            max_game_length=self.setup.longest,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> "DrawState":
        return DrawState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> "Observer":
        return Observer(self.setup, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class DrawState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """A `Course` in OpenSpiel's words."""

    def __init__(self, game: DrawGame) -> None:
        super().__init__(game)
        self.course = Course(game.setup)

    def current_player(self) -> int:
        return self.course.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.course.numbers()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        cards = self.course.numbers()
        return [(card, 1 / len(cards)) for card in cards]

    def _apply_action(self, action: int) -> None:
        self.course.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"deal {TEXT[action]}"
        first = self.course.setup.draw_at
        if action >= first:
            thrown = [str(k + 1) for k in range(5) if action - first >> k & 1]
            return f"throw {' '.join(thrown)}" if thrown else "pat"
        return ("fold", "pass", "least" if first > 3 else "raise", "half pot", "pot", "most")[action]

    def is_terminal(self) -> bool:
        return self.course.player == OVER

    def returns(self) -> list[float]:
        return self.course.nets()

    def __str__(self) -> str:
        return " ; ".join([*(" ".join(notes) for notes in self.course.own), " ".join(self.course.said)])


class Observer:
    """What a player sees: text, and `dict` of float32 views of the flat `tensor`.

    `player` one-hot; `cards` (52) 1 for those held; `thrown` (draws, 52); `drawn` (players, draws, 6) one-hot in the
    number of cards; `live` (players); `stacks` and `paid` (players) in starting stacks; `call` likewise; `street`
    one-hot. Private pieces only where asked for. Text of perfect recall is `Course.information`.
    """

    def __init__(self, setup: Setup, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"an observer takes no parameters, not {params}")
        self._kind = kind
        self._mine = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        seats, draws = len(setup.stacks), setup.game.draw_rounds
        shapes: dict[str, tuple[int, ...]] = {"player": (seats,)}
        if self._mine:
            shapes |= {"cards": (52,), "thrown": (draws, 52)}
        if kind.public_info:
            shapes |= {"drawn": (seats, draws, 6), "live": (seats,), "stacks": (seats,), "paid": (seats,)}
            shapes |= {"call": (1,), "street": (draws + 1,)}
        self.tensor = np.zeros(sum([int(np.prod(shape)) for shape in shapes.values()]), np.float32)
        self.dict = {}
        start = 0
        for name, shape in shapes.items():
            end = start + int(np.prod(shape))
            self.dict[name] = self.tensor[start:end].reshape(shape)
            start = end

    def set_from(self, state: DrawState, player: int) -> None:
        """Fill `tensor` with what the player sees."""
        self.tensor.fill(0)
        course = state.course
        self.dict["player"][player] = 1
        hand = course.hand
        if hand is None:
            return
        if self._mine:
            self.dict["cards"][course.cards(player)] = 1
            for draw, cards in enumerate([note for note in course.own[player] if note[0] == "-"]):
                self.dict["thrown"][draw, list(parse(cards[1:]))] = 1
        if self._kind.public_info:
            for place, counts in enumerate(hand.draws):
                for draw, count in enumerate(counts):
                    self.dict["drawn"][place, draw, count] = 1
            start = np.array(course.setup.stacks, np.float32)
            self.dict["live"][:] = hand.live
            self.dict["stacks"][:] = hand.stacks / start
            self.dict["paid"][:] = (start - hand.stacks) / start
            self.dict["call"][0] = (hand.legal.call or 0) / start[player] if course.player == player else 0
            self.dict["street"][hand.street] = 1

    def string_from(self, state: DrawState, player: int) -> str:
        """What the player sees, as text."""
        course = state.course
        if self._mine and self._kind.public_info:
            if self._kind.perfect_recall:
                return course.information(player)
            return f"{player}:{text(course.cards(player))}|{' '.join(course.said)}"
        if self._mine:
            return f"{player}:{' '.join(course.own[player])}"
        return f"{player}:|{' '.join(course.said)}" if self._kind.public_info else f"{player}:"


pyspiel.register_game(_TYPE, DrawGame)
