"""The web application: which address is served by what.

`create(store)` is the ASGI application of a room; the room is opened when the server starts and closed, the store
with it, when it stops.
`serve` runs it. Logs are JSON lines of what happened, never of what was in a frame: neither a card nor a seed is in
one, whatever its level, nor the text of an error.
"""

import asyncio
import contextlib
import gc
import json
import logging
import time
from collections.abc import AsyncIterator
from typing import Any, Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from standpat.room.limits.limit import LIMITS, Limits
from standpat.room.limits.password_tries import Tries
from standpat.room.limits.quota import Quotas
from standpat.room.server import assets as asset
from standpat.room.server import pages as page
from standpat.room.server.api.endpoint import missing
from standpat.room.server.api.routes import api_routes
from standpat.room.server.connections import Door
from standpat.room.server.host_name import Hosts
from standpat.room.server.log_sample import Sample
from standpat.room.server.security import Headers
from standpat.room.server.server import Config, Server
from standpat.room.server.sockets import lobby_socket, table_socket
from standpat.room.server.visitor import room_of
from standpat.room.store import Store
from standpat.room.tables.gauges import gauges
from standpat.room.tables.hand_runner import PACE, Pace
from standpat.room.tables.house_tables import FIRST
from standpat.room.tables.metrics import Metrics
from standpat.room.tables.program_seat import Programs
from standpat.room.tables.room import Room
from standpat.room.tables.table import NewTable
from standpat.room.tables.watch import Watch

GARBAGE: Final = (20_000, 20, 100)
"""Thresholds of the garbage collector. Nearly all that a room has lives long, and to go through it takes the longer the
more tables there are; with Python's own thresholds that is every second."""


def create(
    store: Store,
    *,
    pace: Pace = PACE,
    origins: tuple[str, ...] = (),
    hosts: tuple[str, ...] = (),
    limits: Limits = LIMITS,
    first: tuple[NewTable, ...] = FIRST,
    programs: Programs | None = None,
    watch: Watch | None = None,
) -> Starlette:
    """The application of the room on this database. `origins` are further addresses of its pages, `hosts` further names
    that it answers to (`standpat.room.server.host_name`). `programs` may be given seats as the house's players are."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        room = app.state.room = await Room.open(
            store, pace=pace, first=first, programs=programs, watch=watch, limits=limits, metrics=figures
        )
        try:
            yield
        finally:
            await room.close()

    figures = Metrics()
    for library in ("uvicorn", "websockets"):
        logging.getLogger(library).setLevel(logging.INFO)  # below that they tell frames
    middleware = [Middleware(Headers), Middleware(Hosts, names=(*origins, *hosts)), Middleware(Sockets)]
    handlers: dict[Any, Any] = {404: missing, 405: missing}
    app = Starlette(routes=_routes(), middleware=middleware, lifespan=lifespan, exception_handlers=handlers)
    app.state.origins = origins
    app.state.limits = limits
    app.state.refused = figures.refused
    app.state.quotas = Quotas(limits, figures.refused)
    app.state.tries = Tries(refused=figures.refused)
    return app


class Sockets:
    """ASGI middleware: sockets go straight to their endpoints. On the way through exception handlers and routers each
    would leave a dozen frames of coroutines behind, for as long as it is open."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lead a socket of a table to its endpoint, and everything else on."""
        match scope["path"].split("/") if scope["type"] == "websocket" else ():
            case "", "tables", table, "socket":
                scope["path_params"] = {"table": table}
                await table_socket(WebSocket(scope, receive, send))
            case "", "lobby", "socket":
                await lobby_socket(WebSocket(scope, receive, send))
            case _:
                await self._app(scope, receive, send)


def _routes() -> list[BaseRoute]:
    return [
        Route("/", page.lobby),
        Route("/tables/{table}", page.table),
        Route("/tables/{table}/rules", page.rules),
        Route("/hands/{hand}", page.hand),
        Route("/shared/{token}", page.shared),
        Route("/locale/{code}.json", page.locale),
        Route("/favicon.ico", page.icon),
        Route("/web/{path:path}", asset.file),
        *api_routes(),
        Route("/healthz", health),
        Route("/metrics", metrics),
    ]


async def health(request: Request) -> Response:
    """200 while the database takes what is written; else 503 and why."""
    trouble = room_of(request).pulse.trouble()
    return PlainTextResponse(f"{trouble}\n", 503) if trouble else PlainTextResponse("ok\n")


async def metrics(request: Request) -> Response:
    """The metrics, in Prometheus's text format."""
    room = room_of(request)
    door: Door | None = getattr(request.app.state, "door", None)
    room.metrics.show(gauges(room) | ({} if door is None else door.gauges()))
    return PlainTextResponse(await asyncio.to_thread(room.metrics.text), media_type="text/plain; version=0.0.4")


class JsonLines(logging.Formatter):
    """A log record as one line of JSON; `repeated` is how many like it were left out before (`Sample`)."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line of JSON."""
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "logger": record.name,
            "text": record.getMessage(),
        }
        if repeated := getattr(record, "repeated", 0):
            line["repeated"] = repeated
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
            trace = record.exc_info[2]
            while trace and trace.tb_next:
                trace = trace.tb_next
            if trace:
                line["place"] = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
        return json.dumps(line, ensure_ascii=False)


def serve(app: Starlette, host: str, port: int) -> None:
    """Run until a signal stops it, which finishes what is in hand."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    handler.addFilter(Sample())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    gc.set_threshold(*GARBAGE)
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C has stopped it already
        Server(Config(app, host, port)).run()
