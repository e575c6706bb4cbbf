-- The release whose rules have counted the documents of a show (`countVersion` of the Worker). Migrations run while the
-- Worker of the release before still serves: that one knows neither column, so it cannot use up a recount.
ALTER TABLE show_settings ADD COLUMN count_version INTEGER NOT NULL DEFAULT 0;
-- Documents up to this id are counted with that version; NULL: all.
ALTER TABLE show_settings ADD COLUMN count_position TEXT;
CREATE INDEX shows_by_count_version ON show_settings (count_version);
CREATE INDEX shows_being_counted ON show_settings (count_position) WHERE count_position IS NOT NULL;

-- Every show begins at version 0 and is recounted in the background, because Workers of earlier releases have ended the
-- recounts of migrations 0074, 0078 and 0087. `counted_to` is theirs.
