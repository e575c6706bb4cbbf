import type { JobKind, FailureReason, HealthLevel } from '#domain/operations/health';

/** The name of each kind of job in a list. */
const jobs = {
  'push-po': 'Purchase order to accounting',
  'push-invoice': 'Invoice to accounting',
  'release-payment': 'Release of a payment',
  'void-in-accounting': 'Void in accounting',
  'import-payments': 'Import of payments',
  'import-books': 'Import of vendors and accounts',
  notify: 'E-mail about a document',
  'notify-collected': 'Notifications in one e-mail',
  digest: 'Digest e-mail',
  'plan-digests': 'Schedule daily digests',
  'email-pdf': 'Document by e-mail',
  'vendor-email': 'Purchase order to its vendor',
  'share-temp-vendor': 'Temporary vendor to the accountant',
  'webhook-given-up': 'E-mail about a webhook',
  'cover-mail': 'E-mail about a cover',
  'archive-mail': 'E-mail about an archive',
  webhook: 'Webhook',
  'follow-temp-vendor': 'Documents of a temporary vendor',
  'restart-flow': 'Restart of an approval flow',
  'remind-approvers': 'Reminders to approvers',
  'replace-approver': 'Replacement of an approver',
  'seal-documents': 'Sealing of documents from before an upgrade',
  'count-documents': 'Counting of documents for budgets',
  'import-orders': 'Import of purchase orders',
  'archive-show': 'Archive of the show',
  'approve-batch': 'Bulk approval',
  'release-batch': 'Release of payments approved in bulk',
  'verify-histories': 'Verification of histories',
} as const satisfies Record<JobKind, string>;

/** The name of a kind of job, or a general one if this page does not know the kind yet. */
export function nameOf(kind: string): string {
  return Object.hasOwn(jobs, kind) ? jobs[kind as JobKind] : 'Other work';
}

export const reasons = {
  refused: 'It was refused. The reason is on the document, under Sent. Correct it, then retry.',
  unreached:
    'It was tried for half a day (e-mails: three days) and not reached. Retry once the other side answers again.',
  overtaken: 'The document changed before it was sent. Look at it; if it is right as it is, dismiss this.',
  no_access: 'The sender no longer has access to the document. Someone else has to send it. Dismiss this.',
  never_begun: 'It could not be started for a week. Retry.',
  unexpected:
    'An unexpected error occurred. Retry. If it fails again, contact support and give them the time.',
} as const satisfies Record<FailureReason, string>;

/** Notification e-mails have no send history. */
export const refusedMail =
  'The mail service refused it, usually because of the address. Correct the address, then retry.';

export const levels = {
  well: { text: 'All is well', tone: 'positive', shape: 'check' },
  attention: { text: 'Worth a look', tone: 'caution', shape: 'triangle' },
  trouble: { text: 'Needs you', tone: 'negative', shape: 'cross' },
} as const satisfies Record<HealthLevel, { text: string; tone: string; shape: string }>;

/** `3 purchase orders`, `1 purchase order`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** The age of `at` at the time `now`, such as `5 minutes`. */
export function ageOf(at: string, now: string): string {
  const minutes = Math.floor((Date.parse(now) - Date.parse(at)) / 60_000);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 60) return pluralize(minutes, 'minute');
  if (minutes < 48 * 60) return pluralize(Math.floor(minutes / 60), 'hour');
  return pluralize(Math.floor(minutes / (24 * 60)), 'day');
}
