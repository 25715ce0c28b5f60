"""Tasks done side by side, on this machine or on several, by dask.distributed."""


class ClusterError(RuntimeError):
    """Workers that cannot be used, with a sentence that says what to do."""
