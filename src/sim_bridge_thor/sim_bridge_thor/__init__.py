"""AI2-THOR for PRED: the bridge node and the embedded player."""
