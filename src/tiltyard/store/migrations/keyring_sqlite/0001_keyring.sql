CREATE TABLE account (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    login TEXT NOT NULL,
    password TEXT NOT NULL,
    owner INTEGER NOT NULL,
    may_create INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX account_login ON account (login) WHERE login <> '';
CREATE TABLE seat (
    account TEXT NOT NULL REFERENCES account (id),
    event TEXT NOT NULL,
    person TEXT NOT NULL,
    PRIMARY KEY (account, event)
) STRICT;
CREATE TABLE session (
    key TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    device TEXT NOT NULL,
    began TEXT NOT NULL,
    seen TEXT NOT NULL,
    ends TEXT NOT NULL
) STRICT;
CREATE INDEX session_account ON session (account);
CREATE TABLE session_seat (
    session TEXT NOT NULL REFERENCES session (key) ON DELETE CASCADE,
    event TEXT NOT NULL,
    person TEXT NOT NULL,
    PRIMARY KEY (session, event)
) STRICT;
CREATE INDEX session_seat_person ON session_seat (event, person);
CREATE TABLE link (
    key TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    event TEXT NOT NULL,
    person TEXT NOT NULL,
    made TEXT NOT NULL,
    ends TEXT,
    used TEXT
) STRICT;
CREATE INDEX link_person ON link (event, person);
CREATE TABLE code (
    event TEXT NOT NULL,
    person TEXT NOT NULL,
    hash TEXT NOT NULL,
    tries INTEGER NOT NULL,
    ends TEXT NOT NULL,
    PRIMARY KEY (event, person)
) STRICT;
CREATE TABLE token (
    key TEXT PRIMARY KEY,
    event TEXT NOT NULL,
    person TEXT NOT NULL,
    scope TEXT NOT NULL,
    label TEXT NOT NULL,
    made TEXT NOT NULL
) STRICT;
CREATE INDEX token_event ON token (event);
CREATE TABLE decision (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
