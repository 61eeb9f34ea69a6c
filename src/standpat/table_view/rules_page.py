"""The rules of a table in words, from the game's record with its house rules."""

from standpat.engine.blind import straddle_of
from standpat.engine.games import Game, Stakes
from standpat.language import Language
from standpat.table_view.house_words import sentences


def rules(game: Game, stakes: Stakes, say: Language, *, straddle: bool = False, chop: bool = False) -> list[str]:
    """The rules of a table, each a text of one or two sentences.

    Args:
        game: The game with its house rules.
        stakes: The blinds and the ante, in chips.
        say: The language.
        straddle: Whether the player left of the big blind may straddle.
        chop: Whether the blinds may be chopped.
    """
    return [
        say(f"rules.aim-{game.ranking}"),
        say("rules.course", count=game.draw_rounds),
        say("rules.draw"),
        say(f"rules.{game.betting}", **_sizes(game, stakes)),
        say(_blinds(stakes), small=stakes.small_blind, big=stakes.big_blind, ante=stakes.ante),
        *(_straddle(game, stakes, say) if straddle else []),
        *([say("rules.chop")] if chop else []),
        *sentences(game, say),
    ]


def _straddle(game: Game, stakes: Stakes, say: Language) -> list[str]:
    capped = game.betting == "fixed-limit" and game.house.cap is not None
    cap = f" {say('rules.straddle-cap')}" if capped else ""
    return [say("rules.straddle", amount=straddle_of(stakes)) + cap]


def _blinds(stakes: Stakes) -> str:
    by_one = stakes.ante and stakes.ante_by == "big-blind"
    return "rules.blinds-table-ante" if by_one else "rules.blinds"


def _sizes(game: Game, stakes: Stakes) -> dict[str, int]:
    if game.betting == "fixed-limit":
        return {"small": stakes.big_blind * game.bets[0], "big": stakes.big_blind * game.bets[-1]}
    return {"big": stakes.big_blind}
