import { headerBadge } from '#domain/documents/badges';
import { formatDay, formatInstant } from '#domain/values/days';
import type { DocType, Status, SubmissionStatus } from '#domain/document';
import type { Note } from '#domain/documents/notes';
import { formatMoney, toCents } from '#domain/values/money';
import type { Chip, Dates, Tone } from './page-model.ts';

/** PD-25: at most 80 characters. */
const legalText = 'THIS PO IS NOT VALID UNTIL APPROVED'.slice(0, 80);

/** PD-25, DEC-55: what stands at the head of every page of a purchase order that is not approved. */
export function legalNotice(docType: DocType, status: Status): string {
  return docType === 'PO' && status !== 'APPROVED' ? legalText : '';
}

export function money(amount: number, currency: string): string {
  return formatMoney(toCents(amount), currency);
}

/** Room for the widest of these amounts, in digits. */
export function amountWidth(amounts: readonly number[], currency: string): number {
  return Math.max(8, ...amounts.map((one) => money(one, currency).length)) + 2;
}

/** SE-25: on paper the system default is the US form, because a printed page has no browser's locale. */
export function day(isoDay: string, { dateFormat }: Dates): string {
  return isoDay === '' ? '' : formatDay(isoDay, dateFormat ?? 'MM_DD_YYYY');
}

/** DEC-49, DEC-90. */
export function instant(at: string, { dateFormat, timeZone }: Dates): string {
  return formatInstant(at, dateFormat ?? 'MM_DD_YYYY', timeZone);
}

/** Paper of the country whose currency the document is in. */
export function paperOf(currency: string): 'Letter' | 'A4' {
  return currency === 'USD' || currency === 'CAD' ? 'Letter' : 'A4';
}

const tones: Record<SubmissionStatus, Tone> = {
  Draft: '',
  'Needs revision': 'waiting',
  'Submitted for approval': 'waiting',
  Approved: 'approved',
  Void: 'refused',
  Denied: 'refused',
  Canceled: 'refused',
};

type BadgeFacts = Parameters<typeof headerBadge>[1] & { submissionStatus: SubmissionStatus };

/** DEC-19: status and badge. The badge of a document that has ended says the status by itself. */
export function chipsOf(docType: DocType, facts: BadgeFacts): Chip[] {
  const { submissionStatus } = facts;
  const badge = headerBadge(docType, facts);
  const status: Chip = { text: submissionStatus, tone: tones[submissionStatus] };
  if (!badge || badge === submissionStatus) return [status];
  if (submissionStatus === 'Void') return [{ text: badge, tone: 'refused' }];
  return [status, { text: badge, tone: 'badge' }];
}

const marks: Partial<Record<SubmissionStatus, string>> = {
  Void: 'VOID',
  Denied: 'DENIED',
  Canceled: 'CANCELED',
};

/** The word across the pages of a document that nobody may act on any more. */
export function markOf(submissionStatus: SubmissionStatus): string {
  return marks[submissionStatus] ?? '';
}

/** DEC-54, DEC-55: hidden notes are for nobody. */
export function shownNotes(notes: readonly Note[], isIncluded: boolean): Note[] {
  return isIncluded ? notes.filter(({ context }) => context !== 'HIDDEN') : [];
}
