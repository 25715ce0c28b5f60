"""The rooms the robot walks through, and its eyes."""
