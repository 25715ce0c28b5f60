"""Tasks done side by side, on this machine or on several, by dask.distributed."""
