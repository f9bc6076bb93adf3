-- Logs of facts: the line is what is hashed, the hash covers it and every line before it.
CREATE TABLE facts (
    stream text COLLATE "C" NOT NULL,
    number bigint NOT NULL CHECK (number > 0),
    line   text NOT NULL,
    hash   bytea NOT NULL,
    PRIMARY KEY (stream, number)
);

-- What each act was answered; a repeated request finds its answer here.
CREATE TABLE answers (
    stream      text COLLATE "C" NOT NULL,
    actor       text COLLATE "C" NOT NULL,
    key         text COLLATE "C" NOT NULL,
    fingerprint text NOT NULL,
    first       bigint NOT NULL,
    last        bigint NOT NULL CHECK (last >= first),
    PRIMARY KEY (stream, actor, key)
);

-- States folded up to a fact: a cache, checked by its digest before it is used.
CREATE TABLE snapshots (
    stream text COLLATE "C" NOT NULL PRIMARY KEY,
    number bigint NOT NULL,
    hash   bytea NOT NULL,
    engine text NOT NULL,
    state  bytea NOT NULL,
    digest bytea NOT NULL
);

CREATE TABLE meta (
    name  text COLLATE "C" NOT NULL PRIMARY KEY,
    value text NOT NULL
);

INSERT INTO meta (name, value) VALUES ('format', 'tiltyard/log/1');
