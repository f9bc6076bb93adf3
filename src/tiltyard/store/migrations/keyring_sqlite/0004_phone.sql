CREATE TABLE phone (
    endpoint TEXT PRIMARY KEY,
    session TEXT NOT NULL REFERENCES session (key) ON DELETE CASCADE,
    event TEXT NOT NULL,
    person TEXT NOT NULL,
    public_key TEXT NOT NULL,
    auth TEXT NOT NULL,
    language TEXT NOT NULL
) STRICT;
CREATE INDEX phone_event ON phone (event);
CREATE INDEX phone_session ON phone (session);
