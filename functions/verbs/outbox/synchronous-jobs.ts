import type { AccountingPushJob, OutboxRow } from './jobs.ts';

const awaited: readonly string[] = [
  'push-po',
  'push-invoice',
  'release-payment',
] satisfies AccountingPushJob['kind'][];

/** DEC-32: what accounting is told while the user waits for the answer. */
export function isSynchronous({ kind }: Pick<OutboxRow, 'kind'>): boolean {
  return awaited.includes(kind);
}
