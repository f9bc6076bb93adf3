"""Army lists: the neutral roster, what a catalogue knows of it, its checks and its uses."""
