import { eq, sql } from 'drizzle-orm';
import type { Persona } from '#domain/document';
import { numberNeedle } from '#domain/lists';
import type { InvoiceFilters, Page, Sort } from '#domain/lists';
import type { Visibility } from '#domain/visibility';
import type { ShowStore } from '../open.ts';
import { documents } from './document-tables.ts';
import { invoices } from './invoice-tables.ts';
import { documentsWhere, orderOf } from './list-documents.ts';

export interface InvoiceListRequest {
  userId: string;
  persona: Persona;
  visibility: Visibility;
  filters: InvoiceFilters;
  sort: Sort<'INVOICE'>;
  page: Page;
}

/** One page of invoices and how many there are in all, in one round trip (LS-16, LS-26, DEC-46). */
export async function listInvoices(store: ShowStore, request: InvoiceListRequest) {
  const { db } = store;
  const { filters, page } = request;
  const needles = filters.numbers.map(numberNeedle);
  const where = documentsWhere(store, { ...request, docType: 'INVOICE', byNumber: needles.length > 0 }, [
    needles.length > 0
      ? sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(needles)})
          WHERE instr(${documents.numberSort}, value) > 0)`
      : undefined,
  ]);
  const [rows, totals] = await db.batch([
    db
      .select({ document: documents, dueDay: invoices.dueDay, amountCents: invoices.amountCents })
      .from(documents)
      .innerJoin(invoices, eq(invoices.documentId, documents.id))
      .where(where)
      .orderBy(...orderOf('INVOICE', request.sort))
      .limit(page.count)
      .offset((page.page - 1) * page.count),
    db
      .select({ total: sql<number>`count(*)` })
      .from(documents)
      .where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}
