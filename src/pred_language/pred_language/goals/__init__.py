"""What somebody wants of a room, where no grammar reads it: goals ranked by what was learned from sentences."""
