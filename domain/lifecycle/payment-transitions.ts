import { approved, canceled, deniedPayment, draft, submitted, type Transition } from './transition.ts';
import { waitingTransitions } from './waiting-transitions.ts';

/** Payments come from accounting: no user creates, edits, voids, revises or duplicates one (DEC-28). */
export const paymentTransitions = [
  { row: 'DEC-28/1', action: 'import', from: 'NEW', who: ['SYSTEM'], to: [draft] },
  {
    row: 'DEC-28/2',
    action: 'submit',
    from: [draft],
    who: ['ANYONE'],
    to: [submitted],
    history: 'SUBMITTED',
  },
  {
    row: 'DEC-28/3',
    action: 'approve',
    from: [submitted],
    who: ['CURRENT_APPROVER'],
    to: [submitted, approved],
    history: 'APPROVED',
  },
  {
    row: 'DEC-28/4',
    action: 'deny',
    from: [submitted],
    who: ['CURRENT_APPROVER'],
    to: [deniedPayment],
    history: 'DENIED',
    note: 'DENIED',
  },
  { row: 'DEC-28/5', action: 'pull', from: [submitted], who: ['SUBMITTER', 'ADMIN'], to: [draft] },
  { row: 'DEC-28/6', action: 'cancel', from: [draft, submitted, approved], who: ['SYSTEM'], to: [canceled] },
  {
    row: 'DEC-40/withdraw-file',
    action: 'withdraw-file',
    from: [submitted],
    who: ['SUBMITTER', 'ADMIN', 'CURRENT_APPROVER'],
    to: [submitted],
  },
  ...waitingTransitions,
  { row: 'DEC-65/restart', action: 'restart', from: [submitted], who: ['SYSTEM'], to: [submitted] },
] as const satisfies readonly Transition[];
