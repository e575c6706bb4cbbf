-- The accounting package and the type that a show was created with (DEC-11, DEC-92); empty for shows from before.
ALTER TABLE shows ADD COLUMN accounting_package_id TEXT NOT NULL DEFAULT '';
ALTER TABLE shows ADD COLUMN show_type_id TEXT NOT NULL DEFAULT '';
