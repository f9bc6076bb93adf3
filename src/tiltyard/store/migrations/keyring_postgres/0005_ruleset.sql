CREATE TABLE ruleset (
    name text COLLATE "C" PRIMARY KEY,
    text text COLLATE "C" NOT NULL,
    made_by text COLLATE "C" NOT NULL,
    made text COLLATE "C" NOT NULL
);
