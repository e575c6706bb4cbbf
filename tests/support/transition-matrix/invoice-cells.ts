import type { CellTable } from './cells.ts';

/**
 * DEC-27 with DEC-13, DEC-16, DEC-41 and DEC-98, written out: what each person hears who does each thing to an invoice in
 * each state. It is read off the contract and shares nothing with the rules it judges.
 */

/**
 * `pulled` was in approval and has lost its flow; `second` has step 1 behind it, `half` also one of the two votes of
 * step 2, which is final. What ended did so on step 2.
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
 * Ivan created it and may void; Dana stands in his place, whose role only reads invoices; Carl creates in the same
 * department, and sees it; Ada is the show's admin. Of the flow: Abel alone on step 1; Lena and Luis of step 2, which
 * Luis has voted on in `half`; Hugo beyond the final step. Only Ivan, Ada, Abel and Lena hold VoidInvoices.
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
};

/** Creator, demoted creator, mate, admin | step 1, step 2, step 2 without Void, beyond the final. */
type Rows = Record<InvoiceState, string>;

/** DEC-13: whoever is on the present or last workflow sees it; a pull leaves none. */
const seen: Rows = {
  draft: '.... NNNN',
  pulled: '.... NNNN',
  revision: '.... ....',
  submitted: '.... ....',
  second: '.... ....',
  half: '.... ....',
  approved: '.... ....',
  void: '.... ....',
  denied: '.... ....',
};

/** Only the current approver; where no flow is left, whoever bears the approver flag is told of the state (DEC-98). */
const judged: Rows = {
  draft: 'FFFW NNNN',
  pulled: 'FFFW NNNN',
  revision: 'FFFF WWWW',
  submitted: 'FFFF .FFF',
  second: 'FFFF F..F',
  half: 'FFFF F.FF',
  approved: 'FFFF WWWW',
  void: 'FFFF WWWW',
  denied: 'FFFF WWWW',
};

const cells: Record<InvoiceAction, Rows> = {
  read: seen,
  /** DEC-13: anyone who may see it, in any status. */
  note: seen,
  /** DEC-27 rows 2, 10 and 11; DEC-16. */
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
  /** DEC-27 row 3. */
  submit: {
    draft: '.FF. NNNN',
    pulled: '.FF. NNNN',
    revision: '.FF. FFFF',
    submitted: 'IFFI FFFF',
    second: 'IFFI FFFF',
    half: 'IFFI FFFF',
    approved: 'IFFI FFFF',
    void: 'WFFW FFFF',
    denied: 'WFFW FFFF',
  },
  /** DEC-27 rows 4 and 5; DEC-23: the vote that stands is answered as it was first. */
  approve: { ...judged, half: 'FFFF F.=F', approved: 'FFFF W==W' },
  /** DEC-27 row 6. */
  revise: judged,
  /** DEC-41, DEC-27 rows 7 and 11: also whoever approved it, when it has been handed back since. */
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
  /** DEC-27 row 8, DEC-41: without the void permission. */
  deny: judged,
  /** DEC-27 row 9. */
  pull: {
    draft: 'WFFW NNNN',
    pulled: 'WFFW NNNN',
    revision: 'WFFW FFFF',
    submitted: '.FF. FFFF',
    second: '.FF. FFFF',
    half: '.FF. FFFF',
    approved: 'WFFW FFFF',
    void: 'WFFW FFFF',
    denied: 'WFFW FFFF',
  },
  /** Only purchase orders have change orders. */
  adjust: {
    draft: 'NNNN NNNN',
    pulled: 'NNNN NNNN',
    revision: 'NNNN NNNN',
    submitted: 'NNNN NNNN',
    second: 'NNNN NNNN',
    half: 'NNNN NNNN',
    approved: 'NNNN NNNN',
    void: 'NNNN NNNN',
    denied: 'NNNN NNNN',
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

/** DEC-15, by the names the outcomes use. */
const pairs = {
  Draft: ['DRAFT', 'Draft'],
  Revision: ['DRAFT', 'Needs revision'],
  Submitted: ['SUBMITTED_FOR_APPROVAL', 'Submitted for approval'],
  Approved: ['APPROVED', 'Approved'],
  Void: ['VOID', 'Void'],
  Denied: ['VOID', 'Denied'],
} as const;

/** What is left of an invoice; `history` and `note` are what was added to them. */
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

/** DEC-27, DEC-19: what becomes of it. What is not here stays as it was. */
const changes: Partial<Record<InvoiceAction, Partial<Record<InvoiceState, Outcome>>>> = {
  note: Object.fromEntries(states.map((state) => [state, { ...initial[state], note: 'STANDARD' }])),
  /** DEC-40, with resetApprovalOnEdit on. */
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
