import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { FetchedColumn } from '#domain/lists/list-columns';
import type { RowFlag } from '#domain/lists/extra-columns';
import type { Source } from '#store/d1/open';
import { approvedLine, balanceOf } from '#store/show/documents/relief-balance';
import { documents } from '#store/show/tables/document-tables';
import { accountName } from './account-name.ts';

type Show = Pick<Source, 'showId'>;

/** The added columns of a row as SQLite returns them: amounts in cents, flags as 0 and 1. */
export interface ExtraRow {
  orderNumbers?: string[];
  accounts?: { code: string; name: string }[];
  remaining?: number | null;
  flags?: Record<RowFlag, 0 | 1>;
  changedAt?: string;
  period?: string | null;
}

/** The data of the added columns of a row of `documents`; null for none. It costs nothing unless a list shows them. */
export function extraColumns(source: Show, columns: readonly FetchedColumn[]): SQL<ExtraRow | null> {
  if (columns.length === 0) return sql<null>`NULL`;
  const pairs = columns.map((column) => reads[column](source));
  return sql`json_object(${sql.join(pairs, sql`, `)})`.mapWith((text: string) =>
    JSON.parse(text),
  ) as SQL<ExtraRow | null>;
}

const reads: Record<FetchedColumn, (source: Show) => SQL> = {
  ORDER_NUMBERS: ({ showId }) => sql`'orderNumbers', (SELECT json_group_array(one.number)
    FROM (SELECT DISTINCT l.reference_po AS number FROM document_lines l INDEXED BY document_lines_by_document
      WHERE l.show_id = ${showId} AND l.document_id = ${documents.id} AND l.reference_po <> '' ORDER BY 1) AS one)`,
  ACCOUNTS: ({ showId }) => sql`'accounts', (SELECT json_group_array(
      json_object('code', one.code, 'name', coalesce(${accountName(showId, sql`one.code`)}, '')))
    FROM (SELECT DISTINCT l.coding ->> 'ACCOUNT' AS code
      FROM document_lines l INDEXED BY document_lines_by_document
      WHERE l.show_id = ${showId} AND l.document_id = ${documents.id}
        AND l.coding ->> 'ACCOUNT' <> '' ORDER BY 1) AS one)`,
  REMAINING: (store) => sql`'remaining', CASE WHEN ${documents.status} <> 'VOID' THEN (
    SELECT coalesce(sum(${balanceOf(store)}), 0)
    FROM document_lines l INDEXED BY document_lines_by_document CROSS JOIN purchase_orders p
    WHERE l.show_id = ${store.showId} AND l.document_id = ${documents.id} AND p.document_id = l.document_id
      AND ${approvedLine(sql`l`, sql`p`)}) END`,
  FLAGS: () => sql`'flags', json_object(
    'CHANGE_ORDER', ${documents.currentChangeOrder} > 0,
    'SENT_BACK', EXISTS (SELECT 1 FROM json_each(${documents.sendBacks}) WHERE value ->> 'endedBy' IS NULL),
    'TEMPORARY_VENDOR', ${documents.temporaryVendorId} IS NOT NULL,
    'FAILED_IN_ACCOUNTING', ${documents.accountingFailed} IS 1,
    'FULLY_INVOICED', ${documents.isRelieved})`,
  CHANGED_AT: () => sql`'changedAt', ${documents.updatedAt}`,
  PERIOD: () => sql`'period', ${documents.accountingPeriod}`,
};
