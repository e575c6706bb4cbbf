-- A document says which version of its temporary vendor it was given; the record rises with each change of the payee.
ALTER TABLE temporary_vendors ADD COLUMN version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1);
