CREATE TABLE ruleset (
    name TEXT PRIMARY KEY,
    text TEXT NOT NULL,
    made_by TEXT NOT NULL,
    made TEXT NOT NULL
) STRICT;
