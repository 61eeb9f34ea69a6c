"""Environments for learners, in the conventions of three libraries. They need the extra `env`.

`vector.DrawVectorEnv` is a Gymnasium vector environment over the kernel, thousands of tables in one call; `aec.DrawEnv`
is a PettingZoo AEC environment, one table; `openspiel` registers a game with OpenSpiel. The first two share the actions
of `menu` and the observations of `observation`, whose fields are told there and in `docs/environments.md`.
"""
