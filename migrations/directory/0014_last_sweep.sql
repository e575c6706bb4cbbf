-- When the sweep of every minute last ended: health and the check after a deployment tell from it whether crons run.
CREATE TABLE last_sweep (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  ended_at TEXT NOT NULL
) STRICT;
