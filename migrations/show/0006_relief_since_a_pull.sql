-- Which relief the figure pulled from accounting stands for, so that what comes later still counts against it (DEC-39).
-- 1: accounting's figure has it; 0: the figure was pulled while it counted here and not yet there; null: it came since.
ALTER TABLE relief ADD COLUMN in_figure INTEGER CHECK (in_figure IN (0, 1));
-- The orders of a vendor that are on offer to his invoices (DEC-38).
CREATE INDEX purchase_orders_for_relief ON documents (show_id, vendor_external_id) WHERE type = 'PO' AND found_in_accounting = 1;
-- Covering, so that a show's whole relief is never walked through for one order: D1 keeps no statistics to plan by.
DROP INDEX relief_by_po;
CREATE INDEX relief_by_po ON relief (show_id, po_id, invoice_id, amount_cents);
