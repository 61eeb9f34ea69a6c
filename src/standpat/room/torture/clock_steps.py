"""The machine's clock is changed while people play: by an hour and by twenty years, forward and back.

Two people play. At each step one of them is to act and waits until after the step. Play must continue after every step,
and no decision may time out.
"""

import asyncio
import sys
from typing import Final
from urllib.request import urlopen

from standpat.room.torture.check import Check, Finding
from standpat.room.torture.kills import cheapest
from standpat.room.torture.site import Site

STEPS: Final = (-3600.0, 3600.0, -631_152_000.0, 631_152_000.0, 7.0, -7.0)
"""Changes of the clock, in seconds."""
AFTER: Final = 1.5
"""How long the player waits after a step, in seconds. The room compares its clocks once a second."""
DECISIONS: Final = 12
"""Decisions for each step, half of them before it."""


async def clock_steps(site: Site) -> Finding:
    """The attack, as the module says."""
    site.kill()
    clock = site.folder / "clock"
    machine = (sys.executable, "-m", "standpat.room.torture.machine", str(clock))
    await asyncio.to_thread(site.start, program=machine)
    ahead, passed = 0.0, 0
    async with site.guest() as ann, site.guest() as bob:
        id = await ann.create(game="27td", seats=2)
        async with ann.table(id) as ann_table, bob.table(id) as bob_table:
            tables = (ann_table, bob_table)
            await ann_table.sit(800)
            await bob_table.sit(800)
            for step in STEPS:
                for number in range(DECISIONS):
                    async with asyncio.timeout(20):
                        while not (asked := [table for table in tables if table.legal]):
                            await asyncio.sleep(0.005)
                    if number == DECISIONS // 2:
                        ahead += step
                        clock.write_text(str(ahead), "ascii")
                        await asyncio.sleep(AFTER)
                    await asked[0].act(cheapest(asked[0]))
                passed += 1
    with urlopen(f"{site.url}/metrics", timeout=5) as response:
        lines = response.read().decode().splitlines()
    timeouts = next(float(line.split()[1]) for line in lines if line.startswith("standpat_timeouts_total "))
    return Finding(
        passed == len(STEPS) and timeouts == 0,
        f"{passed} steps of up to 20 years, {passed * DECISIONS} decisions, {timeouts:.0f} timed out",
        {"steps": passed, "decisions": passed * DECISIONS, "timeouts": timeouts},
    )


CHECKS: Final = (
    Check("clock-steps", "availability", "Setting the clock stops no table and times nobody out", clock_steps),
)
