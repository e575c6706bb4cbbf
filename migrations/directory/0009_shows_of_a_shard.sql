-- Every minute each shard asks for its shows.
CREATE INDEX shows_by_shard ON shows (shard);
