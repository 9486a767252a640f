"""Solving: one plan of tasks for any game, run by processes, a Dask cluster or a GPU; its files; what is known then.

Import the modules: rooms stand between those below (contract, packed, folder) and those above (plan, run, verify).
"""
