-- A step that too few people could approve when its document was submitted keeps the names of the others who are listed.
ALTER TABLE workflow_steps ADD COLUMN missing TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(missing));
