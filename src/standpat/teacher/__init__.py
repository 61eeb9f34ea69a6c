"""The teacher: what a player learns from (`lesson` has the guided hands of a first visit)."""
