-- The accounting periods of each company, which follow one another without gaps.
CREATE TABLE accounting_periods (
  show_id TEXT NOT NULL,
  project_company_external_id TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number > 0),
  name TEXT NOT NULL,
  pattern TEXT NOT NULL CHECK (pattern IN ('WEEKS', 'NUMBERS')),
  first_day TEXT NOT NULL,
  last_day TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'CLOSED')),
  PRIMARY KEY (show_id, project_company_external_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX open_periods ON accounting_periods (show_id, project_company_external_id, last_day)
  WHERE status = 'OPEN';

-- Who set them up, closed and reopened them, and why.
CREATE TABLE period_changes (
  show_id TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('SET_UP', 'ADDED', 'CLOSED', 'REOPENED')),
  company_name TEXT NOT NULL,
  -- one period, or the first and the last of several
  period TEXT NOT NULL,
  reason TEXT NOT NULL DEFAULT '',
  by_id TEXT NOT NULL,
  by_name TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (show_id, id)
) STRICT, WITHOUT ROWID;

-- The period of a document, set at its first final approval, and the day on which its newest entry counts.
ALTER TABLE documents ADD COLUMN accounting_period TEXT;
ALTER TABLE documents ADD COLUMN effective_day TEXT;
CREATE INDEX documents_by_period ON documents (show_id, type, accounting_period) WHERE accounting_period IS NOT NULL;
