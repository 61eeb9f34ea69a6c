"""The room from the other side: a client for bots and tests, and programs that speak the poker-arena protocol."""
