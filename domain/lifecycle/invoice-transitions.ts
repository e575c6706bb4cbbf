import {
  approved,
  deniedInvoice,
  draft,
  needsRevision,
  submitted,
  voided,
  type Transition,
} from './transition.ts';
import { waitingTransitions } from './waiting-transitions.ts';

const drafts = [draft, needsRevision];
const create = 'CreateInvoices';

/** Every other action is rejected; no action leads out of VOID (DEC-27, row 11). */
export const invoiceTransitions = [
  { row: 'DEC-27/1', action: 'create', from: 'NEW', who: ['CREATOR'], to: [draft] },
  { row: 'DEC-27/2', action: 'save', from: drafts, who: ['OWNER', 'ADMIN'], permission: create, to: 'SAME' },
  {
    row: 'DEC-27/3',
    action: 'submit',
    from: drafts,
    who: ['OWNER', 'ADMIN'],
    permission: create,
    to: [submitted],
    history: 'SUBMITTED',
  },
  {
    row: 'DEC-27/4-5',
    action: 'approve',
    from: [submitted],
    who: ['CURRENT_APPROVER'],
    rule: 'TEMPORARY_VENDOR',
    to: [submitted, approved],
    history: 'APPROVED',
  },
  {
    row: 'DEC-27/6',
    action: 'revise',
    from: [submitted],
    who: ['CURRENT_APPROVER'],
    to: [needsRevision],
    history: 'NEEDS REVISION',
    note: 'REVISION',
  },
  {
    row: 'DEC-27/7',
    action: 'void',
    from: [draft, needsRevision, submitted, approved],
    who: ['OWNER', 'ADMIN', 'CURRENT_APPROVER', 'APPROVED_IT'],
    permission: 'VoidInvoices',
    to: [voided],
    history: 'VOID',
    note: 'VOID',
  },
  {
    row: 'DEC-27/8',
    action: 'deny',
    from: [submitted],
    who: ['CURRENT_APPROVER'],
    to: [deniedInvoice],
    history: 'DENIED',
    note: 'DENIED',
  },
  {
    row: 'DEC-27/9',
    action: 'pull',
    from: [submitted],
    who: ['OWNER', 'ADMIN'],
    permission: create,
    to: [draft],
  },
  {
    row: 'DEC-27/10',
    action: 'edit-in-approval',
    from: [submitted],
    who: ['CURRENT_APPROVER'],
    to: [submitted],
  },
  {
    row: 'DEC-40/withdraw-file',
    action: 'withdraw-file',
    from: [submitted],
    who: ['OWNER', 'ADMIN', 'CURRENT_APPROVER'],
    to: [submitted],
  },
  ...waitingTransitions,
  { row: 'DEC-34/follow', action: 'update-temp-vendor', from: drafts, who: ['SYSTEM'], to: 'SAME' },
  {
    row: 'DEC-34/follow',
    action: 'update-temp-vendor',
    from: [submitted],
    who: ['SYSTEM'],
    to: [submitted],
  },
  { row: 'DEC-65/restart', action: 'restart', from: [submitted], who: ['SYSTEM'], to: [submitted] },
] as const satisfies readonly Transition[];
