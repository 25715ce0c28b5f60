"""Questions of a person, answered from what was seen: nothing is moved for one."""
