"""The teacher: `lesson` has the guided hands of a first visit, `advice` the hints at a table."""
