"""Trials of the driver against the emulated arm: rehearsals, faults, and cancels at random moments."""
