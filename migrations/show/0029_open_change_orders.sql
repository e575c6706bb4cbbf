-- Home keeps the approved amount of an order committed while its change order is open: those few orders are found by this (DEC-26).
CREATE INDEX purchase_orders_changing ON purchase_orders (show_id, document_id) WHERE locked_line_count > 0;
