-- Accounting that was not reached again and again rests: nobody waits for it, and one at a time tries whether it is back.
CREATE TABLE accounting_rests (
  show_id TEXT PRIMARY KEY,
  -- Calls in a row that came to nothing.
  failures INTEGER NOT NULL CHECK (failures > 0),
  -- When the next one may try; null while it is called as always.
  until TEXT
) STRICT;
