"""What tells the user of a mistake where it shows: when the program runs."""
