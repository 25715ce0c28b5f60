"""What actions need and do: PDDL, a simulation of plans, and the search for repairs."""
