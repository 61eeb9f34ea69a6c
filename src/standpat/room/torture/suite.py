"""All checks in the order in which they are run, and how they are run.

A check that raises an error counts as not withstood, because an attack without a result proves nothing. Each check has
its own time limit, so the time of all is at most the sum.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import Final

from standpat.room.torture import cheats, clock_steps, crowd, databases, floods, forgeries, kills, spies
from standpat.room.torture.check import Check, Finding, Outcome, Skipped
from standpat.room.torture.site import Ground

CHECKS: Final[tuple[Check, ...]] = (
    *cheats.CHECKS,
    *kills.CHECKS,
    *floods.CHECKS,
    *clock_steps.CHECKS,
    *crowd.CHECKS,
    *databases.CHECKS,
    *spies.CHECKS,
    *forgeries.CHECKS,
)

log = logging.getLogger("standpat.torture")


def chosen(names: Sequence[str]) -> list[Check]:
    """The checks with these names; all if there are none.

    Raises:
        ValueError: A name is unknown.
    """
    known = {check.name: check for check in CHECKS}
    for name in names:
        if name not in known:
            raise ValueError(f"--only {name}: expected some of {', '.join(known)}")
    return [known[name] for name in names] if names else list(CHECKS)


def run(
    checks: Sequence[Check], ground: Ground, report: Callable[[Outcome], None], *, patience: float = 1.0
) -> list[Outcome]:
    """Run checks one after the other.

    Args:
        checks: The checks.
        ground: Where databases come from.
        report: Called with each outcome.
        patience: A factor for the time limits.

    Returns:
        The outcomes.
    """
    outcomes = []
    for check in checks:
        outcome = _run(check, ground, patience)
        report(outcome)
        outcomes.append(outcome)
    return outcomes


def _run(check: Check, ground: Ground, patience: float) -> Outcome:
    began = time.monotonic()

    async def attack() -> Finding:
        with ground.site(check.options) as site:
            await asyncio.to_thread(site.start)
            async with asyncio.timeout(check.seconds * patience):
                return await check.attack(site)

    held: bool | None
    try:
        finding = asyncio.run(attack())
        held, said, figures = finding.held, finding.said, finding.figures
    except Skipped as reason:
        held, said, figures = None, str(reason), {}
    except TimeoutError:
        held, said, figures = False, f"not done after {check.seconds * patience:.0f} s", {}
    except Exception as error:
        log.debug("%s", check.name, exc_info=True)
        held, said, figures = False, f"{type(error).__name__}: {error}"[:300], {}
    return Outcome(check.name, check.kind, check.holds, held, said, figures, time.monotonic() - began)
