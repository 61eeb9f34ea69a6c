"""The pages of one table: what it does in each part of the hand, with pictures, and what players say beside it.

`pages(numbers)` gives the files by name: Markdown, and SVG under ``pictures/``. A figure is written only where it comes
from; the words about it are such as any good strategy would bear out.
"""

from math import isnan

from standpat.engine.games import game as catalogue
from standpat.lab.drawing import Drawing
from standpat.solver.charts.claims import CLAIMS, WORDS
from standpat.solver.charts.figures import BLIND, BUTTON, LOWEST_HIGH, TRASH, Numbers
from standpat.solver.charts.mistakes import mistakes
from standpat.solver.charts.pictures import bars, grid

CALLS = ("folds", "calls", "raises")
WHO = {BUTTON: "button", BLIND: "big blind"}
ORDER = ("first", "second", "last")
SELDOM = 0.007
"""Holdings that are less of the hands at a decision have no row."""
SHORT = {BUTTON: "BTN", BLIND: "BB"}
COUNTS = {-1: "", 0: "pat", 1: "1", 2: "2", 3: "3", 4: "4", 5: "5"}
KNOWN = {0: "pat", 1: "one card", 2: "two cards", 3: "three cards", 4: "four cards", 5: "five cards"}


def pages(numbers: Numbers) -> dict[str, str]:
    """All files of a table; the name of its game begins theirs."""
    name = numbers.tabled.table.game
    found: dict[str, str] = {}
    for part in (_opening, _drawing, _breaking, _betting, _ending):
        text, pictures = part(numbers, name)
        found[f"{name}-{part.__name__[1:]}.md"] = text
        found |= {f"pictures/{name}-{key}.svg": picture.svg() for key, picture in pictures.items()}
    if name == "27td":
        found[f"{name}-claims.md"] = _claims(numbers)
        found[f"{name}-beliefs.md"] = _beliefs(numbers)
        found[f"{name}-mistakes.md"] = mistakes(numbers, _head(numbers, "What mistakes cost"))
    return found


def index(files: dict[str, str], command: str) -> str:
    """The page that leads to the others."""
    titles = {name: text.split("\n", 1)[0].removeprefix("# ") for name, text in files.items() if name.endswith(".md")}
    lines = [
        "# What the strategies say",
        "",
        "Written by one command, figures, verdicts and pictures; a better table rewrites them:",
        "",
        "```",
        f"$ {command}",
        "```",
        "",
        "The tables are those of `standpat train`, read class by class, in the "
        "[class game](../solver.md#units-and-what-is-measured): what the own cards take from the other is not in "
        "it. A spot of your own: `standpat solve 27td --spot rc/32/xbc/1 --hand Jd8c7h6s5c`.",
        "",
    ]
    groups: dict[str, list[str]] = {}
    for name in titles:
        groups.setdefault(name.split("-")[0], []).append(name)
    for group, names in groups.items():
        lines += [f"**{group}**", "", *[f"- [{titles[name]}]({name})" for name in names], ""]
    return "\n".join(lines)


def _head(numbers: Numbers, title: str) -> list[str]:
    table = numbers.tabled.table
    game = catalogue(table.game).id
    return [
        f"# {title}",
        "",
        f"Heads-up {game}, limit, the button has the small blind. From a table of {table.head['iterations']} "
        f"iterations "
        f"of training; the lines followed are {100 * numbers.tally.covered:.0f}% of all hands. "
        "[How this is made](README.md).",
        "",
    ]


def _picture(name: str, key: str, what: str) -> list[str]:
    return [f"![{what}](pictures/{name}-{key}.svg)", ""]


def _opening(numbers: Numbers, name: str) -> tuple[str, dict[str, Drawing]]:
    lines = _head(numbers, "Before the first draw")
    titles = {
        "": ("open", "The button opens", "by the low cards held"),
        "r": ("defend", "The big blind against a raise", "the same hands"),
        "rr": ("reraised", "The button against a reraise", "the hands that raised"),
    }
    pictures = {}
    for path, (key, title, note) in titles.items():
        did = dict(zip(CALLS, numbers.first(path), strict=False))
        rows = numbers.by_holding(path)
        shown = [(hand, shares) for hand, (often, shares) in rows.items() if often > SELDOM]
        pictures[key] = bars(title, list(did), shown, note)
        lines += [f"## {title}", ""]
        lines += [", ".join([f"{name} {_share(share)}" for name, share in did.items()]).capitalize() + ".", ""]
        lines += _picture(name, key, title)
    top = LOWEST_HIGH
    best = "A" if numbers.classes.ranking.aces_low else "2"
    lines += [
        f"*Three to 7* holds three different cards up to a seven, the {best} among them; *no {best}* without it; "
        f"*to 8* the highest of them is an eight. Two cards with the {best} are named. Cards above {top} and pairs "
        "count for nothing.",
        "",
    ]
    return "\n".join(lines), pictures


def _drawing(numbers: Numbers, name: str) -> tuple[str, dict[str, Drawing]]:
    lines = _head(numbers, "Drawing")
    lines += ["The first to draw, the big blind, knows what the other drew last time; the button sees this draw.", ""]
    pictures = {}
    for number, counts in enumerate(numbers.tabled.counts):
        legend = ["pat", *[f"draws {c}" for c in counts[1:]]]
        rows = []
        for seat in (BLIND, BUTTON):
            for known in COUNTS:
                often, shares = numbers.drawn(number, seat, known)
                if often > 2e-3:
                    rows.append((f"{SHORT[seat]} v {COUNTS[known]}" if known >= 0 else SHORT[seat], shares))
        key = f"draw-{number + 1}"
        title = f"The {ORDER[number] if len(numbers.tabled.counts) == 3 else number + 1} draw"
        note = "who draws, and what the other drew: now for the button (BTN), last time for the big blind (BB)"
        pictures[key] = bars(title, legend, rows, note, 78)
        mean = numbers.all_drawn(number)
        lines += [f"## {title}", ""]
        told = ", ".join([f"{KNOWN[c] if c else 'pat'} {_share(x)}" for c, x in zip(counts, mean, strict=True)])
        lines += [f"Over all hands: {told}.", "", *_picture(name, key, title)]
    return "\n".join(lines), pictures


def _breaking(numbers: Numbers, name: str) -> tuple[str, dict[str, Drawing]]:
    lines = _head(numbers, "Pat or break, and snowing")
    lines += [
        "How often a made hand stands pat, in per cent: of each high card the smoothest hand and the roughest. "
        "From the "
        "second draw on the strategy puts hands together that have like prospects, so that neighbours may share "
        "a number.",
        "",
    ]
    pictures = {}
    hands = [hand for _, smooth, rough in numbers.tops() for hand in (smooth, rough)]
    for number in range(len(numbers.tabled.counts)):
        columns, places = [], []
        for seat in (BLIND, BUTTON):
            for known in (-1, 0, 1, 2, 3):
                if numbers.drawn(number, seat, known)[0] > 2e-3:
                    columns.append(f"{SHORT[seat]}\n{'v ' + COUNTS[known] if known >= 0 else ''}")
                    places.append((seat, known))
        if not places:
            continue
        rows = [(hand, [numbers.pat_hand(number, *place, hand) for place in places]) for hand in hands]
        title = f"Standing pat before draw {number + 1}"
        pictures[f"pat-{number + 1}"] = grid(title, columns, rows, "and what the other drew: last time, or now", 64)
        lines += [f"## Draw {number + 1}", "", *_picture(name, f"pat-{number + 1}", title)]
    last = len(numbers.tabled.counts) - 1
    snows = []
    for number in range(1, last + 1):
        for seat in (BLIND, BUTTON):
            for known in (0, 1, 2, 3):
                found = numbers.pat_range(number, seat, known)
                if found:
                    trash = sum([found.get(k, 0.0) for k in TRASH])
                    high = sum([share for k, share in found.items() if k[0] in "QKA" and k.endswith("-low")])
                    snows.append((f"draw {number + 1}: {SHORT[seat]} v {COUNTS[known]}", [trash, high]))
    pictures["snow"] = grid("What stands pat with nothing", ["pair or worse", "queen, king, ace"], snows, "", 130)
    lines += [
        "## Snowing",
        "",
        "Of the hands that stand pat, the part that is a pair or worse, and the part that is a queen-low or "
        "rougher: the "
        "draw, who stands pat, and what the other drew.",
        "",
        *_picture(name, "snow", "What stands pat with nothing"),
    ]
    return "\n".join(lines), pictures


def _betting(numbers: Numbers, name: str) -> tuple[str, dict[str, Drawing]]:
    lines = _head(numbers, "Betting by the draws")
    lines += [
        "How often a bet is made where nobody has bet, by what both have just drawn: the row is the one who bets.",
        "",
    ]
    pictures = {}
    last = len(numbers.tabled.counts)
    for street in range(1, last + 1):
        counts = numbers.tabled.counts[street - 1]
        rows: list[tuple[str, list[float]]] = []
        for seat in (BLIND, BUTTON):
            rows.append((f"the {WHO[seat]}" + (" is first" if seat else ", checked to"), []))
            rows += [(_drew(own), [numbers.betting(street, seat, own, other) for other in counts]) for own in counts]
        title = f"Betting after draw {street}"
        pictures[f"bet-{street}"] = grid(title, [f"other\n{_drew(c)}" for c in counts], rows)
        lines += [f"## After draw {street}", ""]
        if street < last:
            lines += [
                f"Who drew fewer cards bets {_share(numbers.ahead(street))}, who drew more "
                f"{_share(numbers.behind(street))}.",
                "",
            ]
        lines += _picture(name, f"bet-{street}", title)
    return "\n".join(lines), pictures


def _ending(numbers: Numbers, name: str) -> tuple[str, dict[str, Drawing]]:
    lines = _head(numbers, "The last bet")
    pictures = {}
    pairs = [(BLIND, 0, 1), (BLIND, 1, 0), (BLIND, 1, 1), (BUTTON, 0, 1), (BUTTON, 1, 0), (BUTTON, 1, 1)]
    columns = [f"{SHORT[seat]}\n{COUNTS[own]}\nv {COUNTS[other]}" for seat, own, other in pairs]
    street = len(numbers.tabled.counts)
    found = [numbers.by_kind(street, seat, own, other, "" if seat else "x") for seat, own, other in pairs]
    kinds = [k for k in dict.fromkeys(numbers.kinds) if any(k in f for f in found)]
    rows = [(_row(k), [f[k][1] if k in f else float("nan") for f in found]) for k in kinds]
    pictures["end-bets"] = grid(
        "Betting last, by hand", columns, rows, "where nobody has bet: who, their draw, the other's", 122
    )
    answers = [numbers.by_kind(street, 1 - seat, other, own, "b" if seat else "xb") for seat, own, other in pairs]
    columns = [f"{SHORT[1 - seat]}\n{COUNTS[other]}\nv {COUNTS[own]}" for seat, own, other in pairs]
    rows = [(_row(k), [1 - f[k][0] if k in f else float("nan") for f in answers]) for k in kinds]
    pictures["end-calls"] = grid(
        "Calling or raising the last bet", columns, rows, "who is bet into, their draw, the other's", 122
    )
    lines += ["## Who bets", "", *_picture(name, "end-bets", "Betting last, by hand")]
    lines += ["| | drew | other drew | bets | of these bluffs | is folded to |", "|---|---|---|---|---|---|"]
    for seat, own, other in [(s, a, b) for s in (BLIND, BUTTON) for a in (0, 1, 2) for b in (0, 1, 2)]:
        bets, bluffs = numbers.betting(street, seat, own, other), numbers.bluffs(seat, own, other)
        folds = numbers.bets(street, 1 - seat, other, own, "b" if seat else "xb")[1][0]
        if not isnan(bets):
            drew = f"{_drew(own)} | {_drew(other)}"
            lines.append(f"| {WHO[seat]} | {drew} | {_share(bets)} | {_share(bluffs)} | {_share(folds)} |")
    lines += [
        "",
        "A bluff here beats fewer than one in twenty of the hands that go on.",
        "",
        "## Who calls",
        "",
        *_picture(name, "end-calls", "Calling or raising the last bet"),
    ]
    return "\n".join(lines), pictures


def _claims(numbers: Numbers) -> str:
    lines = _head(numbers, "What players say, and what the solver does")
    lines += [
        "The claims are in our words; where they come from is named. What was worked out by a subgame of the "
        "last draw alone "
        "(*strategy_checks*) is among them. The verdict follows from the figure by a rule that is part of the program.",
        "",
        "| | players say | from | the solver | |",
        "|---|---|---|---|---|",
    ]
    for claim in CLAIMS:
        told, verdict, _ = claim.answer(numbers)
        lines.append(f"| {claim.topic} | {claim.said} | {claim.source} | {told} | **{verdict}** |")
    return "\n".join([*lines, ""])


def _beliefs(numbers: Numbers) -> str:
    lines = _head(numbers, "What players believe and the solver denies")
    lines += [
        "What it denies, and what it does only in part. The solver plays one opponent who knows its strategy; most of "
        "the advice was written for tables of six. [All claims](27td-claims.md), also those it agrees with.",
        "",
    ]
    for wanted, title in ((False, "Denied"), (None, "Only in part")):
        lines += [f"## {title}", ""]
        lines += _denials(numbers, wanted, True)
    lines += ["## What the last draw alone would suggest", ""]
    lines += [
        "A subgame of the last draw and the last bets, with hands as they come when nobody bets before, says "
        "this; with "
        "the whole hand played it is otherwise.",
        "",
        *_denials(numbers, False, False),
        *_denials(numbers, None, False),
    ]
    return "\n".join(lines)


def _denials(numbers: Numbers, wanted: bool | None, players: bool) -> list[str]:
    lines = []
    for claim in CLAIMS:
        _, verdict, denial = claim.answer(numbers)
        if verdict == WORDS[wanted] and claim.players is players:
            lines += [f"**{claim.said}** {denial}", ""]
    return lines


def _row(kind: str) -> str:
    """A kind of hand where there is little room."""
    return kind.replace(" or ", ", ")


def _drew(count: int) -> str:
    return "pat" if not count else f"drew {count}"


def _share(share: float) -> str:
    if isnan(share):
        return "–"
    return f"{100 * share:.1f}%" if share < 0.095 else f"{100 * share:.0f}%"
