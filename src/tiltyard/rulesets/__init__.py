"""Tournament documents as data: one TOML file per ruleset version, and the strict loader."""
