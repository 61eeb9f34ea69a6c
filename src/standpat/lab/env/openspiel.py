"""Draw lowball as an OpenSpiel game. Importing this module registers `python_standpat`.

>>> import pyspiel
>>> game = pyspiel.load_game("python_standpat(game=27sd-fl,players=3)")
>>> game.num_players(), game.num_distinct_actions()
(3, 35)

Parameters, all optional: `game` and `house` (ids of `standpat.engine.games`), `players`, `small_blind`, `big_blind`,
`stack` (chips of each player), `cap` and `max_discards` (-1: as the game and house have them), `deck` (the cards that
chance deals, as text; empty: all 52) and `dealt` (cards that each player is certain to get, hands separated by `/`).
`hand_tree.Setup` documents which of them go together: the deck must suffice, so a triple draw of the whole deck is for
two players.

Players are places, player 0 left of the button. Actions are the numbers of `menu`, chance outcomes cards 0..51, returns
big blinds. Information states and observations are text and tensors. `Memory` documents the tensors of information
states (all that a player has seen, in order), `Observer` those of observations (what they see now).
"""

from itertools import compress
from typing import Any, Final, TypeAlias

import numpy as np
from msgspec import structs

from standpat.cards.card import DECK, TEXT, parse, text
from standpat.engine.games import Stakes, game
from standpat.lab.env.hand_tree import CHANCE, OVER, HandTree, Setup

try:
    import pyspiel  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError as error:  # pragma: no cover
    raise ImportError("this environment needs open_spiel: pip install 'standpat[env]'") from error

Shapes: TypeAlias = dict[str, tuple[int, ...]]

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

OUTCOMES: Final = ((), *[tuple([(card, 1 / left) for card in DECK]) for left in range(1, len(DECK) + 1)])
"""By the number of cards that are left and the card, the outcome of chance that deals this card."""

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
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


def setup(parameters: dict[str, Any]) -> Setup:
    """The `Setup` that the game's parameters describe.

    Args:
        parameters: Values of `PARAMETERS`; those that are missing have their defaults.

    Returns:
        The setup.

    Raises:
        ValueError: A parameter is wrong.
    """
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
    """The game with its parameters."""

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
        """A hand before its first card."""
        return DrawState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> "Viewer":
        """An observer of the kind that OpenSpiel asks for."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params:
            raise ValueError(f"an observer takes no parameters, not {params}")
        return Memory(self.setup, kind) if kind.perfect_recall else Observer(self.setup, kind)


class DrawState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """A `HandTree` as an OpenSpiel state."""

    def __init__(self, game: DrawGame) -> None:
        super().__init__(game)
        self.tree = HandTree(game.setup)

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's number for chance or the end."""
        return self.tree.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.tree.numbers()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance and their probabilities."""
        tree = self.tree
        if tree.player != CHANCE:
            return []
        return [*compress(OUTCOMES[tree.left], tree.undealt)]

    # The next two are what OpenSpiel works out from the methods above; from Python they need not go through its C++.

    def is_chance_node(self) -> bool:
        """Whether chance deals the next card."""
        return self.tree.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What may be taken now by a player, or by whoever is to act; nothing if another one is to act."""
        return self.tree.numbers() if player is None or player == self.tree.player else []

    def _apply_action(self, action: int) -> None:
        self.tree.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"deal {TEXT[action]}"
        first = self.tree.setup.draw_at
        if action >= first:
            thrown = [str(k + 1) for k in range(5) if action - first >> k & 1]
            return f"throw {' '.join(thrown)}" if thrown else "pat"
        return ("fold", "pass", "least" if first > 3 else "raise", "half pot", "pot", "most")[action]

    def is_terminal(self) -> bool:
        """Whether the hand is over."""
        return self.tree.player == OVER

    def returns(self) -> list[float]:
        """By seat, the big blinds won or lost; 0 for all before the end."""
        return self.tree.nets()

    def __str__(self) -> str:
        tree = self.tree
        return " ; ".join([*map(tree.private_text, range(len(tree.private_notes))), " ".join(tree.public_actions)])


class Viewer:
    """What a player sees: text, and `dict` of float32 views of the flat `tensor`, one after the other.

    Private parts are only there for the view of a single player, public parts only if they are requested.
    """

    def __init__(self, kind: Any, seats: int, own: Shapes, public: Shapes) -> None:
        self.mine = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.public = bool(kind.public_info)
        shapes = {"player": (seats,)} | (own if self.mine else {}) | (public if self.public else {})
        self.tensor = np.zeros(sum([int(np.prod(shape)) for shape in shapes.values()]), np.float32)
        self.dict = {}
        start = 0
        for name, shape in shapes.items():
            end = start + int(np.prod(shape))
            self.dict[name] = self.tensor[start:end].reshape(shape)
            start = end

    def string_from(self, state: DrawState, player: int) -> str:
        """What the player sees, as text."""
        own, said = self.private_text(state.tree, player), " ".join(state.tree.public_actions)
        return f"{player}:{own if self.mine else ''}{f'|{said}' if self.public else ''}"

    def private_text(self, tree: HandTree, player: int) -> str:
        """What only the player knows, as text."""
        raise NotImplementedError


class Memory(Viewer):
    """All that a player has seen, for information states (perfect recall), with S seats and D draws.

    The tensors are: `player` (S), one-hot. The player's own `dealt` (52), the first hand, and for each draw the cards
    `thrown` (D, 52) and those that `came` (D, 52), 1 for a card. The public history `heard` (`setup.longest`,
    `setup.draw_at` + 6), a row for each decision, one-hot: the number of `menu` for a fold, check, call, bet or raise,
    `setup.draw_at` + n for a draw of n cards; all 0 for decisions that have not been made. Who decided follows from the
    earlier decisions.
    """

    def __init__(self, setup: Setup, kind: Any) -> None:
        seats, draws = len(setup.stacks), setup.game.draw_rounds
        own: Shapes = {"dealt": (52,), "thrown": (draws, 52), "came": (draws, 52)}
        super().__init__(kind, seats, own, {"heard": (setup.longest, setup.draw_at + 6)})

    def set_from(self, state: DrawState, player: int) -> None:
        """Fill `tensor` with what the player has seen."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        tree = state.tree
        if self.mine and tree.private_notes[player]:
            (_, dealt), *notes = tree.private_notes[player]
            self.dict["dealt"][list(dealt)] = 1
            draw = -1
            for sign, cards in notes:
                draw += sign == "-"
                self.dict["thrown" if sign == "-" else "came"][draw, list(cards)] = 1
        if self.public:
            self.dict["heard"][np.arange(len(tree.public_numbers)), tree.public_numbers] = 1

    def private_text(self, tree: HandTree, player: int) -> str:
        """What only the player knows, as text: the first hand, the discards and the cards drawn."""
        return tree.private_text(player)


class Observer(Viewer):
    """What a player sees now, with S seats and D draws.

    The tensors are: `player` (S), one-hot; their `cards` (52), 1 for those held; their discards `thrown` (D, 52); of
    all players `drawn` (S, D, 6), one-hot in the number of cards; `live` (S); `stacks` and `paid` (S) in starting
    stacks; `call` in starting stacks; `street`, one-hot.
    """

    def __init__(self, setup: Setup, kind: Any) -> None:
        seats, draws = len(setup.stacks), setup.game.draw_rounds
        own: Shapes = {"cards": (52,), "thrown": (draws, 52)}
        public: Shapes = {"drawn": (seats, draws, 6), "live": (seats,), "stacks": (seats,), "paid": (seats,)}
        super().__init__(kind, seats, own, public | {"call": (1,), "street": (draws + 1,)})

    def set_from(self, state: DrawState, player: int) -> None:
        """Fill `tensor` with what the player sees."""
        self.tensor.fill(0)
        tree = state.tree
        self.dict["player"][player] = 1
        hand = tree.hand
        if hand is None:
            return
        if self.mine:
            self.dict["cards"][tree.cards(player)] = 1
            for draw, cards in enumerate([cards for sign, cards in tree.private_notes[player] if sign == "-"]):
                self.dict["thrown"][draw, list(cards)] = 1
        if self.public:
            for place, counts in enumerate(hand.draws):
                for draw, count in enumerate(counts):
                    self.dict["drawn"][place, draw, count] = 1
            start = np.array(tree.setup.stacks, np.float32)
            self.dict["live"][:] = hand.live
            self.dict["stacks"][:] = hand.stacks / start
            self.dict["paid"][:] = (start - hand.stacks) / start
            self.dict["call"][0] = (hand.legal.call or 0) / start[player] if tree.player == player else 0
            self.dict["street"][hand.street] = 1

    def private_text(self, tree: HandTree, player: int) -> str:
        """What only the player sees now, as text: their cards; without the public parts, what they have seen so far."""
        if not self.public:
            return tree.private_text(player)
        return text(tree.cards(player))


pyspiel.register_game(_TYPE, DrawGame)
