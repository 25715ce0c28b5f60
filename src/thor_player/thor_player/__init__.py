"""The embedded player: a stand-in for AI2-THOR's Unity build that speaks its FIFO protocol."""
