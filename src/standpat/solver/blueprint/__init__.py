"""Blueprints of triple draw: hours of training, and the export to a strategy file."""
