"""The state machine (R4): start a hand, do an action, continue to the next decision. `standpat.engine.hand`, compiled.

`tables` is `standpat.compute.rank_table.TABLES` in all functions.
"""

from standpat.compute.compiled import inner_kernel, lean_kernel
from standpat.lab.kernel import betting, muck, pot
from standpat.lab.kernel.state import ALL, COUNT, FIRST, FOLD, MOST_SEATS, MOST_STREETS, NONE, PASS, PLACE, WHOLE, Row


@lean_kernel
def start(hand: Row, rule: Row, tables: Row) -> None:
    """Post, deal and ask the first place. `seats`, `start`, `random` and the stub (`muck.new_deck`) are already set;
    everything else is set here.
    """
    seats = WHOLE(hand.seats)
    hand.street = 0
    hand.drawing = 0
    hand.live = hand.able = (1 << seats) - 1
    hand.shown = 0
    hand.folded = 0
    hand.burned = 0
    hand.earlier = 0
    hand.served = 0
    hand.reshuffles = 0
    hand.pots = 0
    ante = 0 if rule.ante_by_big else rule.ante
    for place in range(MOST_SEATS):
        hand.stack[place] = hand.start[place] - min(ante, hand.start[place])
        hand.dead[place] = 0
        hand.thrown[place] = 0
        hand.thrown_now[place] = 0
        hand.thrown_before[place] = 0
        for draw in range(MOST_STREETS):
            hand.drawn[place, draw] = 0
    betting.open_round(hand, rule)
    small, big = betting.blind_places(hand)
    _post(hand, small, rule.small_blind)
    _post(hand, big, rule.big_blind)
    if rule.ante_by_big:
        hand.dead[big] = min(rule.ante, hand.stack[big])
        hand.stack[big] -= hand.dead[big]
    for place in range(seats):
        if hand.stack[place] == 0:
            hand.able &= ~(1 << place)
    betting.open_with_blind(hand, rule)
    muck.deal_all(hand)
    _ask(hand, rule, tables, big + 1)


@inner_kernel
def _post(hand: Row, place: int, amount: int) -> None:
    amount = min(amount, hand.stack[place])
    hand.stack[place] -= amount
    hand.commit[place] = amount


@lean_kernel
def allowed(hand: Row, rule: Row, action: int) -> bool:
    """Whether the place to act may do this action."""
    if hand.to_act < 0:
        return False
    if hand.drawing:
        return 0 <= action < 32 and COUNT[action] <= rule.max_discards
    if action == FOLD:
        return bool(hand.call > 0)
    return action == PASS or bool(action > 0 and hand.min_to <= action <= hand.max_to)


@inner_kernel
def act(hand: Row, rule: Row, tables: Row, action: int) -> None:
    """Do an action that is `allowed`."""
    if hand.drawing:
        _draw(hand, rule, tables, action)
        return
    place = WHOLE(hand.to_act) & PLACE
    if action == FOLD:
        hand.live &= ~(1 << place)
        hand.able &= ~(1 << place)
        folded = hand.folded
        for k in range(5):
            folded |= 1 << hand.cards[place, k]
        hand.folded = folded
        if hand.live & (hand.live - 1) == 0:
            betting.end_round(hand)
            pot.settle(hand, rule, tables)
            return
    else:
        if action == PASS:
            betting.passes(hand, place)
        else:
            betting.wager(hand, rule, place, action)
        if hand.stack[place] == 0:
            hand.able &= ~(1 << place)
    _ask(hand, rule, tables, place + 1)


@inner_kernel
def _ask(hand: Row, rule: Row, tables: Row, first: int) -> None:
    """Ask the next place that has a betting decision, or continue the hand."""
    place = betting.next_place(hand, first)
    hand.to_act = place
    if place >= 0:
        betting.find_legal(hand, rule, place)
        return
    betting.end_round(hand)
    if hand.street == rule.draws:
        pot.settle(hand, rule, tables)
        return
    hand.street += 1
    hand.drawing = 1
    hand.call = 0
    hand.min_to = 0
    hand.max_to = 0
    muck.burn(hand, rule.burn)
    hand.to_draw = hand.live
    hand.to_act = FIRST[hand.live & ALL]


@lean_kernel
def _draw(hand: Row, rule: Row, tables: Row, mask: int) -> None:
    place = WHOLE(hand.to_act)
    hand.drawn[place, hand.street - 1] = COUNT[mask]
    muck.throw(hand, place, mask)
    hand.to_draw &= ~(1 << place)
    if rule.announced:
        hand.announced[place] = mask
        if hand.to_draw == 0:
            _serve_all(hand, rule)
    else:
        muck.serve(hand, rule, place, mask, hand.to_draw != 0)
    if hand.to_draw:
        hand.to_act = FIRST[hand.to_draw & ALL]
        return
    muck.end_round(hand)
    hand.drawing = 0
    betting.open_round(hand, rule)
    _ask(hand, rule, tables, NONE)


@lean_kernel
def _serve_all(hand: Row, rule: Row) -> None:
    """Deal the replacements in the same order once everybody has announced (R6.2)."""
    wanted = 0
    seats = WHOLE(hand.seats)
    for place in range(seats):
        if hand.live >> place & 1:
            wanted += COUNT[hand.announced[place]]
    for place in range(seats):
        if hand.live >> place & 1:
            mask = WHOLE(hand.announced[place])
            wanted -= COUNT[mask]
            muck.serve(hand, rule, place, mask, wanted > 0)
