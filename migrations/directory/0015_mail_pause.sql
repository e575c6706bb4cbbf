-- The mail service's quota is used up: until then e-mails wait, except those for signing in (DEC-159).
CREATE TABLE mail_pause (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  until TEXT NOT NULL
) STRICT;
