"""Which instance a subgoal is about, and looking for one."""
