-- Issued cost reports, which never change (REPORT-06).
CREATE TABLE cost_reports (
  show_id TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number > 0),
  -- as of the end of this day; costs of the period are those from from_day on
  day TEXT NOT NULL,
  from_day TEXT NOT NULL,
  note TEXT NOT NULL DEFAULT '',
  by_id TEXT NOT NULL,
  by_name TEXT NOT NULL,
  at TEXT NOT NULL,
  -- the report by account without its rows
  head TEXT NOT NULL CHECK (json_valid(head)),
  PRIMARY KEY (show_id, number)
) STRICT, WITHOUT ROWID;

-- The rows of a report, by each type of code.
CREATE TABLE cost_report_rows (
  show_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  dimension TEXT NOT NULL,
  rows TEXT NOT NULL CHECK (json_valid(rows)),
  PRIMARY KEY (show_id, number, dimension)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER cost_reports_never_change BEFORE UPDATE ON cost_reports BEGIN
  SELECT RAISE(ABORT, 'an issued cost report never changes');
END;
CREATE TRIGGER cost_report_rows_never_change BEFORE UPDATE ON cost_report_rows BEGIN
  SELECT RAISE(ABORT, 'an issued cost report never changes');
END;
