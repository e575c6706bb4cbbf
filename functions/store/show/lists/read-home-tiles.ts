import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { statusesInApproval } from '#domain/document';
import type { DocType } from '#domain/document';
import type { Visibility } from '#domain/identity/visibility';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { isFailedToSendToAccounting } from '#store/show/outbox/failed-pushes';
import { documentSummary } from '#store/show/documents/document-summary';
import { documents, purchaseOrders } from '#store/show/tables/document-tables';
import { betweenDays } from './document-filters.ts';
import { waitsForNobody } from './group-condition.ts';
import { visible } from './visible.ts';
import { waitingWith } from './waiting-with.ts';

/** What the tiles of home count. Each statement has the conditions of the list that its tile opens. */

const submitted = prepareRead((source, { userId }: { userId: string }, limit: number) => {
  const { db, showId } = source;
  const isOwn = (docType: DocType) =>
    and(
      eq(documents.showId, showId),
      eq(documents.ownerId, userId),
      eq(documents.type, docType),
      isNotNull(documents.waitingSince),
      inArray(documents.status, statusesInApproval),
      isNull(documents.archivedAt),
    );
  const total = (docType: DocType) =>
    db
      .select({ count: sql<number>`count(*)` })
      .from(documents)
      .where(isOwn(docType));
  const longest = (docType: DocType) =>
    db
      .select({
        ...documentSummary,
        waitingSince: documents.waitingSince,
        nudgedAt: documents.nudgedAt,
        waitingWith: waitingWith(source),
      })
      .from(documents)
      .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
      .where(isOwn(docType))
      .orderBy(asc(documents.waitingSince), asc(documents.id))
      .limit(limit);
  return [total('PO'), longest('PO'), total('INVOICE'), longest('INVOICE')] as const;
});

/** How many purchase orders and invoices of the user are in approval, with those that have waited longest. */
export const submittedQuery = (store: Source, userId: string, limit: number) =>
  mapQuery(submitted(store, { userId }, limit), ([[orders], orderRows, [invoices], invoiceRows]) => ({
    counts: [
      { docType: 'PO' as const, count: orders?.count ?? 0 },
      { docType: 'INVOICE' as const, count: invoices?.count ?? 0 },
    ],
    longest: [...orderRows, ...invoiceRows],
  }));

type Days = { from: string; until: string };

const rentals = prepareRead(({ db, showId }, { userId, from, until }: Days & { userId: string }) => [
  db
    .selectDistinct({ ...documentSummary, endsOn: sql<string>`l.rental_end`.as('ends_on') })
    .from(sql`document_lines l INDEXED BY document_lines_by_rental_end`)
    .crossJoin(documents)
    .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
    .where(
      and(
        sql`l.show_id = ${showId}`,
        betweenDays(sql`l.rental_end`, { startDate: from, endDate: until }),
        sql`l.acquisition_type = 'RENTAL' AND ${documents.id} = l.document_id`,
        // The plus keeps SQLite from starting with the user's documents.
        sql`+${documents.ownerId} = ${userId} AND +${documents.type} = 'PO' AND +${documents.status} = 'APPROVED'`,
        isNull(documents.archivedAt),
      ),
    )
    .orderBy(sql`l.rental_end`, asc(documents.id)),
]);

/** The user's approved orders by the days of these on which rentals end. */
export const endingRentalsQuery = (store: Source, userId: string, days: Days) =>
  mapQuery(rentals(store, { userId, ...days }), ([rows]) => rows);

const due = prepareRead(({ db, showId }, { from, until }: Days) => [
  db
    .select({
      day: sql<string>`i.due_day`.as('due_day'),
      currency: documents.currencyCode,
      count: sql<number>`count(*)`,
      totalCents: sql<number>`sum(${documents.totalCents})`,
    })
    .from(sql`invoices i INDEXED BY invoices_by_due_day`)
    .crossJoin(documents)
    .where(
      and(
        sql`i.show_id = ${showId}`,
        betweenDays(sql`i.due_day`, { startDate: from, endDate: until }),
        eq(documents.id, sql`i.document_id`),
        inArray(sql`+${documents.status}`, ['DRAFT', ...statusesInApproval]),
        isNull(documents.archivedAt),
      ),
    )
    .groupBy(sql`i.due_day`, documents.currencyCode),
]);

/** The invoices that are not approved, by due day and currency. */
export const dueInvoicesQuery = (store: Source, days: Days) => mapQuery(due(store, days), ([rows]) => rows);

const failed = prepareRead(({ db, showId }) => [
  db
    .select({ docType: documents.type, count: sql<number>`count(*)` })
    .from(documents)
    .where(
      and(
        isFailedToSendToAccounting(sql`(${showId})`),
        sql`+${documents.showId} = ${showId}`,
        isNull(documents.archivedAt),
      ),
    )
    .groupBy(documents.type),
]);

/** How many documents of each type failed to send to accounting (AC-06). */
export const failedPushCountsQuery = (store: Source) => mapQuery(failed(store, {}), ([rows]) => rows);

const drafts = prepareRead(({ db, showId }, { userId }: { userId: string }) => [
  db
    .select({ count: sql<number>`count(*)` })
    .from(documents)
    .where(
      and(
        eq(documents.showId, showId),
        eq(documents.type, 'INVOICE'),
        eq(documents.creatorId, userId),
        eq(documents.status, 'DRAFT'),
        eq(documents.ownerId, userId),
        eq(documents.submissionStatus, 'Draft'),
        isNull(documents.archivedAt),
      ),
    ),
]);

/** How many invoices the user has saved and not submitted. */
export const draftInvoiceCountQuery = (store: Source, userId: string) =>
  mapQuery(drafts(store, { userId }), ([[row]]) => row?.count ?? 0);

const arrivals = prepareRead(
  (source, { userId }: { userId: string }, kinds: Record<'PO' | 'INVOICE', Visibility['kind']>) => {
    const { db, showId } = source;
    const visibleOf = (docType: 'PO' | 'INVOICE') =>
      and(eq(documents.type, docType), visible(source, { kind: kinds[docType], userId }));
    return [
      db
        .select({
          docType: documents.type,
          workflowTemplateId: sql<string>`w.template_id`.as('template_id'),
          step: sql<string>`s.name`.as('step_name'),
          day: sql<string>`substr(${documents.waitingSince}, 1, 10)`.as('day'),
          count: sql<number>`count(*)`,
          withNobody: sql<number>`count(*) FILTER (WHERE ${waitsForNobody(showId)})`,
        })
        .from(documents)
        .crossJoin(sql`workflow_steps s`)
        .crossJoin(sql`workflows w`)
        .where(
          and(
            eq(documents.showId, showId),
            inArray(documents.status, statusesInApproval),
            isNotNull(documents.waitingSince),
            isNull(documents.archivedAt),
            or(visibleOf('PO'), visibleOf('INVOICE'), eq(documents.type, 'PAYMENT')),
            sql`s.id = ${documents.currentStepId} AND w.id = s.workflow_id`,
          ),
        )
        .groupBy(sql`1, 2, 3, 4`),
    ] as const;
  },
);

/** The documents in approval that the user sees as a creator, by step and day of arrival, and how many of them wait for nobody. */
export const arrivalsQuery = (
  store: Source,
  userId: string,
  visibilities: Record<'PO' | 'INVOICE', Visibility>,
) =>
  mapQuery(
    arrivals(store, { userId }, { PO: visibilities.PO.kind, INVOICE: visibilities.INVOICE.kind }),
    ([rows]) => rows,
  );
