import { sql } from 'drizzle-orm';
import { inList } from '#store/d1/in-list';
import type { Source } from '#store/d1/open';
import { mapQuery, queryOf } from '#store/d1/query';
import { documents } from '#store/show/tables/document-tables';

/** Which of these ids are invoices of the show: accounting has an invoice under its id (AC-01). */
export const invoicesAmongQuery = ({ db, showId }: Source, ids: readonly string[]) =>
  mapQuery(
    queryOf(
      db,
      db
        .select({ id: documents.id })
        .from(documents)
        .where(
          sql`${documents.id} IN ${inList(ids)} AND +${documents.showId} = ${showId} AND +${documents.type} = 'INVOICE'`,
        ),
    ),
    (rows) => new Set(rows.map(({ id }) => id)),
  );
