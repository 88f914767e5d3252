"""The twins of helpers, which record what they change."""
