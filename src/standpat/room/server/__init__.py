"""The web application: HTTP, sockets, pages, and what keeps strangers from harm.

| module | what it has |
|---|---|
| `app` | which address is served by what |
| `server`, `config`, `connections` | uvicorn with the room's protocols; every connection and who goes |
| `http_protocol`, `socket_protocol` | uvicorn's protocols, bounded |
| `api` | the JSON API, a module for each subject |
| `sockets` | the WebSocket of a table and that of the lobby |
| `pages`, `html_pages` | the pages' addresses; the HTML of each |
| `assets`, `bundle` | the pages' files, named by what is in them; a page's modules as one script |
| `visitor` | who a request comes from |
| `idempotency` | requests with an ``Idempotency-Key``, done once |
| `security`, `host_name` | headers and origins; the names the room answers to |
| `finished_hands`, `downloads`, `hand_text` | who may see a finished hand; the file of it; its text |
| `log_sample` | a log that does not grow with an attack |
"""
