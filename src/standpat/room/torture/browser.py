"""A simple browser for checks: HTTP requests with a cookie jar, which return every status."""

import asyncio
import json
from http.cookiejar import CookieJar
from typing import Any, Final, NamedTuple
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

PATIENCE: Final = 15.0
"""How long to wait for an answer, in seconds."""


class Answer(NamedTuple):
    """A status and the decoded JSON of the answer; None if it is not JSON."""

    status: int
    body: Any


class Browser:
    """Visits the room at `url`."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._jar = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._jar))

    @property
    def cookies(self) -> dict[str, str]:
        """The cookies of the jar, by name."""
        return {cookie.name: cookie.value or "" for cookie in self._jar}

    async def get(self, path: str, **headers: str) -> Answer:
        """Request a page or an address of the API."""
        return await asyncio.to_thread(self._ask, path, None, headers)

    async def post(self, path: str, body: object = None, **headers: str) -> Answer:
        """Post JSON to an address of the API."""
        return await asyncio.to_thread(self._ask, path, {} if body is None else body, headers)

    def _ask(self, path: str, body: object, headers: dict[str, str]) -> Answer:
        data = None if body is None else json.dumps(body).encode()
        request = Request(self._url + path, data, {"Content-Type": "application/json", **headers})
        try:
            with self._opener.open(request, timeout=PATIENCE) as response:
                return Answer(response.status, _read(response.read()))
        except HTTPError as error:
            return Answer(error.code, _read(error.read()))


def _read(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return None
