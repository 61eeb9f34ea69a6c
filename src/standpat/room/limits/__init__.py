"""How much one client, one person and one address may have and do."""
