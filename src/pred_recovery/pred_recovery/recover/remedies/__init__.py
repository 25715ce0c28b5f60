"""The ways to cure a failed subgoal that strategies choose from."""
