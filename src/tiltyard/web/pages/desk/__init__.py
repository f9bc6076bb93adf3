"""The organizer's desk: a guided day, from the first idea to the last prize."""
