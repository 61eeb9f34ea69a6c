"""Environments for learning agents, in the conventions of three libraries. They need the extra `env`.

`vector.DrawVectorEnv` is a Gymnasium vector environment over the kernel, with thousands of tables in one call.
`aec.DrawEnv` is a PettingZoo AEC environment of one table. `openspiel` registers a game with OpenSpiel. The first two
share the actions of `menu` and the observations of `observation`, whose fields are documented there and in
`docs/environments.md`.
"""
