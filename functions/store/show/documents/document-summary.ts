import { sql } from 'drizzle-orm';
import { documents, purchaseOrders } from '#store/show/tables/document-tables';

/** What home and the search show of a document. The statement joins `purchaseOrders` to the left. */
export const documentSummary = {
  docType: documents.type,
  id: documents.id,
  number: documents.number,
  milestones: documents.milestones,
  prefix: sql<string>`coalesce(${purchaseOrders.prefix}, '')`,
  vendorName: documents.vendorName,
  currency: documents.currencyCode,
  totalCents: documents.totalCents,
};
