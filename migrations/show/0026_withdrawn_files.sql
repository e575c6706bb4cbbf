-- A file that was part of a submission is never deleted: it is withdrawn, replaced, kept for the versions that print it, or erased on legal request.
ALTER TABLE attachments ADD COLUMN added_seq INTEGER NOT NULL DEFAULT 0 CHECK (added_seq >= 0);

CREATE TABLE withdrawn_attachments (
  show_id TEXT NOT NULL,
  document_id TEXT NOT NULL REFERENCES documents (id),
  file_id TEXT NOT NULL REFERENCES files (id),
  position INTEGER NOT NULL,
  is_top_sheet INTEGER NOT NULL DEFAULT 0 CHECK (is_top_sheet IN (0, 1)),
  invoice_id TEXT,
  added_seq INTEGER NOT NULL CHECK (added_seq >= 0),
  withdrawn_seq INTEGER NOT NULL CHECK (withdrawn_seq >= 1),
  reason TEXT NOT NULL DEFAULT '',
  replaced_by TEXT,
  PRIMARY KEY (show_id, document_id, file_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX withdrawn_attachments_by_file ON withdrawn_attachments (show_id, file_id);

CREATE TABLE withdrawn_tax_forms (
  show_id TEXT NOT NULL,
  temporary_vendor_id TEXT NOT NULL REFERENCES temporary_vendors (id),
  file_id TEXT NOT NULL REFERENCES files (id),
  withdrawn_by TEXT NOT NULL,
  withdrawn_by_name TEXT NOT NULL,
  withdrawn_at TEXT NOT NULL,
  PRIMARY KEY (show_id, temporary_vendor_id, file_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX withdrawn_tax_forms_by_file ON withdrawn_tax_forms (show_id, file_id);

CREATE TABLE replaced_terms (
  show_id TEXT NOT NULL,
  project_company_external_id TEXT NOT NULL,
  replaced_at TEXT NOT NULL,
  file_id TEXT REFERENCES files (id),
  PRIMARY KEY (show_id, project_company_external_id, replaced_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX replaced_terms_by_file ON replaced_terms (show_id, file_id);

CREATE TABLE erased_files (
  show_id TEXT NOT NULL,
  file_id TEXT NOT NULL REFERENCES files (id),
  erased_by TEXT NOT NULL,
  erased_by_name TEXT NOT NULL,
  erased_at TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (show_id, file_id)
) STRICT, WITHOUT ROWID;
