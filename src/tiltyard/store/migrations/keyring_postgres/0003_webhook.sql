CREATE TABLE webhook (
    key text COLLATE "C" PRIMARY KEY,
    event text COLLATE "C" NOT NULL,
    address text COLLATE "C" NOT NULL,
    secret text COLLATE "C" NOT NULL,
    made text COLLATE "C" NOT NULL,
    made_by text COLLATE "C" NOT NULL
);
CREATE INDEX webhook_event ON webhook (event);
