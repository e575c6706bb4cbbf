import { and, asc, eq, gt, lte, ne, sql, sum } from 'drizzle-orm';
import { inApproval } from '#domain/document';
import { costCoding, noCoding } from '#domain/budget/cost-coding';
import { mergeCounts } from '#domain/budget/counts';
import { countInvoice, countOrder } from '#domain/budget/measures';
import { codesOfLine, noCodes } from '#domain/budget/line-codes';
import type { Count, CountedDraw, CountedOrder } from '#domain/budget/measures';
import { lineConversion } from '#domain/currency/costing';
import type { Costing } from '#domain/currency/costing';
import type { ShowStore } from '#store/d1/open';
import { budgetMovements } from '#store/show/tables/budget-tables';
import {
  approvalHistory,
  documentLines,
  documents,
  purchaseOrders,
} from '#store/show/tables/document-tables';
import { paymentInvoices, relief } from '#store/show/tables/invoice-tables';
import { showSettings } from '#store/show/tables/reference-tables';
import { countedUpTo, countProgress } from './count-progress.ts';

/** An order or an invoice with what it counts by its rows, and by its movements. */
export interface CountedDocument {
  id: string;
  /** Null when its stored rate is none. */
  recounted: Count[] | null;
  recorded: Count[];
}

type Header = Awaited<ReturnType<typeof readRows>>['headers'][number];

const accountOf = (coding: Readonly<Record<string, string>>) => coding['ACCOUNT'] ?? '';

interface LineRow {
  id: string;
  lineNumber: number;
  coding: Record<string, string>;
  episode: string;
  taxCode: string | null;
  totalCents: number;
}

/** Lines as they count, with the department and the costs of their document or version. */
function countedLines(
  rows: readonly LineRow[] | undefined,
  { departmentId, costing }: { departmentId: string | null; costing: Costing | null },
  closedIds: ReadonlySet<string>,
) {
  return (rows ?? []).map(({ id, coding, episode, totalCents, ...line }) => ({
    id,
    account: accountOf(coding),
    codes: codesOfLine({ coding, episode }),
    coding: costCoding({ coding, episode, departmentId }),
    cents: totalCents,
    conversion: lineConversion(costing, line),
    isClosed: closedIds.has(id),
  }));
}

/** The orders and invoices with ids after `after` up to `end` that movements already cover, read at one moment. */
export async function readCounted(store: ShowStore, after: string, end: string): Promise<CountedDocument[]> {
  const rows = await readRows(store, after, end);
  const { countedTo } = rows;
  const counts = rows.recorded.map(({ originalCurrency, originalCents, ...row }): Count => ({
    ...row,
    coding: row.coding ?? noCoding,
    ...(originalCurrency !== null && originalCents !== null && { originalCurrency, originalCents }),
  }));
  const recorded = Map.groupBy(counts, ({ ownerId }) => ownerId);
  // Movements from before codings were kept, before they were in the base currency, and before payments counted are not
  // recounted yet.
  const older = new Set(rows.recorded.filter(({ coding }) => coding === null).map(({ ownerId }) => ownerId));
  const lines = Map.groupBy(rows.lines, ({ documentId }) => documentId);
  const versions = new Map(rows.versions.map((version) => [version.documentId, version]));
  const draws = Map.groupBy(rows.draws, ({ orderId }) => orderId);
  const paid = new Map(rows.paid.map(({ invoiceId, cents }) => [invoiceId, cents]));
  return rows.headers
    .filter(({ id, costing }) => {
      const isRecounted = recorded.has(id) && !older.has(id) && costing === null && !paid.has(id);
      return countedTo === null || id <= countedTo || isRecounted;
    })
    .map((header) => {
      const recounted = recountStored(header, {
        lines: lines.get(header.id),
        version: versions.get(header.id),
        draws: draws.get(header.id) ?? [],
        paidCents: paid.get(header.id) ?? 0,
      });
      // Movements from before all codes of their line were kept get them with the recount.
      const comparable = (all: readonly Count[]) =>
        mergeCounts(
          countedTo === null || header.id <= countedTo
            ? all
            : all.map((count) => ({ ...count, codes: noCodes, coding: noCoding })),
        );
      return {
        id: header.id,
        recorded: comparable(recorded.get(header.id) ?? []),
        recounted: recounted && comparable(recounted),
      };
    });
}

type StoredRows = Awaited<ReturnType<typeof readRows>>;

/** Returns null when the stored rate was replaced by a text that is none, and cannot be converted. */
function recountStored(
  header: Header,
  rows: {
    lines: readonly (LineRow & { closedAt: string | null })[] | undefined;
    version: StoredRows['versions'][number] | undefined;
    draws: StoredRows['draws'];
    paidCents: number;
  },
): Count[] | null {
  const closedIds = new Set(rows.lines?.filter(({ closedAt }) => closedAt).map(({ id }) => id));
  try {
    return recount(header, {
      lines: countedLines(rows.lines, header, closedIds),
      approved: countedLines(rows.version?.lines, rows.version ?? header, closedIds),
      draws: rows.draws.map(({ coding, episode, costing, lineNumber, taxCode, ...draw }) => ({
        ...draw,
        account: accountOf(coding),
        codes: codesOfLine({ coding, episode }),
        conversion: lineConversion(costing, { lineNumber, taxCode }),
        isApproved: draw.isApproved === 1,
      })),
      paidCents: rows.paidCents,
    });
  } catch {
    return null;
  }
}

function recount(
  { id, type, status, currency, lockedLineCount }: Header,
  rows: {
    lines: CountedOrder['linesInForce'];
    approved: CountedOrder['linesInForce'];
    draws: CountedDraw[];
    paidCents: number;
  },
): Count[] {
  if (type === 'INVOICE') {
    const state = status === 'APPROVED' ? 'APPROVED' : inApproval(status) ? 'IN_APPROVAL' : 'NONE';
    return countInvoice({ id, currency, state, lines: rows.lines, paidCents: rows.paidCents });
  }
  const isEnded = status === 'VOID' || status === 'DENIED' || status === 'CANCELED';
  const underChange = lockedLineCount !== null && lockedLineCount > 0 && !isEnded ? rows.approved : [];
  const linesInForce = status === 'APPROVED' ? rows.lines : underChange;
  const linesInApproval = inApproval(status) ? rows.lines : null;
  return countOrder({ id, currency, linesInForce, linesInApproval }, rows.draws);
}

async function readRows({ db, showId }: ShowStore, after: string, end: string) {
  const inPage = and(gt(documents.id, after), lte(documents.id, end), sql`+${documents.showId} = ${showId}`);
  const [headers, lines, versions, draws, paid, recorded, [settings]] = await db.batch([
    db
      .select({
        id: documents.id,
        type: documents.type,
        status: documents.status,
        currency: documents.currencyCode,
        departmentId: documents.departmentId,
        costing: documents.costing,
        lockedLineCount: purchaseOrders.lockedLineCount,
      })
      .from(documents)
      .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
      .where(and(inPage, ne(documents.type, 'PAYMENT')))
      .orderBy(asc(documents.id)),
    db
      .select({
        documentId: documentLines.documentId,
        id: documentLines.id,
        lineNumber: documentLines.lineNumber,
        coding: documentLines.coding,
        episode: documentLines.episode,
        taxCode: documentLines.taxCode,
        totalCents: documentLines.totalCents,
        closedAt: documentLines.closedAt,
      })
      .from(documentLines)
      .where(
        and(
          eq(documentLines.showId, showId),
          gt(documentLines.documentId, after),
          lte(documentLines.documentId, end),
        ),
      ),
    // The newest version of a document comes last.
    db
      .select({
        documentId: approvalHistory.documentId,
        lines: sql<LineRow[]>`${approvalHistory.snapshot} -> '$.lines'`.mapWith(
          (text: string) => JSON.parse(text) as never,
        ),
        costing: sql<Costing | null>`${approvalHistory.snapshot} -> '$.header.costing'`.mapWith(
          (text: string) => JSON.parse(text) as never,
        ),
        departmentId: sql<string | null>`${approvalHistory.snapshot} ->> '$.header.departmentId'`,
      })
      .from(approvalHistory)
      .where(
        and(
          eq(approvalHistory.showId, showId),
          gt(approvalHistory.documentId, after),
          lte(approvalHistory.documentId, end),
        ),
      )
      .orderBy(asc(approvalHistory.documentId), asc(approvalHistory.position)),
    db
      .select({
        orderId: relief.poId,
        orderLineId: relief.poLineId,
        invoiceId: relief.invoiceId,
        invoiceLineId: relief.invoiceLineId,
        coding: documentLines.coding,
        episode: documentLines.episode,
        lineNumber: documentLines.lineNumber,
        taxCode: documentLines.taxCode,
        costing: documents.costing,
        cents: relief.amountCents,
        isApproved: sql<number>`${documents.status} = 'APPROVED'`,
      })
      .from(relief)
      .crossJoin(documents)
      .crossJoin(documentLines)
      .where(
        and(
          eq(relief.showId, showId),
          gt(relief.poId, after),
          lte(relief.poId, end),
          eq(documents.id, relief.invoiceId),
          eq(documentLines.id, relief.invoiceLineId),
        ),
      )
      .orderBy(asc(relief.invoiceId), asc(relief.invoiceLineId)),
    db
      .select({
        invoiceId: paymentInvoices.invoiceId,
        cents: sum(paymentInvoices.amountCents).mapWith(Number),
      })
      .from(paymentInvoices)
      .innerJoin(documents, eq(documents.id, paymentInvoices.paymentId))
      .where(
        and(
          eq(paymentInvoices.showId, showId),
          gt(paymentInvoices.invoiceId, after),
          lte(paymentInvoices.invoiceId, end),
          eq(documents.status, 'APPROVED'),
        ),
      )
      .groupBy(paymentInvoices.invoiceId),
    db
      .select({
        ownerId: budgetMovements.ownerId,
        documentId: budgetMovements.documentId,
        lineId: budgetMovements.lineId,
        account: budgetMovements.account,
        codes: sql<string>`coalesce(${budgetMovements.codes}, ${noCodes})`,
        coding: budgetMovements.coding,
        currency: budgetMovements.currencyCode,
        measure: budgetMovements.measure,
        cents: budgetMovements.cents,
        originalCurrency: budgetMovements.originalCurrency,
        originalCents: budgetMovements.originalCents,
      })
      .from(budgetMovements)
      .where(
        and(
          eq(budgetMovements.showId, showId),
          gt(budgetMovements.ownerId, after),
          lte(budgetMovements.ownerId, end),
        ),
      ),
    db.select(countProgress).from(showSettings).where(eq(showSettings.showId, showId)),
  ]);
  return { headers, lines, versions, draws, paid, recorded, countedTo: countedUpTo(settings) };
}
