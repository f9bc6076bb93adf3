CREATE TABLE phone (
    endpoint text COLLATE "C" PRIMARY KEY,
    session text COLLATE "C" NOT NULL REFERENCES session (key) ON DELETE CASCADE,
    event text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    public_key text COLLATE "C" NOT NULL,
    auth text COLLATE "C" NOT NULL,
    language text COLLATE "C" NOT NULL
);
CREATE INDEX phone_event ON phone (event);
CREATE INDEX phone_session ON phone (session);
