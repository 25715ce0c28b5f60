"""The RGB-D detector: its pictures, training, weights and figures."""
