"""Counterfactual regret minimisation: passes over a problem, training, memory, checkpoints."""
