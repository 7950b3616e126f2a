"""Worker processes, and the signals that end a command."""
