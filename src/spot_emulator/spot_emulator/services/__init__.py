"""The gRPC services of the robot, one module each."""
