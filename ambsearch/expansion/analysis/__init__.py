"""What the passes ask about a piece of code: what it binds, holds, changes and calls."""
