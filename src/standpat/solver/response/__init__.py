"""How far a strategy is from an equilibrium: exact best responses, and lower bounds on real deals."""
