"""The robot itself: body, arm, gripper, leases, emergency stop, power, commands. No network, no rendering."""
