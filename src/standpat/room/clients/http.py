"""One HTTP request to a room."""

import json
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPSConnection
from typing import Any, NamedTuple
from urllib.parse import urlsplit


class Answer(NamedTuple):
    """An answer.

    `value` is decoded JSON, or text if it is not JSON. `cookies` are the cookies that were set, by name.
    """

    status: int
    value: Any
    cookies: dict[str, str]


def request(
    url: str, method: str, path: str, body: Mapping[str, Any] | None, headers: Mapping[str, str], timeout: float
) -> Answer:
    """Send a request.

    Args:
        url: The room's address.
        method: The method.
        path: The path.
        body: The JSON body; None for none.
        headers: Further headers.
        timeout: Seconds for connecting and for each wait.

    Raises:
        OSError: There is no answer.
    """
    parts = urlsplit(url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=timeout)
    try:
        sent = None if body is None else json.dumps(body)
        connection.request(method, path, sent, {"Content-Type": "application/json", **headers})
        response = connection.getresponse()
        text = response.read().decode()
        cookies: dict[str, str] = {}
        for cookie in response.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            cookies[name] = value.strip('"')
        is_json = response.getheader("Content-Type", "").startswith("application/json")
        return Answer(response.status, json.loads(text) if is_json else text, cookies)
    finally:
        connection.close()
