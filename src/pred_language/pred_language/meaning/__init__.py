"""What words stand for: the task that a sentence asks for, and the classes, places and people that words mean."""
