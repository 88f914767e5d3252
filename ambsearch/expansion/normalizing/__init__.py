"""The passes to the normal form: every choice, guard, change and answer a statement of its own."""
