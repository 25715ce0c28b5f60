"""Hand-eye calibration with a checkerboard."""
