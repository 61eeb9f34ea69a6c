"""House rules in words: the title of a rule, a choice, and the sentence of the rules page.

The words are in the locale files, under the keys that `standpat.engine.house` describes. A rule or a value without
words is shown by its name in the code, so that a new rule can be played before it is translated.
"""

from standpat.engine.games import Game
from standpat.engine.house import HOUSE_RULES, HouseRule, Value
from standpat.language import Language


def title(rule: HouseRule, say: Language) -> str:
    """The title of a house rule."""
    key = f"lobby.options.{rule.name}"
    return say(key) if say.has(key) else rule.name.replace("_", " ").capitalize()


def choice(rule: HouseRule, value: Value, say: Language) -> str:
    """The words for a value where one is chosen, as in a form."""
    key = f"lobby.values.{rule.name}.{rule.key(value)}"
    return say(key) if say.has(key) else rule.text(value).replace("_", " ")


def sentence(rule: HouseRule, value: Value, say: Language) -> str:
    """The sentence of the rules page for a rule with this value."""
    for key in (f"rules.{rule.name}-{rule.key(value)}", f"rules.{rule.name}"):
        if say.has(key):
            return say(key, count=value)
    return f"{title(rule, say)}: {choice(rule, value, say)}."


def sentences(game: Game, say: Language) -> list[str]:
    """The sentences of all house rules that concern a game, those of its betting structure first."""
    house = game.house
    concerned = [rule for rule in HOUSE_RULES if _matters(rule, game) and getattr(house, rule.name) not in rule.unsaid]
    concerned.sort(key=lambda rule: rule.for_all_betting)
    return [sentence(rule, getattr(house, rule.name), say) for rule in concerned]


def _matters(rule: HouseRule, game: Game) -> bool:
    within = rule.within is None or getattr(game.house, rule.within) is not None
    return within and game.betting in rule.betting
