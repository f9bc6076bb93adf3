-- Logs of facts: the line is what is hashed, the hash covers it and every line before it.
CREATE TABLE facts (
    stream TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number > 0),
    line   TEXT NOT NULL,
    hash   BLOB NOT NULL,
    PRIMARY KEY (stream, number)
) STRICT, WITHOUT ROWID;

-- What each act was answered; a repeated request finds its answer here.
CREATE TABLE answers (
    stream      TEXT NOT NULL,
    actor       TEXT NOT NULL,
    key         TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    first       INTEGER NOT NULL,
    last        INTEGER NOT NULL CHECK (last >= first),
    PRIMARY KEY (stream, actor, key)
) STRICT, WITHOUT ROWID;

-- States folded up to a fact: a cache, checked by its digest before it is used.
CREATE TABLE snapshots (
    stream TEXT NOT NULL PRIMARY KEY,
    number INTEGER NOT NULL,
    hash   BLOB NOT NULL,
    engine TEXT NOT NULL,
    state  BLOB NOT NULL,
    digest BLOB NOT NULL
) STRICT;

CREATE TABLE meta (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO meta (name, value) VALUES ('format', 'tiltyard/log/1');
