"""The pages of one strategy file: what it does in each part of the hand, with pictures, and claims of players beside
it.

`pages(numbers)` gives the files by name: Markdown, and SVG under ``pictures/``. All figures come from `numbers`; the
words about them hold for any good strategy.
"""

from math import isnan

from standpat.engine.games import game as catalogue
from standpat.lab.drawing import Drawing
from standpat.solver.charts.claims import CLAIMS, WORDS
from standpat.solver.charts.figures import BLIND, BUTTON, LOWEST_HIGH, TRASH, Numbers
from standpat.solver.charts.hypotheses import HYPOTHESES
from standpat.solver.charts.mistakes import mistakes
from standpat.solver.charts.pictures import bars, grid

CALLS = ("folds", "calls", "raises")
WHO = {BUTTON: "button", BLIND: "big blind"}
ORDER = ("first", "second", "last")
SELDOM = 0.007
"""Holdings with a smaller share of the hands at a decision have no row."""
SHORT = {BUTTON: "BTN", BLIND: "BB"}
COUNTS = {-1: "", 0: "pat", 1: "1", 2: "2", 3: "3", 4: "4", 5: "5"}
KNOWN = {0: "pat", 1: "one card", 2: "two cards", 3: "three cards", 4: "four cards", 5: "five cards"}


def pages(numbers: Numbers) -> dict[str, str]:
    """All files of a strategy file. Their names begin with that of the game.

    Args:
        numbers: The figures of the strategy file.

    Returns:
        The contents by file name.
    """
    name = numbers.strategy.file.game
    files: dict[str, str] = {}
    for part in (_opening, _drawing, _breaking, _betting, _ending):
        text, pictures = part(numbers, name)
        files[f"{name}-{part.__name__[1:]}.md"] = text
        files |= {f"pictures/{name}-{key}.svg": picture.svg() for key, picture in pictures.items()}
    if name == "27td":
        files[f"{name}-claims.md"] = _claims(numbers)
        files[f"{name}-beliefs.md"] = _beliefs(numbers)
        files[f"{name}-hypotheses.md"] = _hypotheses(numbers)
        files[f"{name}-mistakes.md"] = mistakes(numbers, _head(numbers, "What mistakes cost"))
    return files


def index(files: dict[str, str], command: str) -> str:
    """The page that links to the others.

    Args:
        files: The contents of all pages by file name.
        command: The command that writes the pages.

    Returns:
        The page in Markdown.
    """
    titles = {name: text.split("\n", 1)[0].removeprefix("# ") for name, text in files.items() if name.endswith(".md")}
    lines = [
        "# What the strategies say",
        "",
        "One command writes these pages, with all figures, verdicts and pictures. A better strategy file gives new "
        "ones:",
        "",
        "```",
        f"$ {command}",
        "```",
        "",
        "The strategy files are those of `standpat train`, read class by class in the "
        "[class game](../solver.md#units-and-what-is-measured): the cards that a hand takes from the opponent's range "
        "are not counted. To look at another spot: `standpat solve 27td --spot rc/32/xbc/1 --hand Jd8c7h6s5c`.",
        "",
    ]
    groups: dict[str, list[str]] = {}
    for name in titles:
        groups.setdefault(name.split("-")[0], []).append(name)
    for group, names in groups.items():
        lines += [f"**{group}**", "", *[f"- [{titles[name]}]({name})" for name in names], ""]
    return "\n".join(lines)


def _head(numbers: Numbers, title: str) -> list[str]:
    file = numbers.strategy.file
    game = catalogue(file.game).id
    return [
        f"# {title}",
        "",
        f"Heads-up {game}, limit, the button has the small blind. From a strategy file of {file.head['iterations']} "
        f"iterations of training. The lines that were followed are {100 * numbers.tally.covered:.0f}% of all hands. "
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
        f"*Three to 7* has three different cards up to a seven, one of them the {best}; *no {best}* has them without "
        f"it; in *to 8* the highest is an eight. Two cards with the {best} are named. Cards above {top} and pairs do "
        "not count.",
        "",
    ]
    return "\n".join(lines), pictures


def _drawing(numbers: Numbers, name: str) -> tuple[str, dict[str, Drawing]]:
    lines = _head(numbers, "Drawing")
    lines += ["The big blind draws first and knows what the button drew last time. The button sees this draw.", ""]
    pictures = {}
    for number, counts in enumerate(numbers.strategy.counts):
        legend = ["pat", *[f"draws {c}" for c in counts[1:]]]
        rows = []
        for seat in (BLIND, BUTTON):
            for known in COUNTS:
                often, shares = numbers.drawn(number, seat, known)
                if often > 2e-3:
                    rows.append((f"{SHORT[seat]} v {COUNTS[known]}" if known >= 0 else SHORT[seat], shares))
        key = f"draw-{number + 1}"
        title = f"The {ORDER[number] if len(numbers.strategy.counts) == 3 else number + 1} draw"
        note = "who draws, and what the other drew: now for the button (BTN), last time for the big blind (BB)"
        pictures[key] = bars(title, legend, rows, note, 78)
        mean = numbers.all_drawn(number)
        lines += [f"## {title}", ""]
        summary = ", ".join([f"{KNOWN[c] if c else 'pat'} {_share(x)}" for c, x in zip(counts, mean, strict=True)])
        lines += [f"Over all hands: {summary}.", "", *_picture(name, key, title)]
    return "\n".join(lines), pictures


def _breaking(numbers: Numbers, name: str) -> tuple[str, dict[str, Drawing]]:
    lines = _head(numbers, "Pat or break, and snowing")
    lines += [
        "How often a made hand stands pat, in per cent: for each high card the smoothest and the roughest hand. From "
        "the second draw on the strategy merges hands with similar prospects, so neighbours may have the same number.",
        "",
    ]
    pictures = {}
    hands = [hand for _, smooth, rough in numbers.tops() for hand in (smooth, rough)]
    for number in range(len(numbers.strategy.counts)):
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
    last = len(numbers.strategy.counts) - 1
    snows = []
    for number in range(1, last + 1):
        for seat in (BLIND, BUTTON):
            for known in (0, 1, 2, 3):
                kinds = numbers.pat_range(number, seat, known)
                if kinds:
                    trash = sum([kinds.get(k, 0.0) for k in TRASH])
                    high = sum([share for k, share in kinds.items() if k[0] in "QKA" and k.endswith("-low")])
                    snows.append((f"draw {number + 1}: {SHORT[seat]} v {COUNTS[known]}", [trash, high]))
    pictures["snow"] = grid("What stands pat with nothing", ["pair or worse", "queen, king, ace"], snows, "", 130)
    lines += [
        "## Snowing",
        "",
        "Of the hands that stand pat, the share that is a pair or worse, and the share that is a queen-low or rougher. "
        "Each row names the draw, who stands pat, and what the opponent drew.",
        "",
        *_picture(name, "snow", "What stands pat with nothing"),
    ]
    return "\n".join(lines), pictures


def _betting(numbers: Numbers, name: str) -> tuple[str, dict[str, Drawing]]:
    lines = _head(numbers, "Betting by the draws")
    lines += [
        "How often a player bets if nobody has bet, by what both have just drawn. The row is the player who bets.",
        "",
    ]
    pictures = {}
    last = len(numbers.strategy.counts)
    for street in range(1, last + 1):
        counts = numbers.strategy.counts[street - 1]
        rows: list[tuple[str, list[float]]] = []
        for seat in (BLIND, BUTTON):
            rows.append((f"the {WHO[seat]}" + (" is first" if seat else ", checked to"), []))
            rows += [(_drew(own), [numbers.betting(street, seat, own, other) for other in counts]) for own in counts]
        title = f"Betting after draw {street}"
        pictures[f"bet-{street}"] = grid(title, [f"other\n{_drew(c)}" for c in counts], rows)
        lines += [f"## After draw {street}", ""]
        if street < last:
            lines += [
                f"The player who drew fewer cards bets {_share(numbers.ahead(street))}, the player who drew more "
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
    street = len(numbers.strategy.counts)
    shares_by_kind = [numbers.by_kind(street, seat, own, other, "" if seat else "x") for seat, own, other in pairs]
    kinds = [k for k in dict.fromkeys(numbers.kinds) if any(k in f for f in shares_by_kind)]
    rows = [(_row(k), [f[k][1] if k in f else float("nan") for f in shares_by_kind]) for k in kinds]
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
        "A bluff here beats fewer than one in twenty of the hands that continue.",
        "",
        "## Who calls",
        "",
        *_picture(name, "end-calls", "Calling or raising the last bet"),
    ]
    return "\n".join(lines), pictures


def _claims(numbers: Numbers) -> str:
    lines = _head(numbers, "What players say, and what the solver does")
    lines += [
        "The claims are in our words, with their sources. Some come from a subgame of the last draw alone "
        "(*strategy_checks*). A rule of the program derives each verdict from the figure.",
        "",
        "| | players say | from | the solver | |",
        "|---|---|---|---|---|",
    ]
    for claim in CLAIMS:
        figures, verdict, _ = claim.answer(numbers)
        lines.append(f"| {claim.topic} | {claim.said} | {claim.source} | {figures} | **{verdict}** |")
    return "\n".join([*lines, ""])


def _hypotheses(numbers: Numbers) -> str:
    watched = numbers.table
    lines = _head(numbers, "Seven hypotheses about pat hands and draws")
    lines += [
        "N. Kundum, *How Low to Aim in 2-7 Triple Draw: Pat, Break and Discard Decisions of the Strongest Arena Bots* "
        "(October 2026), studied hands of the strongest bots of an arena and wrote down what a solver should find. The "
        "hypotheses are in our words. The bots' games have a cap of five bets and their own abstractions, and the "
        "strongest of them is not an equilibrium, so a difference says only that the two differ. A decision is mixed "
        "if a choice is taken in one to nine of ten cases. A rule of the program derives each verdict.",
        "",
        (
            f"Six-handed figures are frequencies in {watched.hands:,} hands of {watched.seats} players `multiway`, not "
            "solved."
            if watched.hands
            else "No hands of six were watched (`--hands`), so their figures are missing."
        ),
        "",
        "| | hypothesis | the bots | our strategy | |",
        "|---|---|---|---|---|",
    ]
    for one in HYPOTHESES:
        figures, verdict, _ = one.answer(numbers)
        lines.append(f"| {one.topic} | {one.said} | {one.source} | {figures} | **{verdict}** |")
    return "\n".join([*lines, ""])


def _beliefs(numbers: Numbers) -> str:
    lines = _head(numbers, "Beliefs that the solver contradicts")
    lines += [
        "Claims that the solver disagrees with, fully or in part. The solver plays against one opponent, who knows its "
        "strategy; most of the advice was written for tables of six. [All claims](27td-claims.md) has the others too.",
        "",
    ]
    for wanted, title in ((False, "Contradicted"), (None, "Contradicted in part")):
        lines += [f"## {title}", ""]
        lines += _denials(numbers, wanted, True)
    lines += ["## What the last draw alone would suggest", ""]
    lines += [
        "A subgame of the last draw and the last bets, with the hands that arrive if nobody bets before, suggests "
        "these claims. With the whole hand played the answer differs.",
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
    """A short name for a kind of hand."""
    return kind.replace(" or ", ", ")


def _drew(count: int) -> str:
    return "pat" if not count else f"drew {count}"


def _share(share: float) -> str:
    if isnan(share):
        return "–"
    return f"{100 * share:.1f}%" if share < 0.095 else f"{100 * share:.0f}%"
