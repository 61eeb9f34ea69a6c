"""The web application: HTTP, sockets, pages, and what keeps strangers from harm."""
