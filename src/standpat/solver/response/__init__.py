"""How far from an equilibrium: exact best responses, and lower bounds on real deals."""
