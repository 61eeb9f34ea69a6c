"""The rules of one table in words, from the game's record and the house rules it is played under."""

from standpat.engine.games import Game, Stakes
from standpat.language import Language


def rules(game: Game, stakes: Stakes, say: Language) -> list[str]:
    """Each rule a sentence or two."""
    house = game.house
    limit = game.betting == "fixed-limit"
    told = [
        say(f"rules.aim-{game.ranking}"),
        say("rules.course", count=game.draw_rounds),
        say("rules.draw"),
        say(f"rules.{game.betting}", **_sizes(game, stakes)),
        say(_blinds(stakes), small=stakes.small_blind, big=stakes.big_blind, ante=stakes.ante),
    ]
    if limit:
        told.append(say("rules.cap", count=house.cap) if house.cap else say("rules.no-cap"))
        if house.cap and not house.cap_heads_up:
            told.append(say("rules.no-cap-heads-up"))
        told.append(say(f"rules.limit_raise-{house.limit_raise}"))
    return [
        *told,
        say(f"rules.draws-{house.draws}"),
        say(f"rules.reshuffle-{house.reshuffle}"),
        say("rules.burn", count=house.burn),
        say(f"rules.showdown-{house.showdown}"),
    ]


def _blinds(stakes: Stakes) -> str:
    by_one = stakes.ante and stakes.ante_by == "big-blind"
    return "rules.blinds-table-ante" if by_one else "rules.blinds"


def _sizes(game: Game, stakes: Stakes) -> dict[str, int]:
    if game.betting == "fixed-limit":
        return {"small": stakes.big_blind * game.bets[0], "big": stakes.big_blind * game.bets[-1]}
    return {"big": stakes.big_blind}
