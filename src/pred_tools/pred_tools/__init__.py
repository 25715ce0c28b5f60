"""What people use around a robot: recording, replay, the live view, and the story, cards, map and film of a run."""
