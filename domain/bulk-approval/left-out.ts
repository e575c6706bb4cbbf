import { warningTexts } from '#domain/lifecycle/document-warning';

/**
 * Why a bulk action leaves a document out, in the order of the dialog (BULK-03, BULK-10). The user can include it,
 * unless the single action would refuse it anyway.
 */
const reasonTexts = {
  FORBIDDEN: 'Its creator, an approver of it or an administrator can send it.',
  OWN_DOCUMENT: "You can't approve your own document.",
  CHANGED: 'Changed since you selected it',
  ...warningTexts,
  TEMPORARY_VENDOR: 'Temporary vendor',
  NEEDS_PERMANENT_VENDOR: 'Final approval needs a permanent vendor',
  MISSING_ATTACHMENT: 'Missing attachment',
  OPEN_QUESTION: 'Open question',
  NO_OPEN_PERIOD: 'No open accounting period',
  INCOMPLETE: 'Incomplete',
} as const;

export type LeftOutReason = keyof typeof reasonTexts;
export const leftOutReasons = Object.keys(reasonTexts) as [LeftOutReason, ...LeftOutReason[]];

/** `Possible split, changed payee` */
export function leftOutTexts(found: readonly LeftOutReason[]): string {
  const [first = '', ...others] = found.map((reason) => reasonTexts[reason]);
  return [first, ...others.map((text) => text.charAt(0).toLowerCase() + text.slice(1))].join(', ');
}

/** Returns why a document is left out; none for one that is included. */
export function reasonsOf(applies: Readonly<Partial<Record<LeftOutReason, boolean>>>): LeftOutReason[] {
  return leftOutReasons.filter((reason) => applies[reason]);
}

/** Whether the user may include a document that was left out for these reasons. */
export function mayInclude(found: readonly LeftOutReason[]): boolean {
  const refused: readonly LeftOutReason[] = [
    'FORBIDDEN',
    'OWN_DOCUMENT',
    'NEEDS_PERMANENT_VENDOR',
    'INCOMPLETE',
    'NO_OPEN_PERIOD',
  ];
  return !found.some((reason) => refused.includes(reason));
}
