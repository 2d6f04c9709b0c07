"""What long work needs: checkpoints, folders, sorted runs of rows, and worker processes."""
