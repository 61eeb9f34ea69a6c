"""What a table of a tournament needs for its next hand: the game, the house rules, the stakes, and who posts what.

`next_hand` takes the level, the game and how many players are left, and gives the game of an ordinary table
(`standpat.tournament.rotation.Entry`). The rules of tournaments come in as house rules:

- The cap of fixed limit holds, also between two players in a hand, until two are left in the whole tournament; then
  there is none, unless the options say ``never`` (T7.1, R5.3).
- After an all-in, all hands are shown when the last betting is over (T7.3, R7.5).
- Before the draw, a pot limit counts short and missing blinds as full (T4.6).

The rest is that of the structure's house. Straddles, chopped blinds and dead posts are for cash games (T4.7); a table
of a tournament has none.

The big blind posts its ante after the blind, or before it with `ante_first`; `due` puts forced bets in that order. With
`ante_reduce_at`, a table of at most so many players posts half of the ante of the big blind, in whole chips of the
structure; how much less it is, no edition says, and half is our ruling (T4.5).
"""

from collections.abc import Iterable
from typing import Any

from standpat.engine.blind import ForcedBet, with_antes
from standpat.engine.games import Stakes, game
from standpat.engine.house import changed, house_rules
from standpat.tournament.options import Options
from standpat.tournament.rotation import Entry
from standpat.tournament.structure import Structure


def next_hand(structure: Structure, level: int, game_id: str, players_left: int, dealt: int, options: Options) -> Entry:
    """What a table plays in its next hand.

    Args:
        structure: The structure.
        level: The level in force when the hand begins, from 1 (T2.1).
        game_id: The game, one of those of the structure.
        players_left: How many players are left in the tournament.
        dealt: How many players are dealt into the hand.
        options: The options of the tournament.

    Raises:
        ValueError: The tournament does not have the game, or the level is less than 1.

    >>> from standpat.tournament.presets import preset
    >>> hand = next_hand(preset("27td"), 1, "27td", 2, 2, Options.of("wsop"))
    >>> hand.game().house.cap, hand.stakes
    (None, Stakes(small_blind=50, big_blind=100, ante=0, ante_by='everyone'))
    """
    if game_id not in structure.games:
        raise ValueError(f"the tournament has the games {', '.join(structure.games)}, not {game_id[:40]!r}")
    stakes = stakes_of(structure, level, game_id, dealt, options)
    rules: dict[str, Any] = {"all_ins_shown": True}
    betting = game(game_id).betting
    if betting == "fixed-limit":
        uncapped = players_left <= 2 and options.uncapped == "two_left"
        rules |= {"cap": None if uncapped else options.cap, "cap_heads_up": True}
    elif betting == "pot-limit":
        rules["full_blinds"] = True
    return Entry(game_id, structure.house, changed(house_rules(structure.house, **rules)), stakes)


def stakes_of(structure: Structure, level: int, game_id: str, dealt: int, options: Options) -> Stakes:
    """The stakes of a hand into which so many players are dealt (T4.5)."""
    stakes = structure.level(level).games[game_id]
    if stakes.ante_by != "big-blind" or dealt > options.ante_reduce_at:
        return stakes
    half = stakes.ante // 2 // structure.unit * structure.unit
    return Stakes(stakes.small_blind, stakes.big_blind, half, stakes.ante_by)


def due(
    stakes: Stakes, order: Iterable[int], big: int, blinds: Iterable[ForcedBet], options: Options
) -> tuple[ForcedBet, ...]:
    """The forced bets of a hand, in the order in which they are posted (T4.5).

    Args:
        stakes: The stakes.
        order: The seats from the left of the button.
        big: The seat of the big blind.
        blinds: The blinds that are due.
        options: The options of the tournament.
    """
    bets = with_antes(stakes, order, big, blinds)
    if not options.ante_first:
        return bets
    return tuple(sorted(bets, key=lambda bet: bet.kind != "ante"))
