-- A digest day whose shows have not all been asked is taken up again after a crash.
ALTER TABLE digest_days ADD COLUMN planned_at TEXT;
