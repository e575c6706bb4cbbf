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
