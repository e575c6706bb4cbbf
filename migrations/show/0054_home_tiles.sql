-- What home counts: the documents of one owner that wait, the rentals and the invoices by the day on which they end or are due.
CREATE INDEX documents_waiting_of_owner ON documents (show_id, owner_id, type, waiting_since) WHERE waiting_since IS NOT NULL;
CREATE INDEX document_lines_by_rental_end ON document_lines (show_id, rental_end, document_id) WHERE rental_end IS NOT NULL;
CREATE INDEX invoices_by_due_day ON invoices (show_id, due_day, document_id) WHERE due_day IS NOT NULL;
