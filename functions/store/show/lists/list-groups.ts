import { asc, desc, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { maxGroups, vendorNumberMark } from '#domain/lists/list-columns';
import type { Grouping } from '#domain/lists/list-columns';
import type { Source } from '#store/d1/open';
import { queryOf } from '#store/d1/query';
import { payments } from '#store/show/tables/invoice-tables';
import { accountName } from './account-name.ts';
import { documentsWhere } from './document-filters.ts';
import type { DocumentsRequest } from './document-filters.ts';

/** How the documents of a list are put into groups. */
interface Split {
  key: SQL;
  /** Of the newest document of the group, whose columns SQLite returns beside `max`. */
  name: SQL;
  join?: SQL;
  count?: SQL;
  cents?: SQL;
  order?: SQL;
}

/** With the name of the table: Drizzle leaves it out in the columns of a query that names its tables in SQL. */
const column = (name: string) => sql.raw(`documents.${name}`);
const id = column('id');

function splitBy(by: Grouping, { showId }: Source, { docType }: DocumentsRequest): Split {
  switch (by) {
    case 'VENDOR': {
      const number = column('vendor_number');
      return {
        key: sql`CASE WHEN ${number} = '' THEN ${column('vendor_name')} ELSE ${vendorNumberMark} || ${number} END`,
        name: sql`${column('vendor_name')}`,
      };
    }
    case 'DEPARTMENT':
      return {
        key: sql`coalesce(${column('department_id')}, '')`,
        name: sql`CASE WHEN ${column('department_id')} IS NULL THEN '' ELSE ${column('department_name')} END`,
      };
    case 'WEEK': {
      // The Monday of the week.
      const monday = sql`coalesce(date(nullif(${column('business_day')}, ''), '-6 days', 'weekday 1'), '')`;
      return { key: monday, name: monday, order: sql`1 DESC` };
    }
    case 'ACCOUNT': {
      const code = sql`coalesce(l.coding ->> 'ACCOUNT', '')`;
      return {
        key: code,
        name: sql`coalesce(${accountName(showId, code)}, '')`,
        join: sql` LEFT JOIN document_lines l INDEXED BY document_lines_by_document
          ON l.show_id = ${showId} AND l.document_id = ${id}`,
        count: sql`count(DISTINCT ${id})`,
        cents: sql`coalesce(l.total_cents, 0)`,
        order: sql`1`,
      };
    }
    case 'APPROVER':
      return {
        key: sql`coalesce(q.user_id, '')`,
        name: sql`coalesce((SELECT a.name FROM workflow_step_approvers a
          WHERE a.show_id = q.show_id AND a.step_id = q.step_id AND a.user_id = q.user_id LIMIT 1), '')`,
        join: sql` LEFT JOIN waiting_approvals q INDEXED BY waiting_approvals_by_document
          ON q.show_id = ${showId} AND q.document_id = ${id} AND q.type = ${docType}`,
        count: sql`count(DISTINCT ${id})`,
      };
  }
}

/**
 * The groups of a list with their totals in cents, by currency, over all documents that the list has, loaded or not
 * (VIEW-21). One statement, which reads the same documents as the totals of the list.
 */
export function groupsQuery(
  source: Source,
  request: DocumentsRequest,
  typeConditions: readonly (SQL | undefined)[],
  joinsPayments: boolean,
  by: Grouping,
) {
  const split = splitBy(by, source, request);
  const from = sql`documents${joinsPayments ? sql` CROSS JOIN payments` : sql``}${split.join ?? sql``}`;
  const where = documentsWhere(source, request, typeConditions);
  const query = source.db
    .select({
      key: sql<string>`${split.key}`.as('key'),
      currency: sql<string>`${column('currency_code')}`,
      count: sql<number>`${split.count ?? sql`count(*)`}`,
      cents: sql<number>`sum(${split.cents ?? column('total_cents')})`,
      name: sql<string>`${split.name}`.as('name'),
      newest: sql<string>`max(${id})`,
    })
    .from(from)
    .where(joinsPayments ? sql`${where} AND ${payments.documentId} = ${id}` : where)
    .groupBy(sql`1, 2`)
    .orderBy(split.order ?? sql`name COLLATE NOCASE`, asc(sql`1`), desc(sql`3`))
    .limit(maxGroups * 2);
  return queryOf(source.db, query);
}

export type GroupRow = { key: string; currency: string; count: number; cents: number; name: string };
