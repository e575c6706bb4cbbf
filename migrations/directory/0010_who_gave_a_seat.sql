-- Whose request, under which key, gave somebody a seat: when it comes again, it finds what it did.
ALTER TABLE memberships ADD COLUMN given_by TEXT;
