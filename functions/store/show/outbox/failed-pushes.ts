import { inArray, ne, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { noEmailOnFile, webhookKind } from '#domain/operations/health';
import { documents } from '#store/show/tables/document-tables';
import { outbox } from '#store/show/tables/job-tables';

/** Jobs that send a document to accounting. Users may also send it again from the document's own page. */
const accountingJobs = ['push-po', 'push-invoice', 'release-payment', 'void-in-accounting'];

/** Whether accounting has taken the entry's document since it was given up: one that died unforeseen left no word there. */
const isTakenSince = sql`EXISTS (SELECT 1 FROM send_history AS taken
    WHERE taken.show_id = outbox.show_id AND taken.document_id = outbox.document_id
      AND taken.send_type = 'ACCOUNTING' AND taken.is_successful = 1
      AND (taken.id = outbox.id OR taken.created_at >= outbox.done_at))`;

/** A job that was given up (`isFailure`), that nobody dismissed, and whose work was not done in another way since. */
export const isFailed = sql`${outbox.doneAt} IS NOT NULL AND ${outbox.error} IS NOT NULL AND ${outbox.dismissedAt} IS NULL
  AND ${ne(outbox.error, noEmailOnFile)} AND ${ne(outbox.kind, webhookKind)}
  AND NOT (${inArray(outbox.kind, accountingJobs)} AND ${isTakenSince})`;

/**
 * Whether a document of these shows, a list in parentheses, failed to send to accounting: its job was given up, or is open and has failed before.
 * The list's filter and the health page both count by this (AC-06). Each half reads an index of few rows.
 */
export function isFailedToSend(shows: SQL): SQL {
  return sql`${documents.id} IN (
    SELECT outbox.document_id FROM outbox
      WHERE outbox.show_id IN ${shows} AND ${inArray(outbox.kind, accountingJobs)} AND ${isFailed}
    UNION ALL SELECT outbox.document_id FROM outbox JOIN documents AS tried ON tried.id = outbox.document_id
      WHERE ${outbox.doneAt} IS NULL AND outbox.created_at > '' AND +outbox.show_id IN ${shows}
        AND ${inArray(outbox.kind, accountingJobs)} AND tried.accounting_failed = 1)`;
}
