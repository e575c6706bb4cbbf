-- The send history says to which addresses a document was mailed; blind copies stay out of it (EM-16).
ALTER TABLE send_history ADD COLUMN recipients TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(recipients));
