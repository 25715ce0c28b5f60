"""PRED's four discrepancy detectors (section 3.1): observation against expectation, one interface."""
