import { inEveryState } from './cells.ts';
import type { CellTable } from './cells.ts';

/**
 * The expected answer for each person, action and state of an invoice, derived from the contract alone and independent
 * of the tested rules (DEC-13, DEC-16, DEC-27, DEC-41, DEC-98).
 */

/**
 * `pulled` was in approval and lost its workflow; in `second` step 1 is complete, in `half` also one of the two votes
 * of step 2, which is final. Ended documents ended on step 2.
 */
const states = [
  'draft',
  'pulled',
  'revision',
  'submitted',
  'second',
  'half',
  'approved',
  'void',
  'denied',
] as const;
export type InvoiceState = (typeof states)[number];

/**
 * Ivan created it and may void; Dana replaces Ivan with a role that may only read invoices; Carl creates in the same
 * department and sees it; Ada is the show's admin. Workflow: Abel alone on step 1; Lena and Luis on step 2, where Luis
 * has voted in `half`; Hugo after the final step. Only Ivan, Ada, Abel and Lena have VoidInvoices.
 */
const people = ['ivan', 'dana', 'carl', 'ada', 'abel', 'lena', 'luis', 'hugo'] as const;
export type InvoicePerson = (typeof people)[number];

const actions = [
  'read',
  'note',
  'save',
  'submit',
  'approve',
  'revise',
  'void',
  'deny',
  'pull',
  'adjust',
  'takeBack',
  'sendBack',
  'nudge',
  'ask',
] as const;
export type InvoiceAction = (typeof actions)[number];

const contract: Record<InvoiceAction, string> = {
  read: 'DEC-13, DEC-98',
  note: 'DEC-13, DEC-98, NO-13',
  save: 'DEC-16, DEC-27, DEC-40, DEC-98, IN-20',
  submit: 'DEC-16, DEC-19, DEC-27, DEC-98',
  approve: 'DEC-13, DEC-23, DEC-27, DEC-98, AP-08',
  revise: 'DEC-13, DEC-27, DEC-98, AP-09',
  void: 'DEC-27, DEC-41, DEC-98, AP-09',
  deny: 'DEC-13, DEC-27, DEC-41, DEC-98, AP-10',
  pull: 'DEC-13, DEC-27, DEC-42, DEC-98',
  adjust: 'AP-11, CO-03, DEC-98',
  takeBack: 'RUN-06, DEC-98',
  sendBack: 'BACK-01, DEC-98',
  nudge: 'NUDGE-01, DEC-98',
  ask: 'ASK-01, DEC-98',
};

/** Creator, demoted creator, peer, admin | step 1, step 2, step 2 without Void, after the final step. */
type Rows = Record<InvoiceState, string>;
const everywhere = (letters: string): Rows => inEveryState(states, letters);

/** Approvers of the current or last workflow see it; after a pull there are none (DEC-13). */
const readers: Rows = {
  ...everywhere('.... ....'),
  draft: '.... NNNN',
  pulled: '.... NNNN',
};

/** Only the current approver; without a workflow every user with the approver flag gets the state (DEC-98). */
const decisions: Rows = {
  ...everywhere('FFFF WWWW'),
  draft: 'FFFW NNNN',
  pulled: 'FFFW NNNN',
  submitted: 'FFFF .FFF',
  second: 'FFFF F..F',
  half: 'FFFF F.FF',
};

const cells: Record<InvoiceAction, Rows> = {
  read: readers,
  /** Every user who sees it, in any status (DEC-13). */
  note: readers,
  /** Rows 2, 10 and 11 (DEC-16, DEC-27). */
  save: {
    draft: '.FF. NNNN',
    pulled: '.FF. NNNN',
    revision: '.FF. FFFF',
    submitted: 'IIFI .III',
    second: 'IIFI I..I',
    half: 'IIFI I.II',
    approved: 'IFFI FFFF',
    void: 'IFFI FFFF',
    denied: 'IFFI FFFF',
  },
  /** Row 3 (DEC-27). */
  submit: {
    ...everywhere('IFFI FFFF'),
    draft: '.FF. NNNN',
    pulled: '.FF. NNNN',
    revision: '.FF. FFFF',
    void: 'WFFW FFFF',
    denied: 'WFFW FFFF',
  },
  /** Rows 4 and 5; a repeated vote returns the first answer (DEC-23, DEC-27). */
  approve: { ...decisions, half: 'FFFF F.=F', approved: 'FFFF W==W' },
  /** Row 6 (DEC-27). */
  revise: decisions,
  /** Rows 7 and 11: also an approver, when it was returned since (DEC-27, DEC-41). */
  void: {
    draft: '.FF. NNNN',
    pulled: '.FF. NNNN',
    revision: '.FF. .FFF',
    submitted: '.FF. .FFF',
    second: '.FF. ..FF',
    half: '.FF. ..FF',
    approved: '.FF. ..FF',
    void: 'WFFW WWFF',
    denied: 'WFFW WWFF',
  },
  /** Row 8, without the void permission (DEC-27, DEC-41). */
  deny: decisions,
  /** Row 9 (DEC-27). */
  pull: {
    ...everywhere('WFFW FFFF'),
    draft: 'WFFW NNNN',
    pulled: 'WFFW NNNN',
    submitted: '.FF. FFFF',
    second: '.FF. FFFF',
    half: '.FF. FFFF',
  },
  /** Only purchase orders have change orders. */
  adjust: everywhere('NNNN NNNN'),
  /** Only the user whose approval is the newest event. */
  takeBack: { ...decisions, submitted: 'FFFF WWWW', second: 'FFFF .WWW', half: 'FFFF WW.W' },
  /** A current approver, except at the first step. */
  sendBack: { ...decisions, submitted: 'FFFF WFFF' },
  /** A question to Carl, who sees the invoice: current approvers and those whose vote counts. */
  ask: { ...decisions, second: 'FFFF ...F', half: 'FFFF ...F' },
  /** Only its owner. */
  nudge: {
    ...everywhere('WWFF FFFF'),
    draft: 'WWFF NNNN',
    pulled: 'WWFF NNNN',
    submitted: '..FF FFFF',
    second: '..FF FFFF',
    half: '..FF FFFF',
  },
};

export const invoiceCells: CellTable<InvoiceState, InvoicePerson, InvoiceAction> = {
  document: 'an invoice',
  states,
  people,
  actions,
  contract,
  cells,
};

/** Status pairs by the names of the outcomes (DEC-15). */
const pairs = {
  Draft: ['DRAFT', 'Draft'],
  Revision: ['DRAFT', 'Needs revision'],
  Submitted: ['SUBMITTED_FOR_APPROVAL', 'Submitted for approval'],
  Approved: ['APPROVED', 'Approved'],
  Void: ['VOID', 'Void'],
  Denied: ['VOID', 'Denied'],
} as const;

/** Expected values of an invoice; `history` and `note` are the added entries. */
interface Outcome {
  pair: keyof typeof pairs;
  history: string | null;
  note: string | null;
  revision: number;
}

function to(pair: Outcome['pair'], history: string | null, note: string | null, revision: number): Outcome {
  return { pair, history, note, revision };
}

const initial: Record<InvoiceState, Outcome> = {
  draft: to('Draft', null, null, 0),
  pulled: to('Draft', null, null, 0),
  revision: to('Revision', null, null, 0),
  submitted: to('Submitted', null, null, 0),
  second: to('Submitted', null, null, 0),
  half: to('Submitted', null, null, 0),
  approved: to('Approved', null, null, 0),
  void: to('Void', null, null, 0),
  denied: to('Denied', null, null, 0),
};

const inApproval = ['submitted', 'second', 'half'] as const;
const everyOpen = ['draft', 'pulled', 'revision', ...inApproval, 'approved'] as const;
const toEach = (of: readonly InvoiceState[], outcome: Outcome) =>
  Object.fromEntries(of.map((state) => [state, outcome]));

/** Changed values by action and state; all others are as before (DEC-19, DEC-27). */
const changes: Partial<Record<InvoiceAction, Partial<Record<InvoiceState, Outcome>>>> = {
  note: Object.fromEntries(states.map((state) => [state, { ...initial[state], note: 'STANDARD' }])),
  ask: Object.fromEntries(states.map((state) => [state, { ...initial[state], note: 'STANDARD' }])),
  /** With resetApprovalOnEdit (DEC-40). */
  save: toEach(inApproval, to('Submitted', null, null, 1)),
  submit: {
    draft: to('Submitted', 'SUBMITTED', null, 0),
    pulled: to('Submitted', 'SUBMITTED', null, 1),
    revision: to('Submitted', 'SUBMITTED', null, 1),
  },
  approve: {
    submitted: to('Submitted', 'APPROVED', null, 0),
    second: to('Submitted', 'APPROVED', null, 0),
    half: to('Approved', 'APPROVED', null, 0),
  },
  revise: toEach(inApproval, to('Revision', 'NEEDS REVISION', 'REVISION', 0)),
  void: toEach(everyOpen, to('Void', 'VOID', 'VOID', 0)),
  deny: toEach(inApproval, to('Denied', 'DENIED', 'DENIED', 0)),
  pull: toEach(inApproval, to('Draft', null, null, 0)),
};

export function invoiceOutcome(action: InvoiceAction, state: InvoiceState) {
  const { pair, ...rest } = changes[action]?.[state] ?? initial[state];
  return { ...rest, pair: pairs[pair] };
}
