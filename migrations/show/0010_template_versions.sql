-- An approval flow that is changed says so by its version: two administrators do not overwrite each other, a document's
-- copy tells which version it was taken from, and what is to begin anew is found by it (DEC-65).
ALTER TABLE workflow_templates ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1);
ALTER TABLE workflows ADD COLUMN template_version INTEGER NOT NULL DEFAULT 1;
CREATE UNIQUE INDEX workflow_templates_by_name ON workflow_templates (show_id, template_type, name COLLATE NOCASE);
