"""Paper: what the hall prints, as data made from an event and templates that lay it out."""
