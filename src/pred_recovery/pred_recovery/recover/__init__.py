"""What is tried after a subgoal failed."""
