"""The rules of a table as a page of the terminal."""

from textwrap import wrap

from rich.style import Style
from rich.text import Text

from standpat.engine.games import Game, Stakes
from standpat.language import Language
from standpat.table_view.naming import game_name
from standpat.table_view.rules_page import rules
from standpat.terminal.plate import AMBER


def rule_page(game: Game, stakes: Stakes, say: Language, width: int) -> list[Text]:
    """The page as lines of text."""
    title = Text(" " + say("rules.title", game=game_name(game, say)), Style(bold=True, color=AMBER))
    rows = [title, Text()]
    for rule in rules(game, stakes, say):
        lines = wrap(rule, min(width, 100) - 6)
        rows += [Text(f" · {line}" if at == 0 else f"   {line}") for at, line in enumerate(lines)]
    return [*rows, Text(), Text(f" [{say('prompt.enter')}] {say('prompt.continue')}", Style(color=AMBER))]
