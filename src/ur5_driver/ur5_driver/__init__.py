"""The UR5 and UR5e arm: driver over ur_rtde, looking, hand-eye calibration."""
