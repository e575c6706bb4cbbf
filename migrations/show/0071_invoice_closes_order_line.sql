-- Whether an invoice line closes the order line that it relieves when the invoice is approved (BUD-59).
ALTER TABLE document_lines ADD COLUMN closes_po_line INTEGER CHECK (closes_po_line = 1);
