"""The screen of a table: lines of text for a terminal of a given size.

`frame(scene, width, height)` gives at most `height` lines. From the top: the game and the stakes; the rounds of the
hand, with the present one marked; the seats around the pot; the last event; the viewer's seat and cards; the name of
their hand; the question and the keys that answer it. It is designed for 80 by 24. A wider terminal shows the narration
of the hand at the right; a taller one has larger cards and more space.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rich.style import Style
from rich.text import Text

from standpat.language import Language
from standpat.table_view.naming import describe, draw_name, drawing_to, low_first, natural_draw, short
from standpat.table_view.narration import name_hand
from standpat.table_view.public_state import PublicState
from standpat.terminal.card_face import large
from standpat.terminal.plate import AMBER, FAINT, QUIET, plate
from standpat.terminal.prompt import BetPrompt, Choice, DrawPrompt, Prompt, ShowPrompt, key_name

WIDTH: Final = 80
PANEL: Final = 30
FELT: Final = "#0f4a38"
SOFT: Final = "#b9d3c8"
_PLACES: Final = {1: "b", 2: "ac", 3: "lbr", 4: "lacr", 5: "labcr"}
"""The places of the opponents, clockwise from the viewer: left, top left (a), top (b), top right (c), right."""
MOST_SEATS: Final = 1 + max(_PLACES)
"""The most players whom the screen has places for. Rooms seat more in some games (R3.1)."""


_AIR: Final = (1, 2, 4, 0, 3, 1, 4, 2, 3, 0)
"""The sections after which empty lines are added, one after the other, as a terminal gets taller."""


@dataclass
class Scene:
    """What the screen shows.

    Attributes:
        state: The viewer's public state.
        names: The names by seat.
        say: The language.
        title: The game and the stakes.
        result: The result of the session so far.
        narration: The sentences of this hand, with an empty one between rounds.
        before: How the last hand ended.
        prompt: The question to the viewer, if there is one.
        notice: A message about the last key.
        to_act: The seat that the table waits for.
    """

    state: PublicState
    names: Sequence[str]
    say: Language
    title: str
    result: str
    narration: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    prompt: Prompt | None = None
    notice: str = ""
    to_act: int | None = None


def frame(scene: Scene, width: int, height: int) -> list[Text]:
    """The lines of the screen.

    Args:
        scene: What to show.
        width: Columns. Lines are not wider, unless it is less than 80.
        height: Rows. There are at most as many lines.
    """
    wide = width >= WIDTH + PANEL
    table = _table(scene, width - PANEL - 1 if wide else max(width, WIDTH), height, news=not wide)
    if not wide:
        return table[:height]
    panel = _panel(scene, PANEL - 2, min(height, len(table)) - 1)
    rows = []
    for at, row in enumerate(table[:height]):
        side = panel[at - 1] if 0 < at <= len(panel) else Text()
        rows.append(
            row if at == 0 else _set(width, (0, row), (width - PANEL - 1, Text("│ ", FAINT)), (width - PANEL + 1, side))
        )
    return rows


def _table(scene: Scene, width: int, height: int, news: bool) -> list[Text]:
    state, say = scene.state, scene.say
    tall = height >= 28
    plate_width = min(30, (width - 6) // 3)
    column = [1, (width - plate_width) // 2, width - plate_width - 1]
    room = column[2] - column[0] - plate_width - 4
    others = [(state.viewer or 0) + k for k in range(1, len(state.seats))]
    seats = dict(zip(_PLACES[len(others)], [at % len(state.seats) for at in others], strict=True))
    plates = {place: _plate(scene, at, plate_width) for place, at in seats.items()}
    empty = [Text()] * 4
    top = [
        _set(width, *zip(column, row, strict=True)) for row in zip(*(plates.get(p, empty) for p in "abc"), strict=True)
    ]
    centre = (column[0] + plate_width + 2, _centre(scene, room))
    middle = [
        _set(width, (column[0], left), (centre[0], mid), (column[2], right))
        for left, mid, right in zip(plates.get("l", empty), centre[1], plates.get("r", empty), strict=True)
    ]
    own = _own(scene, width, plate_width, column, tall)
    latest = [_news(scene, width)] if news else []
    sections = [
        [_header(scene, width)],
        [_rail(state, say, width)],
        top,
        [*middle, *latest],
        own,
        _asked(scene, width),
    ]
    return _spaced(sections, height)


def _spaced(sections: list[list[Text]], height: int) -> list[Text]:
    """The sections below each other, with what height is left as air between them."""
    spare = height - sum(map(len, sections))
    air = [0] * len(sections)
    for at in _AIR[: max(0, spare)]:
        air[at] += 1
    return [row for section, rows in zip(sections, air, strict=True) for row in [*section, *[Text()] * rows]]


def _plate(scene: Scene, at: int, width: int) -> list[Text]:
    return plate(scene.state, at, scene.names[at], at == scene.to_act, width, scene.say)


def _header(scene: Scene, width: int) -> Text:
    left = Text.assemble((" standpat", Style(bold=True, color=AMBER)), ("  " + scene.title, QUIET))
    return _set(width, (0, left), (width - len(scene.result) - 1, Text(scene.result, QUIET)))


def _rail(state: PublicState, say: Language, width: int) -> Text:
    """``bet  1st draw  bet  [2nd draw of 3]  bet  3rd draw  bet  Showdown``."""
    parts = []
    draws = state.game.draw_rounds
    for at, step in enumerate(state.rounds):
        name = draw_name(at // 2 + 1, draws, say) if step == "draw" else say(f"round.{step}")
        if at != state.at:
            parts.append(Text(name, Style(color=QUIET if at < state.at else FAINT)))
            continue
        if step == "draw" and draws > 1:
            name = say("round.draw-of", draw=name, draws=draws)
        elif step == "bet":
            before = say("round.bet-before")
            name = say("round.bet-after", draw=draw_name(state.street, draws, say)) if state.street else before
        parts.append(Text(f"[{name}]", Style(bold=True, color="#17130a", bgcolor=AMBER)))
    rail = Text("  ").join(parts)
    return _set(width, (max(1, (width - len(rail)) // 2), rail))


def _centre(scene: Scene, room: int) -> list[Text]:
    """The pot and the side pots, the bets made against the cap; after the hand who won which."""
    lines = _awards(scene) if scene.state.over else _pot(scene.state, scene.say)
    felt = Style(bgcolor=FELT)
    rows = []
    above = [Text()] * ((4 - len(lines)) // 2)
    for line in [*above, *lines, *[Text()] * 4][:4]:
        row = line.copy()
        row.truncate(room - 2, overflow="ellipsis")
        space = room - len(row)
        rows.append(Text.assemble(" " * (space // 2), row, " " * (space - space // 2), style=felt))
    return rows


def _pot(state: PublicState, say: Language) -> list[Text]:
    strong = Style(bold=True, color="#ffffff")
    lines = [Text(f"{say('table.pot').upper()} {say.number(state.pot)}", strong)]
    settled = [pot for pot in state.pots if len(pot.claimants) > 1]
    if len(settled) > 1 and any(seat.all_in and seat.live for seat in state.seats):
        main, *sides = [say.number(pot.amount) for pot in settled]
        text = f"{say('table.main', amount=main)} · {say('table.side', amounts=' · '.join(sides))}"
        lines.append(Text(text, SOFT))
    if state.drawing or state.showing:
        return lines
    if state.cap is None:
        lines.append(Text(say("table.bets-uncapped", count=state.wagers), SOFT))
    else:
        pips = Text.assemble(("■" * state.wagers, AMBER), ("□" * (state.cap - state.wagers), SOFT), " ")
        full = state.wagers >= state.cap
        bets = say("table.capped") if full else say("table.bets", made=state.wagers, cap=state.cap)
        lines.append(pips.append(bets, SOFT))
    if state.bet_size:
        lines.append(Text(say("table.bet-size", amount=state.bet_size), SOFT))
    return lines


def _awards(scene: Scene) -> list[Text]:
    state, say = scene.state, scene.say
    lines = []
    for award in state.awards:
        name = say("table.pot") if len(state.awards) == 1 else _pot_name(award.pot, len(state.awards), say)
        amount = say.number(sum(chips for _, chips in award.winners))
        winners = ", ".join(scene.names[seat] for seat, _ in award.winners)
        lines.append(
            Text.assemble((f"{name} {amount}", Style(bold=True, color="#ffffff")), ("  → ", AMBER), (winners, AMBER))
        )
    best = state.seats[state.awards[0].winners[0][0]] if len(lines) == 1 else None
    return [*lines, Text(name_hand(best.cards, state, say), SOFT)] if best and best.shown else lines


def _pot_name(number: int, pots: int, say: Language) -> str:
    if not number:
        return say("table.main-pot")
    return say("table.side-pot") if pots == 2 else say("table.side-pot-number", number=number)


def _news(scene: Scene, width: int) -> Text:
    """The latest sentences that fit into a line."""
    text = ""
    for sentence in filter(None, reversed(scene.narration)):
        longer = f"{sentence} · {text}" if text else sentence
        if len(longer) > width - 4:
            break
        text = longer
    return Text(f" {text}", QUIET)


def _own(scene: Scene, width: int, plate_width: int, column: list[int], tall: bool) -> list[Text]:
    """The viewer's plate and cards, and what their hand is."""
    state = scene.state
    own = state.own
    if state.viewer is None or own is None:
        return []
    card_height = 7 if tall else 5
    drawing = scene.prompt if isinstance(scene.prompt, DrawPrompt) else None
    cards = drawing.cards if drawing else low_first(own.cards, state.game)
    marked = drawing.marked if drawing else set()
    left = column[0] + plate_width + 3
    faces = [
        large(card, k, card in marked, card in own.fresh, not own.live, card_height) for k, card in enumerate(cards, 1)
    ]
    plate_rows = _plate(scene, state.viewer, plate_width)
    rows = []
    for at in range(card_height + 1):
        pieces = [(left + k * (len(faces[k][at]) + 1), face[at]) for k, face in enumerate(faces)]
        beside = at - (card_height + 1 - len(plate_rows)) + (1 if tall else 0)
        if 0 <= beside < len(plate_rows):
            pieces.insert(0, (column[0], plate_rows[beside]))
        rows.append(_set(width, *pieces))
    return [*rows, _set(width, (left, Text(_hand(scene, drawing), Style(bold=own.live, dim=not own.live))))]


def _hand(scene: Scene, drawing: DrawPrompt | None) -> str:
    """What the viewer's hand is, or is drawing to."""
    state, say = scene.state, scene.say
    own = state.own
    if own is None or len(own.cards) != state.game.hand_size:
        return ""
    if drawing and drawing.marked:
        return drawing_to(drawing.kept, state.game, say)
    draws_left = state.game.draw_rounds - len(own.trail)
    natural = natural_draw(own.cards, state.game)
    if state.over or not draws_left or len(natural) == len(own.cards):
        return describe(own.cards, state.game, say)
    return f"{short(own.cards, state.game, say)} · {drawing_to(natural, state.game, say)}"


def _asked(scene: Scene, width: int) -> list[Text]:
    """What is asked, the keys that answer, and a notice."""
    say, prompt = scene.say, scene.prompt
    question = Text(" ")
    if isinstance(prompt, DrawPrompt):
        question.append(say("draw.ask"), "bold")
    elif isinstance(prompt, ShowPrompt):
        question.append(prompt.question, "bold")
    elif isinstance(prompt, BetPrompt):
        owed = prompt.legal.call
        question.append(say("bet.owed", amount=owed) if owed is not None else say("bet.free"), "bold")
        if prompt.typed is not None:
            question.append("   " + say("bet.amount", typed=prompt.typed + "_"), Style(color=AMBER, bold=True))
    elif prompt is None and scene.to_act is not None:
        question.append(say("table.to-act", name=scene.names[scene.to_act]) + " …", FAINT)
    keys = Text("  ").join(_choice(choice, say) for choice in prompt.choices) if prompt else Text()
    always = Text("  ").join(
        _choice(Choice(key, say(f"prompt.{what}")), say) for key, what in (("?", "rules"), ("q", "quit"))
    )
    notice = (prompt.notice if prompt else "") or scene.notice
    return [
        _set(width, (0, question), (width - len(always) - 1, always)) if prompt else question,
        _set(width, (1, keys)),
        Text(f" {notice}", AMBER),
    ]


def _choice(choice: Choice, say: Language) -> Text:
    key = f"[{key_name(choice.key, say)}]"
    if choice.main:
        return Text(f" {key} {choice.does} ", Style(bold=True, color="#17130a", bgcolor=AMBER))
    return Text.assemble((key, Style(color=AMBER, bold=True)), " ", choice.does)


def _panel(scene: Scene, width: int, height: int) -> list[Text]:
    """The narration of the hand, its latest part, and how the last hand ended."""
    say = scene.say
    before = [line for sentence in scene.before for line in _wrapped(sentence, width)]
    tail = [Text(), Text(say("table.last-hand"), FAINT), *before] if before else []
    room = height - len(tail) - 1
    lines = [line for sentence in scene.narration for line in _wrapped(sentence, width)]
    rows = [Text(say("table.this-hand"), FAINT), *lines[-room:]]
    return [*rows, *[Text()] * (height - len(rows) - len(tail)), *tail]


def _wrapped(sentence: str, width: int) -> list[Text]:
    lines, line = [], ""
    for word in sentence.split(" "):
        if line and len(line) + 1 + len(word) > width:
            lines.append(Text(line, QUIET))
            line = f"  {word}"
        else:
            line = f"{line} {word}" if line else word
    return [*lines, Text(line, QUIET)]


def _set(width: int, *pieces: tuple[int, Text]) -> Text:
    """Pieces of text set into one line, each at its column, or after the one before where that is longer."""
    row = Text()
    for column, piece in pieces:
        if piece:
            row.append(" " * max(0, column - len(row))).append_text(piece)
    row.truncate(width)
    return row
