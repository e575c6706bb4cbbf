import type { DocType } from '#domain/document';
import type { NotesLook } from '../../../../forms/notes/note-style.tsx';

/** What an approver may press beside Approve, from the left. */
export type DecisionName = 'void' | 'deny' | 'revise' | 'edit';

export type MenuEntry =
  | 'duplicate'
  | 'adjust'
  | 'discard'
  | 'pull'
  | 'push'
  | 'pull-from-accounting'
  | 'enter-invoice'
  | 'deny';

/** What differs between the reviews of the three types of document: what can be done there, and what is seen first. */
interface ReviewPlan {
  approver: { bar: readonly DecisionName[]; menu: readonly MenuEntry[] };
  submitter: { mayEdit: boolean; menu: readonly MenuEntry[] };
  /** It is approved by looking at the paper that it stands for: the first file lies beside it from the start. */
  isReadFromPaper: boolean;
  /** SH-60 */
  notes: NotesLook;
  /** DEC-96; a payment that accounting lets go (DEC-32). */
  sent: { done: string; failed: string };
}

const sending = { done: 'Sent to Accounting', failed: 'Failed to send to Accounting' } as const;

/** DEC-77, DEC-41: what is not listed here does not exist for the type. */
export const reviewPlans: Record<DocType, ReviewPlan> = {
  PO: {
    approver: {
      bar: ['void', 'revise', 'edit'],
      menu: ['adjust', 'push', 'pull-from-accounting', 'enter-invoice'],
    },
    submitter: {
      mayEdit: true,
      menu: ['duplicate', 'adjust', 'discard', 'pull', 'push', 'pull-from-accounting'],
    },
    isReadFromPaper: false,
    notes: 'plain',
    sent: sending,
  },
  INVOICE: {
    approver: { bar: ['void', 'revise', 'edit'], menu: ['deny'] },
    submitter: { mayEdit: true, menu: ['duplicate', 'pull'] },
    isReadFromPaper: true,
    notes: 'thread',
    sent: sending,
  },
  PAYMENT: {
    approver: { bar: ['deny'], menu: [] },
    submitter: { mayEdit: false, menu: ['pull'] },
    isReadFromPaper: false,
    notes: 'plain',
    sent: { done: 'Released to Accounting', failed: 'Failed to release to Accounting' },
  },
};
