"""Counterfactual regret minimisation: sweeps over a problem, training, memory, checkpoints."""
