"""The result of a tournament as the API shows it (`standpat.protocol.tournament`): its course and its hands.

A list of hands has only what all saw who were at the table.
"""

from standpat.protocol.tournament import CourseView, HandRow, HandRun, TableHands
from standpat.room.store.journal import HandRecord
from standpat.tournament.course import Course


def course_view(course: Course, user: str) -> CourseView:
    """The course of a tournament as a user sees it; "" is a visitor."""
    tables = [
        TableHands(number, tuple([HandRun(run.level, run.last - run.first + 1) for run in runs]))
        for number, runs in course.tables.items()
    ]
    return CourseView(
        course.began, course.ended, course.hands, course.of([user] if user else []), course.left, tuple(tables)
    )


def hand_row(hand: HandRecord, user: str, *, counts: bool) -> HandRow:
    """A finished hand in the list, as a user sees it; one that does not count changed nothing."""
    nets = (hand.nets or ()) if counts else ()
    won = sorted([(name, net) for name, net in zip(hand.names, nets, strict=False) if net > 0], key=lambda one: -one[1])
    lost = [
        name for name, net, stack in zip(hand.names, nets, hand.stacks, strict=False) if net < 0 and stack + net == 0
    ]
    own = nets[hand.users.index(user)] if nets and user in hand.users else None
    return HandRow(hand.key, hand.hand_no, hand.game.id, tuple(won), tuple(lost), own, counts)
