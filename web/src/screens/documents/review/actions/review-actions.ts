import type { DocType } from '#domain/document';
import type { NotesLook } from '../../../../forms/notes/note-style.tsx';

/** What an approver can do besides Approve, from the left. */
export type DecisionName = 'void' | 'deny' | 'revise' | 'edit';

export type MenuEntry =
  | 'duplicate'
  | 'take-back'
  | 'send-back'
  | 'ask'
  | 'nudge'
  | 'adjust'
  | 'discard'
  | 'pull'
  | 'push'
  | 'pull-from-accounting'
  | 'enter-invoice'
  | 'deny';

/** What differs between the reviews of the three types: the available actions, and what is shown first. */
interface ReviewActions {
  approver: { bar: readonly DecisionName[]; menu: readonly MenuEntry[] };
  submitter: { mayEdit: boolean; menu: readonly MenuEntry[] };
  /** The document is approved by reading a file, so the first file is open next to it. */
  opensFirstFile: boolean;
  /** (SH-60) */
  notes: NotesLook;
  /** Texts about sending to accounting (DEC-96). A payment is released to it (DEC-32). */
  sent: { done: string; failed: string };
}

const sending = { done: 'Sent to Accounting', failed: 'Failed to send to Accounting' } as const;

/** Actions that are not listed do not exist for the type (DEC-77, DEC-41). */
export const reviewActions: Record<DocType, ReviewActions> = {
  PO: {
    approver: {
      bar: ['void', 'revise', 'edit'],
      menu: ['ask', 'send-back', 'take-back', 'adjust', 'push', 'pull-from-accounting', 'enter-invoice'],
    },
    submitter: {
      mayEdit: true,
      menu: ['duplicate', 'nudge', 'take-back', 'adjust', 'discard', 'pull', 'push', 'pull-from-accounting'],
    },
    opensFirstFile: false,
    notes: 'plain',
    sent: sending,
  },
  INVOICE: {
    approver: { bar: ['void', 'revise', 'edit'], menu: ['ask', 'send-back', 'take-back', 'deny'] },
    submitter: { mayEdit: true, menu: ['duplicate', 'nudge', 'take-back', 'pull'] },
    opensFirstFile: true,
    notes: 'thread',
    sent: sending,
  },
  PAYMENT: {
    approver: { bar: ['deny'], menu: ['ask', 'send-back', 'take-back'] },
    submitter: { mayEdit: false, menu: ['nudge', 'take-back', 'pull'] },
    opensFirstFile: false,
    notes: 'plain',
    sent: { done: 'Released to Accounting', failed: 'Failed to release to Accounting' },
  },
};
