"""The strategies that the parameter ``recovery`` chooses from, a module each."""
