"""What other programs read: an event written in their forms, with what each cannot hold."""
