import { inArray, ne, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { noEmailOnFile, webhookKind } from '#domain/operations/health';
import { documents } from '#store/show/tables/document-tables';
import { outbox } from '#store/show/tables/job-tables';
import type { ShowStore, Write } from '#store/d1/open';
import { asNew } from './outbox.ts';

/** Jobs that send a document to accounting. Users can also send it again from its page or from the list (BULK-07). */
const accountingJobs = ['push-po', 'push-invoice', 'release-payment', 'void-in-accounting'];

/**
 * Whether accounting has accepted the job's document since the job was given up; a job that crashed has no entry of its
 * own.
 */
const wasSentSince = sql`EXISTS (SELECT 1 FROM send_history AS h
    WHERE h.show_id = outbox.show_id AND h.document_id = outbox.document_id
      AND h.send_type = 'ACCOUNTING' AND h.is_successful = 1
      AND (h.id = outbox.id OR h.created_at >= outbox.done_at))`;

/** A job that was given up (`isFailure`), was not dismissed, and whose work was not done in another way since. */
export const isFailed = sql`${outbox.doneAt} IS NOT NULL AND ${outbox.error} IS NOT NULL AND ${outbox.dismissedAt} IS NULL
  AND ${ne(outbox.error, noEmailOnFile)} AND ${ne(outbox.kind, webhookKind)}
  AND NOT (${inArray(outbox.kind, accountingJobs)} AND ${wasSentSince})`;

/**
 * Whether a document of these shows, a list in parentheses, failed to send to accounting: its job was given up, or is
 * open and has failed before. Both the list's filter and the health page count by it (AC-06). Each half reads an index
 * of few rows.
 */
export function isFailedToSendToAccounting(shows: SQL): SQL {
  return sql`${documents.id} IN (
    SELECT outbox.document_id FROM outbox
      WHERE outbox.show_id IN ${shows} AND ${inArray(outbox.kind, accountingJobs)} AND ${isFailed}
    UNION ALL SELECT outbox.document_id FROM outbox JOIN documents AS tried ON tried.id = outbox.document_id
      WHERE ${outbox.doneAt} IS NULL AND outbox.created_at > '' AND +outbox.show_id IN ${shows}
        AND ${inArray(outbox.kind, accountingJobs)} AND tried.accounting_failed = 1)`;
}

/** Times that decide whether an attempt of a push may be running. */
export interface AttemptTimes {
  now: string;
  /** Approvals that committed before have sent their document. */
  approvedBefore: string;
  /** No lease of a running job ends later. */
  lastLease: string;
}

/**
 * The newest push of an invoice or a payment that accounting has not accepted; null if there is none. An attempt may be
 * running while the lease may last, and at first by the approval, until the send history has its result. The effect keys
 * of a document's jobs begin with its id.
 */
export async function findOpenOrFailedPush(
  { db, showId }: ShowStore,
  documentId: string,
  { now, approvedBefore, lastLease }: AttemptTimes,
): Promise<{ id: string; isRunning: boolean } | null> {
  const [job] = await db.all<{ id: string; isRunning: number }>(sql`SELECT ${outbox.id},
      ${outbox.doneAt} IS NULL AND CASE WHEN ${outbox.attempts} = 0
        THEN ${outbox.createdAt} > ${approvedBefore} AND NOT EXISTS (SELECT 1 FROM send_history AS h WHERE h.id = outbox.id)
        ELSE ${outbox.nextAttemptAt} > ${now} AND ${outbox.nextAttemptAt} <= ${lastLease} END AS isRunning
    FROM outbox
    WHERE ${outbox.showId} = ${showId} AND ${outbox.effectKey} >= ${`${documentId}:`} AND ${outbox.effectKey} < ${`${documentId};`}
      AND ${inArray(outbox.kind, ['push-invoice', 'release-payment'])} AND (${outbox.doneAt} IS NULL OR (${isFailed}))
    ORDER BY ${outbox.createdAt} DESC, ${outbox.id} DESC LIMIT 1`);
  return job ? { id: job.id, isRunning: job.isRunning === 1 } : null;
}

/**
 * Makes a push due: one that was given up as if it were new, with its effect key (BULK-07); an open one that waits for its
 * next attempt keeps the number of its attempts.
 */
export function makePushDue(
  { showId }: Pick<ShowStore, 'showId'>,
  id: string,
  { now, lastLease }: AttemptTimes,
): Write[] {
  const ofShow = sql`id = ${id} AND show_id = ${showId}`;
  return [
    sql`UPDATE outbox SET next_attempt_at = NULL WHERE ${ofShow} AND done_at IS NULL AND next_attempt_at > ${lastLease}`,
    sql`UPDATE outbox SET ${asNew(now)} WHERE ${ofShow} AND done_at IS NOT NULL AND error IS NOT NULL`,
  ];
}
