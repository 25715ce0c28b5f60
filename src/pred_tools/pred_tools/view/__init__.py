"""The live view: Foxglove Studio in the browser on a running robot, a bag or a run."""
