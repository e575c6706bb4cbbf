import * as v from 'valibot';
import { id } from '#domain/values/schema-fields';
import { can } from '#domain/identity/permissions';
import type { Permissions } from '#domain/identity/permissions';

/** The subject of each job kind, for grouping failures. */
export const jobSubjects = {
  'push-po': 'accounting',
  'push-invoice': 'accounting',
  'release-payment': 'accounting',
  'void-in-accounting': 'accounting',
  'import-payments': 'accounting',
  'import-books': 'accounting',
  notify: 'mail',
  'notify-collected': 'mail',
  digest: 'mail',
  'plan-digests': 'mail',
  'email-pdf': 'mail',
  'vendor-email': 'mail',
  'share-temp-vendor': 'mail',
  'webhook-given-up': 'mail',
  'cover-mail': 'mail',
  'archive-mail': 'mail',
  webhook: 'work',
  'follow-temp-vendor': 'work',
  'restart-flow': 'work',
  'remind-approvers': 'work',
  'replace-approver': 'work',
  'seal-documents': 'work',
  'count-documents': 'work',
  'import-orders': 'work',
  'archive-show': 'work',
  'approve-batch': 'work',
  'release-batch': 'work',
  'verify-histories': 'work',
} as const satisfies Record<string, 'accounting' | 'mail' | 'work'>;

export type JobKind = keyof typeof jobSubjects;

/** Webhooks have their own log and retry schedule, and pause for days while a receiver is down. */
export const webhookKind = 'webhook';

/** A failed batch of a bulk approval is retried by the user who started it, from the list of its failures. */
export const nonRetryableKind = 'approve-batch';

/** The kinds of jobs that send e-mail. */
export const mailKinds = Object.entries(jobSubjects).flatMap(([kind, subject]) =>
  subject === 'mail' && kind !== 'plan-digests' ? [kind] : [],
);

/**
 * A job is given up after this many attempts: with the waits between them, e-mails after 72 hours (DEC-160), others
 * after half a day.
 */
export const maxAttempts = { mail: 35, other: 20 };

export function maxAttemptsOf(kind: string): number {
  return mailKinds.includes(kind) ? maxAttempts.mail : maxAttempts.other;
}

/** Seconds between two attempts: doubled each time, up to three hours for e-mails and one hour for others. */
export function retrySeconds({ kind, attempts }: { kind: string; attempts: number }): number {
  const longest = mailKinds.includes(kind) ? 10_800 : 3600;
  return Math.min(5 * 2 ** attempts, longest);
}

/** Not a failure: there was no recipient (EM-14, DEC-94). */
export const noEmailOnFile = 'No email on file';

/** True when a job with this error counts as failed in the show's health and in the log. */
export function isFailure(kind: string, error: string): boolean {
  return kind !== webhookKind && error !== noEmailOnFile;
}

/** Why a job was given up, without error texts of other systems, which may contain names and amounts. */
export const failureReasons = [
  'refused',
  'unreached',
  'overtaken',
  'no_access',
  'never_begun',
  'unexpected',
] as const;
export type FailureReason = (typeof failureReasons)[number];

/**
 * Errors of a job that was open for a week: the first without any finished attempt, the second before the last error.
 */
export const neverStartedError = 'never carried out';
export const timedOutPrefix = 'out of time: ';

/** Returns the reason of a job that was given up, from its stored error. */
export function failureReason(failed: { kind: string; attempts: number; error: string }): FailureReason {
  const { kind, attempts } = failed;
  if (failed.error === neverStartedError) return attempts === 0 ? 'never_begun' : 'unexpected';
  const isOutOfTime = failed.error.startsWith(timedOutPrefix);
  const error = isOutOfTime ? failed.error.slice(timedOutPrefix.length) : failed.error;
  const isExhausted = isOutOfTime || attempts >= maxAttemptsOf(kind);
  if (/ changed before it (reached|was mailed)/.test(error)) return 'overtaken';
  if (error === 'You no longer have access to this document.') return 'no_access';
  // Neither a text of ours nor an error of accounting, which is final at once: the cause is a bug of ours.
  if (isExhausted && /^\w*(Error|Exception): /.test(error)) return 'unexpected';
  const subject = Object.hasOwn(jobSubjects, kind) ? jobSubjects[kind as JobKind] : 'work';
  if (subject === 'work') return 'unexpected';
  return isExhausted || /could not be (reached|sent)/.test(error) ? 'unreached' : 'refused';
}

/** Measurements of a show; ages are in whole seconds, null where there is nothing to measure. */
export interface HealthMeasurements {
  /** How long the oldest job has waited for its turn or its next attempt. */
  oldestWaiting: number | null;
  failures: number;
  /** Documents that failed to send to accounting, including those that are being retried. */
  failedToSend: number;
  /** True while calls to accounting are paused because it was not reachable. */
  accountingRests: boolean;
  /** Age of the oldest PDF in progress. */
  oldestPdf: number | null;
  /** Age of the oldest bulk approval in progress. */
  oldestRun: number | null;
  /** Age of the oldest event that waits for a digest. */
  oldestDigestItem: number | null;
  /** How long a webhook endpoint has returned only failures; the longest of them, including disabled ones. */
  oldestDeafEndpoint: number | null;
  /** Histories with errors in the last verification. */
  amiss: number;
  /** Steps of approval flows that too few users can approve. */
  unmetSteps: number;
}

export const findings = [
  'history_amiss',
  'failures',
  'waiting_long',
  'failed_to_send',
  'waiting',
  'accounting_rests',
  'pdf_stuck',
  'run_stuck',
  'digests_late',
  'webhook_deaf',
  'flows_unmet',
] as const;
export type Finding = (typeof findings)[number];

export const healthLevels = ['well', 'attention', 'trouble'] as const;
export type HealthLevel = (typeof healthLevels)[number];

const minute = 60;
const hour = 60 * minute;

/** Thresholds in seconds, equal to the alerts of `docs/operations.md`. */
const limits = {
  waiting: 5 * minute,
  waitingLong: hour,
  pdf: 3 * minute,
  run: 15 * minute,
  digest: 26 * hour,
  webhook: hour,
};

/** Returns what is wrong in a show, the worst first; empty when it is healthy. */
export function healthFindings(measurements: HealthMeasurements): Finding[] {
  const isOver = (age: number | null, limit: number) => age !== null && age > limit;
  const isLong = isOver(measurements.oldestWaiting, limits.waitingLong);
  const isPresent: Record<Finding, boolean> = {
    history_amiss: measurements.amiss > 0,
    failures: measurements.failures > 0,
    waiting_long: isLong,
    failed_to_send: measurements.failedToSend > 0,
    waiting: !isLong && isOver(measurements.oldestWaiting, limits.waiting),
    accounting_rests: measurements.accountingRests,
    pdf_stuck: isOver(measurements.oldestPdf, limits.pdf),
    run_stuck: isOver(measurements.oldestRun, limits.run),
    digests_late: isOver(measurements.oldestDigestItem, limits.digest),
    webhook_deaf: isOver(measurements.oldestDeafEndpoint, limits.webhook),
    flows_unmet: measurements.unmetSteps > 0,
  };
  return findings.filter((finding) => isPresent[finding]);
}

const severeFindings: readonly Finding[] = ['history_amiss', 'failures', 'waiting_long'];

/** Returns the health level for all findings of a show. */
export function healthLevelOf(present: readonly Finding[]): HealthLevel {
  if (present.length === 0) return 'well';
  return present.some((finding) => severeFindings.includes(finding)) ? 'trouble' : 'attention';
}

/** The user's permissions in the show itself (`there`) and in the open show (`here`); null without membership. */
export interface ShowRights {
  targetShow: Permissions | null;
  currentShow: Permissions | null;
  isSameStudio: boolean;
}

/**
 * True when the user may view and repair a show's health: with FULL Show in it, or with FULL Studio in an open show of
 * the same studio (DEC-11).
 */
export function mayAdministerShow({ targetShow, currentShow, isSameStudio }: ShowRights): boolean {
  if (targetShow && can(targetShow, 'Show', 'FULL')) return true;
  return currentShow !== null && isSameStudio && can(currentShow, 'Studio', 'FULL');
}

/** Maximum failures that one call retries or dismisses. */
export const maxFailuresPerCall = 500;

/** The selected failures: by id, or all. */
export const failureSelection = v.union(
  [
    v.object({ all: v.literal(true) }),
    v.object({ ids: v.pipe(v.array(id), v.minLength(1), v.maxLength(maxFailuresPerCall)) }),
  ],
  'Send either `all: true` or `ids`.',
);
export type FailureSelection = v.InferOutput<typeof failureSelection>;
