import * as v from 'valibot';
import { id } from '#domain/values/schema-fields';
import { can } from '#domain/identity/permissions';
import type { Permissions } from '#domain/identity/permissions';

/** What an errand that is written down for later is about, and so what it fails for. */
export const jobSubjects = {
  'push-po': 'accounting',
  'push-invoice': 'accounting',
  'release-payment': 'accounting',
  'void-in-accounting': 'accounting',
  'import-payments': 'accounting',
  'import-books': 'accounting',
  notify: 'mail',
  digest: 'mail',
  'plan-digests': 'mail',
  'email-pdf': 'mail',
  'vendor-email': 'mail',
  'share-temp-vendor': 'mail',
  'webhook-given-up': 'mail',
  'archive-mail': 'mail',
  webhook: 'work',
  'follow-temp-vendor': 'work',
  'restart-flow': 'work',
  'seal-documents': 'work',
  'import-orders': 'work',
  'archive-show': 'work',
  'approve-batch': 'work',
  'verify-histories': 'work',
} as const satisfies Record<string, 'accounting' | 'mail' | 'work'>;

export type JobKind = keyof typeof jobSubjects;

/** They have a log and a retry of their own, and rest for days where a receiver is away. */
export const webhookKind = 'webhook';

/** A batch of a bulk approval is taken up again by whoever began it, from the list of its failures. */
export const nonRetryableKind = 'approve-batch';

/** After so many tries an errand is given up: with the waits between them that is half a day. */
export const maxJobAttempts = 20;

/** EM-14, DEC-94: nothing failed, there was nobody to write to. */
export const noEmailOnFile = 'No email on file';

/** Whether what ended with this error failed, for its show's health and for the log. */
export function isFailure(kind: string, error: string): boolean {
  return kind !== webhookKind && error !== noEmailOnFile;
}

/** Why an errand was given up, without what others wrote about it: their words may name people and amounts. */
export const failureReasons = [
  'refused',
  'unreached',
  'overtaken',
  'no_access',
  'never_begun',
  'unexpected',
] as const;
export type FailureReason = (typeof failureReasons)[number];

/** What is stored with an errand that was open for a week: alone where no try ended, before the error of the last one. */
export const neverStartedError = 'never carried out';
export const timedOutPrefix = 'out of time: ';

/** The reason of a given-up errand, from what is stored with it. */
export function failureReason(failed: { kind: string; attempts: number; error: string }): FailureReason {
  const { kind, attempts } = failed;
  if (failed.error === neverStartedError) return attempts === 0 ? 'never_begun' : 'unexpected';
  const isOutOfTime = failed.error.startsWith(timedOutPrefix);
  const error = isOutOfTime ? failed.error.slice(timedOutPrefix.length) : failed.error;
  const isSpent = isOutOfTime || attempts >= maxJobAttempts;
  if (/ changed before it (reached|was mailed)/.test(error)) return 'overtaken';
  if (error === 'You no longer have access to this document.') return 'no_access';
  // Not one of our sentences, and not one of accounting's, which are final at once: what went wrong is ours.
  if (isSpent && /^\w*(Error|Exception): /.test(error)) return 'unexpected';
  const concern = Object.hasOwn(jobSubjects, kind) ? jobSubjects[kind as JobKind] : 'work';
  if (concern === 'work') return 'unexpected';
  return isSpent || /could not be (reached|sent)/.test(error) ? 'unreached' : 'refused';
}

/** What is measured of a show; ages are whole seconds, null where there is nothing. */
export interface HealthFacts {
  /** How long the oldest errand has waited for its turn or its next try. */
  oldestWaiting: number | null;
  failures: number;
  /** Purchase orders that failed to send to accounting, those that are being tried again among them. */
  failedToSend: number;
  /** Accounting was not reached, and is left alone for a while. */
  accountingRests: boolean;
  /** The oldest PDF that is being made. */
  oldestPdf: number | null;
  /** The oldest bulk approval that goes on. */
  oldestRun: number | null;
  /** The oldest event that is to be told in a digest. */
  oldestDigestItem: number | null;
  /** Since when the endpoint of a webhook has answered nothing but failures, the longest of them; one that was disabled for it, too. */
  oldestDeafEndpoint: number | null;
  /** What the last look at the histories found. */
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

/** From when on something is worth a look: the alerts of `docs/operations.md` say the same. In seconds. */
const limits = {
  waiting: 5 * minute,
  waitingLong: hour,
  pdf: 3 * minute,
  run: 15 * minute,
  digest: 26 * hour,
  webhook: hour,
};

/** What is not as it should be in a show, the worst first; empty when all is well. */
export function findingsOf(facts: HealthFacts): Finding[] {
  const isOver = (age: number | null, limit: number) => age !== null && age > limit;
  const isLong = isOver(facts.oldestWaiting, limits.waitingLong);
  const holds: Record<Finding, boolean> = {
    history_amiss: facts.amiss > 0,
    failures: facts.failures > 0,
    waiting_long: isLong,
    failed_to_send: facts.failedToSend > 0,
    waiting: !isLong && isOver(facts.oldestWaiting, limits.waiting),
    accounting_rests: facts.accountingRests,
    pdf_stuck: isOver(facts.oldestPdf, limits.pdf),
    run_stuck: isOver(facts.oldestRun, limits.run),
    digests_late: isOver(facts.oldestDigestItem, limits.digest),
    webhook_deaf: isOver(facts.oldestDeafEndpoint, limits.webhook),
    flows_unmet: facts.unmetSteps > 0,
  };
  return findings.filter((finding) => holds[finding]);
}

const troubles: readonly Finding[] = ['history_amiss', 'failures', 'waiting_long'];

/** How a show is, all its findings taken together. */
export function levelOf(found: readonly Finding[]): HealthLevel {
  if (found.length === 0) return 'well';
  return found.some((finding) => troubles.includes(finding)) ? 'trouble' : 'attention';
}

/** What somebody may do in a show itself, and in the one that he has open; null: no member. */
export interface ShowRights {
  there: Permissions | null;
  here: Permissions | null;
  isSameStudio: boolean;
}

/**
 * DEC-11: whose health somebody sees and mends: of a show in which he holds FULL Show, and with FULL Studio in the open show
 * of those of its studio.
 */
export function mayAdministerShow({ there, here, isSameStudio }: ShowRights): boolean {
  if (there && can(there, 'Show', 'FULL')) return true;
  return here !== null && isSameStudio && can(here, 'Studio', 'FULL');
}

/** So many failures are taken up or dismissed by one call; whoever has more asks again. */
export const maxFailuresPerCall = 500;

/** Which failures are meant: those that are named, or all. */
export const failureSelection = v.union(
  [
    v.object({ all: v.literal(true) }),
    v.object({ ids: v.pipe(v.array(id), v.minLength(1), v.maxLength(maxFailuresPerCall)) }),
  ],
  'Send either `all: true` or `ids`.',
);
export type FailureSelection = v.InferOutput<typeof failureSelection>;
