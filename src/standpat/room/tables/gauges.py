"""The room's present values, for `Metrics.show`."""

from standpat.room.tables.room import Room


def gauges(room: Room) -> dict[str, float]:
    """The values by name."""
    actors = room.tables.values()
    written, pool = room.store.metrics, room.pool
    return {
        "tables": len(actors),
        "tables_aside": len(room.repairs.aside),
        "hands_running": sum([not actor.live_over for actor in actors]),
        "viewers": sum([len(actor.viewers) for actor in actors]),
        "lobby_viewers": len(room.lobby.viewers),
        "store_queued": written.queued,
        "store_commits": written.commits,
        "store_batches": written.batches,
        "store_failed": written.failed,
        "store_seconds": written.seconds,
        "bot_processes": len(pool.processes()) if pool else 0,
        "bot_jobs": pool.done if pool else 0,
        "bot_jobs_failed": pool.failed if pool else 0,
        "bot_deaths": pool.deaths if pool else 0,
    }
