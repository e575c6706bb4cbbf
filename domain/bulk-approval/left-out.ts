/** What the preview of a bulk approval has read of a document. */
export interface BulkFacts {
  isForbiddenSelfApproval: boolean;
  isChanged: boolean;
  isPossibleDuplicate: boolean;
  isPossibleSplit: boolean;
  hasChangedPayee: boolean;
  isOverRelief: boolean;
  hasTemporaryVendor: boolean;
  lacksAttachment: boolean;
  hasOpenQuestion: boolean;
}

/**
 * Why a bulk approval leaves a document out, in the order of the dialog (BULK-03). The user can include it, unless they
 * may not approve it at all.
 */
const reasons = {
  OWN_DOCUMENT: {
    text: "You can't approve your own document.",
    applies: ({ isForbiddenSelfApproval }: BulkFacts) => isForbiddenSelfApproval,
    isFinal: true,
  },
  CHANGED: {
    text: 'Changed since you selected it',
    applies: ({ isChanged }: BulkFacts) => isChanged,
  },
  POSSIBLE_DUPLICATE: {
    text: 'Possible duplicate',
    applies: ({ isPossibleDuplicate }: BulkFacts) => isPossibleDuplicate,
  },
  POSSIBLE_SPLIT: {
    text: 'Possible split',
    applies: ({ isPossibleSplit }: BulkFacts) => isPossibleSplit,
  },
  CHANGED_PAYEE: {
    text: 'Changed payee',
    applies: ({ hasChangedPayee }: BulkFacts) => hasChangedPayee,
  },
  OVER_RELIEF: {
    text: 'Exceeds its purchase order',
    applies: ({ isOverRelief }: BulkFacts) => isOverRelief,
  },
  TEMPORARY_VENDOR: {
    text: 'Temporary vendor',
    applies: ({ hasTemporaryVendor }: BulkFacts) => hasTemporaryVendor,
  },
  MISSING_ATTACHMENT: {
    text: 'Missing attachment',
    applies: ({ lacksAttachment }: BulkFacts) => lacksAttachment,
  },
  OPEN_QUESTION: {
    text: 'Open question',
    applies: ({ hasOpenQuestion }: BulkFacts) => hasOpenQuestion,
  },
} as const satisfies Record<string, { text: string; applies: (facts: BulkFacts) => boolean; isFinal?: true }>;

export type LeftOutReason = keyof typeof reasons;
export const leftOutReasons = Object.keys(reasons) as [LeftOutReason, ...LeftOutReason[]];

/** `Possible split, changed payee` */
export function leftOutTexts(found: readonly LeftOutReason[]): string {
  const [first = '', ...others] = found.map((reason) => reasons[reason].text);
  return [first, ...others.map((text) => text.charAt(0).toLowerCase() + text.slice(1))].join(', ');
}

/** Returns why a document is left out; none for one that is included. */
export function reasonsOf(facts: BulkFacts): LeftOutReason[] {
  return leftOutReasons.filter((reason) => reasons[reason].applies(facts));
}

/** Whether the user may include a document that was left out for these reasons. */
export function mayInclude(found: readonly LeftOutReason[]): boolean {
  return !found.some((reason) => 'isFinal' in reasons[reason]);
}
