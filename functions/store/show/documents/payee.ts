import type { DocType } from '#domain/document';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { purchaseOrders } from '#store/show/tables/document-tables';
import { invoices } from '#store/show/tables/invoice-tables';
import { referenceQuery } from './document-parts.ts';

const references = prepareRead((source, { id }: { id: string }, docType: Exclude<DocType, 'PAYMENT'>) => [
  referenceQuery(source, id, docType === 'PO' ? purchaseOrders : invoices),
]);

/** The rows that an order or an invoice refers to, such as its vendor's record. */
export const referencesQuery = (source: Source, docType: Exclude<DocType, 'PAYMENT'>, id: string) =>
  mapQuery(references(source, { id }, docType), ([rows]) => rows[0] ?? null);
