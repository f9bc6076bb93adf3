"""Everything that can be done at an event, as forms: one address, one reading, one answer."""
