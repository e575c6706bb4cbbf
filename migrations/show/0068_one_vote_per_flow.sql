-- Whether nobody has two votes in the whole flow of a document, as the show required when it was submitted (COV-20).
ALTER TABLE workflows ADD COLUMN one_vote_per_flow INTEGER NOT NULL DEFAULT 0;
