-- A cover that awaits the approval of an administrator covers nothing; who approved it is named in it.
ALTER TABLE covers ADD COLUMN awaits_approval INTEGER NOT NULL DEFAULT 0;
ALTER TABLE covers ADD COLUMN request_mailed_at TEXT;
ALTER TABLE covers ADD COLUMN approved_by_id TEXT;
ALTER TABLE covers ADD COLUMN approved_by_name TEXT;
