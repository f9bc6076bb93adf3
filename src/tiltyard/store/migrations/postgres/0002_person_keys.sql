-- The keys under which texts about people are sealed; an empty key: the person was forgotten.
CREATE TABLE person_key (
    stream text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    key    bytea NOT NULL,
    PRIMARY KEY (stream, person)
);
