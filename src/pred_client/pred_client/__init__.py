"""Public Python client of a running PRED stack."""
