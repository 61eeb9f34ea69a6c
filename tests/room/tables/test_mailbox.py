"""Jobs are done in the order in which they were posted."""

import asyncio

import pytest

from standpat.room.store import StoreError, ledger
from standpat.room.tables.mailbox import Job, Mailbox


def test_jobs_are_taken_in_order_until_the_end() -> None:
    async def scene() -> None:
        mailbox, done = Mailbox(), list[int]()

        def job(number: int) -> Job:
            async def run() -> None:
                done.append(number)

            return run

        async def work() -> None:
            while (next_job := await mailbox.next()) is not None:
                await next_job()

        mailbox.post(job(1))
        mailbox.post(job(2))
        task = asyncio.create_task(work())
        await asyncio.sleep(0)
        assert done == [1, 2]
        mailbox.post(job(3))  # it waits for one
        mailbox.post(job(4))
        mailbox.end()
        await asyncio.wait_for(task, 1)
        assert done == [1, 2, 3, 4]

    asyncio.run(scene())


def test_who_stops_waiting_for_a_job_misses_none() -> None:
    async def scene() -> None:
        mailbox = Mailbox()
        waiting = asyncio.create_task(mailbox.next())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        mailbox.end()
        assert await asyncio.wait_for(mailbox.next(), 1) is None

    asyncio.run(scene())


@pytest.mark.parametrize(("error", "raised"), [(ValueError("no"), False), (StoreError("no"), True)])
def test_an_error_reaches_who_asked_and_the_databases_the_task_too(error: Exception, raised: bool) -> None:
    async def scene() -> None:
        mailbox = Mailbox()

        async def fail() -> int:
            raise error

        asked = asyncio.create_task(mailbox.ask(fail))
        job = await mailbox.next()
        assert job is not None
        if raised:
            with pytest.raises(StoreError):
                await job()
        else:
            await job()
        with pytest.raises(type(error)):
            await asked

    asyncio.run(scene())


def test_an_overdraft_is_for_who_asked_alone() -> None:
    async def scene() -> None:
        mailbox = Mailbox()

        async def fail() -> int:
            raise ledger.Overdraft("too little")

        asked = asyncio.create_task(mailbox.ask(fail))
        job = await mailbox.next()
        assert job is not None
        await job()
        with pytest.raises(ledger.Overdraft):
            await asked

    asyncio.run(scene())
