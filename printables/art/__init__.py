"""Art: an owner's own pictures of cards, read in a process with limits, since strangers send them, too."""
