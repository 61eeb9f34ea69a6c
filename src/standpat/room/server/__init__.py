"""The web application: HTTP, sockets, pages, and protection against strangers.

| module | contents |
|---|---|
| `app` | the application, its addresses, the log |
| `server`, `config`, `connections` | uvicorn with the room's protocols; the limits of connections |
| `http_protocol`, `socket_protocol` | uvicorn's protocols, with limits |
| `api` | the JSON API, one module for each subject |
| `sockets` | the WebSockets of tables and of the lobby |
| `pages`, `html_pages` | the addresses of pages; the HTML of each |
| `assets`, `bundle` | the files of pages, under the digest of their contents; a page's modules as one script |
| `visitor` | who sends a request |
| `idempotency` | requests with an ``Idempotency-Key``, which are done once |
| `security`, `host_name` | headers and origins; the host names that the room answers to |
| `finished_hands`, `downloads`, `hand_text` | who may see a finished hand; its files; its text |
| `log_sample` | a log that does not grow with an attack |
"""
