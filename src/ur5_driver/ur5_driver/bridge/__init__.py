"""What the driver's node is made of: parameters, topics, the camera's frames, approval, trajectories."""
