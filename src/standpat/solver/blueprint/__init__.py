"""Blueprints of triple draw: a training of hours, and the export to a strategy file."""
