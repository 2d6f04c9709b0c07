"""Long work in files: checkpoints, folders, sorted runs."""
