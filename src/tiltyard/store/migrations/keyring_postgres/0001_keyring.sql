CREATE TABLE account (
    id text COLLATE "C" PRIMARY KEY,
    name text COLLATE "C" NOT NULL,
    login text COLLATE "C" NOT NULL,
    password text COLLATE "C" NOT NULL,
    owner integer NOT NULL,
    may_create integer NOT NULL
);
CREATE UNIQUE INDEX account_login ON account (login) WHERE login <> '';
CREATE TABLE seat (
    account text COLLATE "C" NOT NULL REFERENCES account (id),
    event text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    PRIMARY KEY (account, event)
);
CREATE TABLE session (
    key text COLLATE "C" PRIMARY KEY,
    account text COLLATE "C" NOT NULL,
    device text COLLATE "C" NOT NULL,
    began text COLLATE "C" NOT NULL,
    seen text COLLATE "C" NOT NULL,
    ends text COLLATE "C" NOT NULL
);
CREATE INDEX session_account ON session (account);
CREATE TABLE session_seat (
    session text COLLATE "C" NOT NULL REFERENCES session (key) ON DELETE CASCADE,
    event text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    PRIMARY KEY (session, event)
);
CREATE INDEX session_seat_person ON session_seat (event, person);
CREATE TABLE link (
    key text COLLATE "C" PRIMARY KEY,
    purpose text COLLATE "C" NOT NULL,
    event text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    made text COLLATE "C" NOT NULL,
    ends text COLLATE "C",
    used text COLLATE "C"
);
CREATE INDEX link_person ON link (event, person);
CREATE TABLE code (
    event text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    hash text COLLATE "C" NOT NULL,
    tries integer NOT NULL,
    ends text COLLATE "C" NOT NULL,
    PRIMARY KEY (event, person)
);
CREATE TABLE token (
    key text COLLATE "C" PRIMARY KEY,
    event text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    scope text COLLATE "C" NOT NULL,
    label text COLLATE "C" NOT NULL,
    made text COLLATE "C" NOT NULL
);
CREATE INDEX token_event ON token (event);
CREATE TABLE decision (
    name text COLLATE "C" PRIMARY KEY,
    value text COLLATE "C" NOT NULL
);
