-- The keys under which texts about people are sealed; an empty key: the person was forgotten.
CREATE TABLE person_key (
    stream TEXT NOT NULL,
    person TEXT NOT NULL,
    key    BLOB NOT NULL,
    PRIMARY KEY (stream, person)
) STRICT, WITHOUT ROWID;
