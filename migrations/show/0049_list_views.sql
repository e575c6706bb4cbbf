-- The documents of an account.
CREATE INDEX document_lines_by_account ON document_lines (show_id, coding ->> 'ACCOUNT', document_id);

-- How a person arranged one of their lists: null columns are the default.
CREATE TABLE list_settings (
  show_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  list TEXT NOT NULL,
  columns TEXT CHECK (columns IS NULL OR json_valid(columns)),
  density TEXT NOT NULL DEFAULT 'COMFORTABLE',
  default_view_id TEXT,
  -- ids in the order of the tabs; views that are not named come after them
  view_order TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(view_order)),
  PRIMARY KEY (show_id, user_id, list)
) STRICT, WITHOUT ROWID;

-- Named views of a list. The revision is the lock of a change.
CREATE TABLE list_views (
  show_id TEXT NOT NULL,
  id TEXT NOT NULL,
  list TEXT NOT NULL,
  owner_id TEXT NOT NULL,
  owner_name TEXT NOT NULL,
  name TEXT NOT NULL,
  -- the query of the list's address
  query TEXT NOT NULL,
  columns TEXT CHECK (columns IS NULL OR json_valid(columns)),
  audience TEXT NOT NULL CHECK (audience IN ('PRIVATE', 'ROLE', 'DEPARTMENT')),
  -- the role, or the id of the department
  audience_id TEXT,
  revision INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (show_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX list_views_by_owner ON list_views (show_id, owner_id);
CREATE INDEX list_views_shared ON list_views (show_id, audience, audience_id) WHERE audience <> 'PRIVATE';
