"""Random hands over the whole rule space, played by the kernel and then by `Hand`, and compared at every decision."""

from dataclasses import dataclass, field
from random import Random

import numpy as np
from msgspec import structs

from play import random_game
from standpat import Bet, Call, Check, Discard, Fold, Hand, Raise, Stakes
from standpat.cards.card import text
from standpat.compute.rank_table import TABLES
from standpat.engine.action import Action, Legal
from standpat.engine.event import PotAwarded, Reshuffled, ShowdownShow
from standpat.engine.games import ANTE_BY, Game
from standpat.lab.dealer import KernelDealer
from standpat.lab.kernel import play
from standpat.lab.kernel.hands import Hands
from standpat.lab.kernel.state import FOLD, PASS


@dataclass
class Report:
    """The counts of a comparison. `differences` has the first difference of each hand that differs."""

    hands: int = 0
    decisions: int = 0
    reshuffles: int = 0
    showdowns: int = 0
    side_pots: int = 0
    split_pots: int = 0
    games: set[str] = field(default_factory=set)
    houses: set[str] = field(default_factory=set)
    differences: list[str] = field(default_factory=list)

    def add(self, other: "Report") -> None:
        for name in ("hands", "decisions", "reshuffles", "showdowns", "side_pots", "split_pots"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.games |= other.games
        self.houses |= other.houses
        self.differences += other.differences


# Probabilities in 256ths: the four of `standpat.lab.kernel.play`. In some hands the players never fold and discard
# many cards, so that the deck runs out.
HABITS = [
    (85, 128, 128, 256),
    (20, 60, 128, 128),
    (2, 10, 220, 100),
    (0, 20, 200, 80),
    (10, 200, 100, 60),
    (5, 120, 60, 20),
    (10, 60, 0, 60),
]


def random_setting(random: Random) -> tuple[Game, Stakes, list[int]]:
    seats = random.choice((2, 3, 4, 5, 6, 6))
    big_blind = random.choice((1, 2, 3, 4, 8, 10, 25))
    ante = random.choice((0, 0, 0, 1, 4, 2 * big_blind))
    stakes = Stakes(random.randint(0, big_blind), big_blind, ante, random.choice(ANTE_BY))
    deep = random.choice((3, 8, 30, 60))
    stacks = [random.randint(1, deep * big_blind) for _ in range(seats)]
    kind = random.random()
    if kind < 0.3:
        stacks = [100 * big_blind] * seats
    elif kind < 0.6:  # all-ins of exactly half a bet, and of one chip more or less
        halves = [random.randint(1, 6 * deep) * big_blind // 2 for _ in stacks]
        stacks = [max(1, stakes.ante + chips + random.choice((0, 0, 1))) for chips in halves]
    elif kind < 0.8:  # a ladder of small all-ins under deep stacks
        base = random.randint(1, 8 * big_blind)
        stacks = [stakes.ante + base + random.randint(0, 1 + big_blind // 2) for _ in stacks]
        for seat in range(seats):
            if random.random() < 0.4:
                stacks[seat] = 60 * big_blind
    return under_tournament_rules(random, random_game(random)), stakes, stacks


def under_tournament_rules(random: Random, game: Game) -> Game:
    """Half of the games with the house rules of tournaments, which no form of a table offers (R7.5, T4.6)."""
    if random.random() < 0.5:
        return game
    house = structs.replace(
        game.house,
        all_ins_shown=random.random() < 0.5,
        full_blinds=game.betting == "pot-limit" and random.random() < 0.7,
    )
    return structs.replace(game, house=house)


def random_deck(random: Random) -> list[int]:
    """52 cards in the order of the deal.

    In one deck of three, four or two places get the same ranks, so that they tie.
    """
    deck = random.sample(range(52), 52)
    if random.random() < 0.33:
        ranks = random.sample(range(13), 10)
        turns = [random.randrange(4) for _ in ranks]
        front = [
            4 * ranks[5 * (place // 4) + k] + (place + turns[5 * (place // 4) + k]) % 4
            for place in range(6)
            for k in range(5)
        ]
        deck = front + [card for card in deck if card not in front]
    return deck


def check(seed: int, hands: int) -> Report:
    """Play this number of random hands both ways."""
    random = Random(seed)
    settings = [random_setting(random) for _ in range(hands)]
    stacks = np.zeros((hands, 6), np.int64)
    for row, (_, _, chips) in enumerate(settings):
        stacks[row, : len(chips)] = chips
    seeds = [random.getrandbits(64) for _ in range(hands)]
    decks = [random_deck(random) for _ in range(hands)] if seed % 2 else None
    habits = np.array([random.choice(HABITS) for _ in range(hands)], np.int64)
    many = Hands(
        [(game, stakes) for game, stakes, _ in settings],
        stacks,
        np.array(seeds, np.uint64),
        which=np.arange(hands),
        decks=None if decks is None else np.array(decks),
    )
    log = np.zeros((hands * 120 + 1000, play.LOG_COLUMNS), np.int64)
    ends = np.zeros(hands, np.int64)
    assert play.play_logged(many.state, many.rules, many.which, TABLES, habits, np.uint64(seed), log, ends)

    report = Report()
    lines = log[: ends[-1]].tolist()
    starts = [0, *ends[:-1].tolist()]
    for row, (game, stakes, chips) in enumerate(settings):
        button = random.randrange(len(chips))
        dealer = KernelDealer(seeds[row], decks[row] if decks else None)
        trouble, hand = replay(game, stakes, chips, button, dealer, lines[starts[row] : ends[row]])
        trouble = trouble or differs(hand, many.state[row])
        if trouble:
            report.differences.append(f"seed {seed} hand {row}: {trouble} {game} {stakes} {chips}")
        pots = [event for event in hand.events if type(event) is PotAwarded]
        report.hands += 1
        report.decisions += ends[row] - starts[row]
        report.reshuffles += sum(type(event) is Reshuffled for event in hand.events)
        report.showdowns += any(type(event) is ShowdownShow for event in hand.events)
        report.side_pots += max(0, len(pots) - 1)
        report.split_pots += sum(len(event.winners) > 1 for event in pots)
        report.games.add(game.id)
        report.houses.add(game.house.name)
    return report


def replay(
    game: Game, stakes: Stakes, stacks: list[int], button: int, dealer: KernelDealer, lines: list[list[int]]
) -> tuple[str, Hand]:
    """Apply the kernel's decisions in `Hand`. Returns the first difference, or "", and the hand."""
    seats = len(stacks)
    seat_of = [(button + 1 + place) % seats for place in range(seats)]
    by_seat = [0] * seats
    for place, chips in enumerate(stacks):
        by_seat[seat_of[place]] = chips
    hand = Hand(game, stakes, by_seat, button, dealer)
    for at, (place, drawing, call, min_to, max_to, packed, action) in enumerate(lines):
        if hand.to_act != seat_of[place] or hand.drawing != drawing:
            return f"decision {at}: place {place} acts there, seat {hand.to_act} here", hand
        held = hand.cards(seat_of[place])
        if held != tuple([packed >> 6 * k & 63 for k in range(5)]):
            return f"decision {at}: other cards, {text(held)} here", hand
        legal = hand.legal
        want = expected(drawing, call, min_to, max_to, hand)
        if legal != want:
            return f"decision {at}: {want} there, {legal} here", hand
        hand.apply(translate(action, drawing, legal, held))
    return ("", hand) if hand.over else ("not over here", hand)


def expected(drawing: int, call: int, min_to: int, max_to: int, hand: Hand) -> Legal:
    """The kernel's decision in the terms of `Hand`."""
    if drawing:
        return Legal(draw=hand.game.max_discards)
    bounds = (min_to, max_to) if max_to else None
    bet, raise_ = (None, bounds) if hand.betting.price else (bounds, None)
    return Legal(call > 0, call == 0, call or None, bet, raise_)  # type: ignore[arg-type]


def translate(action: int, drawing: int, legal: Legal, held: tuple[int, ...]) -> Action:
    if drawing:
        return Discard(tuple([card for k, card in enumerate(held) if action >> k & 1]))
    if action == FOLD:
        return Fold()
    if action == PASS:
        return Check() if legal.check else Call()
    return Bet(action) if legal.bet else Raise(action)


def differs(hand: Hand, row: np.void) -> str:
    """Compare the ends of both: nets, cards, shown hands, draws, reshuffles, pots, the rest of the stub."""
    seats = len(hand.stacks)
    order = [(hand.button + 1 + place) % seats for place in range(seats)]
    assert hand.nets is not None
    shown = {event.seat for event in hand.events if type(event) is ShowdownShow}
    pots = [event.pot for event in hand.events if type(event) is PotAwarded]
    reshuffled = sum(type(event) is Reshuffled for event in hand.events)
    here = {
        "nets": [hand.nets[seat] for seat in order],
        "live": [hand.live[seat] for seat in order],
        "shown": [seat in shown for seat in order],
        "draws": [hand.draws[seat] for seat in order],
        "cards": [hand.cards(seat) for seat in order if hand.live[seat]],
        "reshuffles": reshuffled,
        "pots": len(pots),
        "left": hand.dealer.left(),
        "to_act": -1,
    }
    live, showed = int(row["live"]), int(row["shown"])
    there = {
        "nets": (row["stack"] - row["start"])[:seats].tolist(),
        "live": [bool(live >> place & 1) for place in range(seats)],
        "shown": [bool(showed >> place & 1) for place in range(seats)],
        "draws": [row["drawn"][place, : len(hand.draws[seat])].tolist() for place, seat in enumerate(order)],
        "cards": [tuple(row["cards"][place].tolist()) for place in range(seats) if live >> place & 1],
        "reshuffles": int(row["reshuffles"]),
        "pots": int(row["pots"]),
        "left": int(row["left"]),
        "to_act": int(row["to_act"]),
    }
    return ", ".join([f"{name} {there[name]} there, {here[name]} here" for name in here if here[name] != there[name]])
