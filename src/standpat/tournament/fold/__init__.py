"""The fold of a tournament's events: `apply` adds one to the state."""
