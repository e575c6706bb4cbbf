import { headerBadge } from '#domain/documents/badges';
import { formatDay, formatInstant } from '#domain/values/days';
import type { DocType, Status, SubmissionStatus } from '#domain/document';
import { formatMoney, toCents } from '#domain/values/money';
import type { Chip, Dates, Tone } from './page-model.ts';
import type { Note } from '#domain/documents/document-response';

/** At most 80 characters (PD-25). */
const legalText = 'THIS PO IS NOT VALID UNTIL APPROVED'.slice(0, 80);

/** The notice at the top of every page of a purchase order that is not approved (PD-25, DEC-55). */
export function legalNotice(docType: DocType, status: Status): string {
  return docType === 'PO' && status !== 'APPROVED' ? legalText : '';
}

export function money(amount: number, currency: string): string {
  return formatMoney(toCents(amount), currency);
}

/** Returns the column width for the widest of these amounts, in digits. */
export function amountWidth(amounts: readonly number[], currency: string): number {
  return Math.max(8, ...amounts.map((one) => money(one, currency).length)) + 2;
}

/** Print has no browser locale, so the system default is the US format (SE-25). */
export function day(isoDay: string, { dateFormat }: Dates): string {
  return isoDay === '' ? '' : formatDay(isoDay, dateFormat ?? 'MM_DD_YYYY');
}

/** DEC-49, DEC-90. */
export function instant(at: string, { dateFormat, timeZone }: Dates): string {
  return formatInstant(at, dateFormat ?? 'MM_DD_YYYY', timeZone);
}

/** Returns the paper size of the region whose currency the document uses. */
export function paperSizeOf(currency: string): 'Letter' | 'A4' {
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

/** Returns chips for status and badge, unless the badge of an ended document implies the status (DEC-19). */
export function statusChips(docType: DocType, document: BadgeFacts): Chip[] {
  const { submissionStatus } = document;
  const badge = headerBadge(docType, document);
  const status: Chip = { text: submissionStatus, tone: tones[submissionStatus] };
  if (!badge || badge === submissionStatus) return [status];
  if (submissionStatus === 'Void') return [{ text: badge, tone: 'refused' }];
  return [status, { text: badge, tone: 'badge' }];
}

const watermarks: Partial<Record<SubmissionStatus, string>> = {
  Void: 'VOID',
  Denied: 'DENIED',
  Canceled: 'CANCELED',
};

/** Returns the watermark of a document that has ended. */
export function watermarkOf(submissionStatus: SubmissionStatus): string {
  return watermarks[submissionStatus] ?? '';
}

/** Hidden notes are never printed (DEC-54, DEC-55). */
export function shownNotes(notes: readonly Note[], isIncluded: boolean): Note[] {
  return isIncluded ? notes.filter(({ context }) => context !== 'HIDDEN') : [];
}
