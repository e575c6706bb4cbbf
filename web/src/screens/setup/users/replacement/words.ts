import type { Replacement, ReplacementsOfUser } from '#domain/replacement/replacement-response';
import type { ReplacementOutcome, ReplacementReason } from '#domain/replacement/replacement';
import { formatMoney, toCents } from '#domain/values/money';
import { pluralize } from '../../health/words.ts';

const reasons = {
  CREATED: 'created the document',
  OWNED: 'owns the document',
  SUBMITTED: 'submitted the document',
  EDITED: 'changed the document',
  INACTIVE: 'is no longer active',
  ROLE: 'cannot approve this type',
  DEPARTMENT: 'is not in the department',
  SELF: 'cannot approve their own document',
  RESUBMIT: 'can approve once it is submitted again',
  LISTED: 'is on the step already',
  VOTED: 'has already approved the document',
  TOO_FEW: 'too few approvers would remain',
} as const satisfies Record<ReplacementReason, string>;

interface Outcome {
  step: string;
  isBackup?: boolean | undefined;
  outcome: ReplacementOutcome;
  reason: ReplacementReason | null;
}

/** `Department: stays with Priya Raman (Marcus Oyelaran is not in the department).` */
export function stepText(
  { step: name, isBackup, outcome, reason }: Outcome,
  { state, former, replacement }: Pick<Replacement, 'state' | 'former' | 'replacement'>,
): string {
  const isDone = state === 'DONE';
  const step = isBackup ? `Backup approver of ${name}` : name;
  if (reason === null) return `${step}: ${isDone ? 'passed' : 'passes'} to ${replacement.name}.`;
  const why = reason === 'TOO_FEW' ? reasons[reason] : `${replacement.name} ${reasons[reason]}`;
  if (isBackup && outcome === 'MERGED') return `${step}: none from now on (${why}).`;
  return outcome === 'STAYS'
    ? `${step}: ${isDone ? 'stayed' : 'stays'} with ${former.name} (${why}).`
    : `${step}: ${former.name} ${isDone ? 'left' : 'leaves'} it (${why}).`;
}

function joinWithAnd(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

/**
 * What to do before a replacement that would pass no document because the new approver is in none of its departments;
 * null for any other (REPL-11).
 */
export function departmentsFirst(
  preview: Pick<Replacement, 'state' | 'documents' | 'exceptions' | 'flows' | 'replacement'>,
): string | null {
  const { state, documents, exceptions, flows, replacement } = preview;
  const steps = exceptions.flatMap((one) => one.steps);
  const isStuck = steps.every(({ outcome, reason }) => outcome === 'STAYS' && reason === 'DEPARTMENT');
  // Other documents pass, or there are more than are listed here.
  if (state !== 'PREVIEW' || documents === 0 || exceptions.length < documents || !isStuck) return null;
  const departments = flows.flatMap((flow) => flow.steps).flatMap((step) => step.departments);
  const missing = new Set(departments.filter(({ isMember }) => !isMember).map(({ name }) => name));
  const names = missing.size > 0 ? joinWithAnd([...missing]) : 'the departments of these documents';
  return `No document passes. Add ${replacement.name} to ${names} first.`;
}

/** One side of a difference; `none` when no step lists the former approver. */
export function stepsText(steps: readonly Outcome[], replacement: Replacement, none: string): string {
  return steps.map((step) => stepText(step, replacement)).join(' ') || none;
}

export const documentsText = (count: number) => pluralize(count, 'document');

/** `25 waiting now: $273,905.00 and CA$58,579.75`; empty without a document. */
export function sumsText(
  sums: readonly { count: number; amount: number; currencyCode: string }[],
  when: string,
): string {
  const some = sums.filter(({ count }) => count > 0);
  if (some.length === 0) return '';
  const count = some.reduce((total, one) => total + one.count, 0);
  const amounts = some.map(({ amount, currencyCode }) => formatMoney(toCents(amount), currencyCode));
  return `${count} ${when}: ${amounts.join(' and ')}`;
}

/** What still lists a user. */
export function listedText({ documents, flows }: Pick<ReplacementsOfUser, 'documents' | 'flows'>): string {
  if (documents + flows === 0) return 'No document waits for this user, and no approval flow lists them.';
  const verb = documents + flows === 1 ? 'lists' : 'list';
  return `${documentsText(documents)} in approval and ${pluralize(flows, 'approval flow')} ${verb} this user.`;
}

export const states = {
  PREVIEW: 'Not started',
  RUNNING: 'In progress',
  DONE: 'Done',
  FAILED: 'Stopped before the end',
} as const satisfies Record<Replacement['state'], string>;
