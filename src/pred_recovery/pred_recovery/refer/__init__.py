"""Which instance the words mean, who is asked about it, and whether the end is as it was worded."""
