import type { AccountingPushJob, OutboxRow } from './jobs.ts';

const synchronousKinds: readonly string[] = [
  'push-po',
  'push-invoice',
  'release-payment',
] satisfies AccountingPushJob['kind'][];

/** Whether the user waits for the job: a push to accounting (DEC-32). */
export function isSynchronous({ kind }: Pick<OutboxRow, 'kind'>): boolean {
  return synchronousKinds.includes(kind);
}

/** The push among the jobs of a change, with the id of its row; null without one. */
export function pushJobOf(outbox: readonly OutboxRow[]): { id: string; job: AccountingPushJob } | null {
  const row = outbox.find(isSynchronous);
  return row ? { id: row.id, job: row.payload as unknown as AccountingPushJob } : null;
}
