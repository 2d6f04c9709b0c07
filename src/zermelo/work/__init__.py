"""Files for long work: checkpoints, folders, and sorted runs of rows."""
