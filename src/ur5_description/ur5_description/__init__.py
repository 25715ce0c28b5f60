"""The UR5 and UR5e as data: kinematics, URDF, where the wrist camera sits, the numbers of RTDE's states."""
