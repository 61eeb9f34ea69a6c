"""Limits for each client, person and address."""
