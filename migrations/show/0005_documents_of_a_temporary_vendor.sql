-- A changed temporary vendor is followed by its drafts and orders in approval (DEC-34): find them without reading the show.
CREATE INDEX documents_by_temporary_vendor ON documents (show_id, temporary_vendor_id, type)
  WHERE temporary_vendor_id IS NOT NULL;
