-- A PDF ends within two minutes of its first rendering, however often it is tried: when that began.
ALTER TABLE pdf_tasks ADD COLUMN begun_at TEXT;
