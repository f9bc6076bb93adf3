CREATE TABLE webhook (
    key TEXT PRIMARY KEY,
    event TEXT NOT NULL,
    address TEXT NOT NULL,
    secret TEXT NOT NULL,
    made TEXT NOT NULL,
    made_by TEXT NOT NULL
) STRICT;
CREATE INDEX webhook_event ON webhook (event);
