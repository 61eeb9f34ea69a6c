"""One betting round (R4.2, R4.4, R5): `standpat.engine.betting`, compiled. The rules are documented there."""

from standpat.compute.compiled import inner_kernel
from standpat.lab.kernel.state import (
    ALL,
    COUNT,
    FIRST,
    FIXED_LIMIT,
    MOST_SEATS,
    NOBODY,
    PLACE,
    POT_LIMIT,
    UNCAPPED,
    WHOLE,
    Row,
)


@inner_kernel
def open_round(hand: Row, rule: Row) -> None:
    """Begin a round: nothing is bet yet, and every place that can bet will be asked."""
    for place in range(MOST_SEATS):
        hand.commit[place] = 0
    hand.price = 0
    hand.wagers = 0
    hand.aggressor = NOBODY
    hand.full = rule.bet[WHOLE(hand.street) & PLACE]
    hand.next_full = hand.full
    hand.cap = rule.cap if rule.cap_heads_up or COUNT[hand.live & ALL] > 2 else UNCAPPED
    hand.acted = 0
    hand.waiting = hand.able


@inner_kernel
def open_with_blind(hand: Row, rule: Row) -> None:
    """Take the full big blind as the price (R3.6) and the first wager (R5.3)."""
    hand.price = rule.big_blind
    hand.wagers = 1
    hand.next_full = rule.big_blind + hand.full


@inner_kernel
def contested(hand: Row) -> bool:
    """Whether two places can still bet."""
    return bool(hand.able & (hand.able - 1))


@inner_kernel
def next_place(hand: Row, start: int) -> int:
    """The first place from `start` on that has a decision, or NOBODY."""
    if contested(hand):
        asked = hand.waiting & hand.able
        later = asked >> start << start
        return int(FIRST[(later if later else asked) & ALL])
    alone = int(FIRST[hand.able & ALL])
    if alone != NOBODY:
        for place in range(hand.seats):
            if hand.live >> place & 1 and hand.commit[place] > hand.commit[alone]:
                return alone
    return NOBODY


@inner_kernel
def blind_places(hand: Row) -> tuple[int, int]:
    """The places of the small and of the big blind (R3.3)."""
    return (1, 0) if hand.seats == 2 else (0, 1)


@inner_kernel
def missing_blinds(hand: Row, rule: Row) -> int:
    """The chips by which the blinds are short (T4.6)."""
    small, big = blind_places(hand)
    ante = 0 if rule.ante_by_big else rule.ante
    left_small = hand.start[small] - min(ante, hand.start[small])
    left_big = hand.start[big] - min(ante, hand.start[big])
    return int(max(0, rule.small_blind - left_small) + max(0, rule.big_blind - left_big))


@inner_kernel
def find_legal(hand: Row, rule: Row, place: int) -> None:
    """Set `call`, `min_to` and `max_to` for the place to act."""
    stack = hand.stack[place]
    owed = hand.price - hand.commit[place]
    hand.call = min(owed, stack)
    hand.min_to = 0
    hand.max_to = 0
    if owed >= stack or not contested(hand):
        return
    risen = hand.price - hand.acted_at[place] if hand.acted >> place & 1 else hand.full
    all_in = hand.commit[place] + stack
    if rule.betting == FIXED_LIMIT:
        may = (2 * risen >= hand.full) & (hand.wagers < hand.cap)
        hand.min_to = hand.max_to = min(hand.next_full, all_in) if may else 0
    elif risen >= hand.full:
        least = hand.price + hand.full
        most = all_in
        if rule.betting == POT_LIMIT:
            pot = owed
            if rule.full_blinds and hand.street == 0:
                pot += missing_blinds(hand, rule)
            for other in range(hand.seats):
                pot += hand.start[other] - hand.stack[other]
            most = min(most, max(least, hand.price + pot))
        hand.min_to = min(least, most)
        hand.max_to = most


@inner_kernel
def passes(hand: Row, place: int) -> None:
    """The place to act checks or calls."""
    hand.stack[place] -= hand.call
    hand.commit[place] += hand.call
    hand.acted |= 1 << place
    hand.acted_at[place] = hand.price
    hand.waiting &= ~(1 << place)


@inner_kernel
def wager(hand: Row, rule: Row, place: int, to: int) -> None:
    """The place to act bets or raises within the bounds."""
    rise = to - hand.price
    limit = rule.betting == FIXED_LIMIT
    full = to >= hand.next_full or 2 * rise >= hand.full if limit else rise >= hand.full
    if full or not limit or hand.price == 0:
        hand.aggressor = place
    hand.stack[place] -= to - hand.commit[place]
    hand.commit[place] = to
    hand.price = to
    if full:
        hand.wagers += 1
        hand.acted = 0
        if limit:
            hand.next_full = (to if rule.additive else hand.next_full) + hand.full
        else:
            hand.full = rise
    elif rule.additive and hand.wagers:
        hand.next_full = to + hand.full
    hand.acted |= 1 << place
    hand.acted_at[place] = to
    hand.waiting = hand.able & ~(1 << place)


@inner_kernel
def end_round(hand: Row) -> None:
    """Return chips that nobody could match (R5.6)."""
    top = second = owner = 0
    for place in range(hand.seats):
        chips = hand.start[place] - hand.stack[place] - hand.dead[place]
        owner = place if chips > top else owner
        second = max(second, min(top, chips))
        top = max(top, chips)
    if top > second:
        hand.stack[owner] += top - second
        hand.able |= hand.live & 1 << owner
