import type { CellTable } from './cells.ts';

/**
 * DEC-25 and DEC-26 with DEC-13, DEC-16, DEC-41, DEC-51 and DEC-98, written out: what each person hears who does each
 * thing to a purchase order in each state. It is read off the contract and shares nothing with the rules it judges.
 */

/** Every state of a purchase order; those with `co` have a change order, open unless approved. */
const states = [
  'draft',
  'revision',
  'submitted',
  'department',
  'special',
  'approved',
  'void',
  'coDraft',
  'coOfLena',
  'coPulled',
  'coRevision',
  'coSubmitted',
  'coDepartment',
  'coApproved',
] as const;
export type State = (typeof states)[number];

/**
 * The columns. Dana created it and may void; Ivan stands in her place where his role no longer creates; Carl creates
 * in the same department, and sees it; Ada is the show's admin. Of the flow: Abel alone on step 1, which he has
 * approved where it is done; Lena and Luis of step 2, which needs two and is final; Hugo on step 3, beyond it. Luis
 * voted on step 2 in `special` and `coDepartment`. In `coOfLena` the change order, and so the document, is hers until it
 * ends; whoever created it is then late rather than an outsider. Only Dana, Ada, Abel and Lena hold VoidPurchaseOrders.
 */
const people = ['dana', 'ivan', 'carl', 'ada', 'abel', 'lena', 'luis', 'hugo'] as const;
export type Person = (typeof people)[number];

const cellActions = [
  'read',
  'note',
  'save',
  'line',
  'submit',
  'approve',
  'revise',
  'void',
  'pull',
  'adjust',
  'discard',
  'push',
  'pullFromAccounting',
] as const;
export type CellAction = (typeof cellActions)[number];

/** Where the contract says it. */
const contract: Record<CellAction, string> = {
  read: 'DEC-13, DEC-98',
  note: 'DEC-13, DEC-98, NO-13',
  save: 'DEC-16, DEC-25, DEC-26, DEC-40, DEC-98, PO-11, PO-59',
  line: 'DEC-16, DEC-51, DEC-98',
  submit: 'DEC-16, DEC-19, DEC-25, DEC-26, DEC-98, PO-59',
  approve: 'DEC-13, DEC-22, DEC-23, DEC-25, DEC-26, DEC-98, PE-29',
  revise: 'DEC-13, DEC-25, DEC-26, DEC-98',
  void: 'DEC-25, DEC-26, DEC-41, DEC-98',
  pull: 'DEC-13, DEC-25, DEC-26, DEC-42, DEC-98',
  adjust: 'CO-12, DEC-25, DEC-26, DEC-98',
  discard: 'CO-08, CO-12, DEC-25, DEC-26, DEC-98',
  push: 'DEC-13, DEC-25, DEC-98',
  pullFromAccounting: 'DEC-13, DEC-25, DEC-98',
};

/** One letter per person: owner, demoted owner, mate, admin | step 1, step 2, step 2 without Void, beyond the final. */
type Rows = Record<State, string>;

/** DEC-13: whoever is on the present or last workflow sees it; a pull leaves none. */
const seen: Rows = {
  draft: '.... NNNN',
  revision: '.... ....',
  submitted: '.... ....',
  department: '.... ....',
  special: '.... ....',
  approved: '.... ....',
  void: '.... ....',
  coDraft: '.... ....',
  coOfLena: '.... ....',
  coPulled: '.... NNNN',
  coRevision: '.... ....',
  coSubmitted: '.... ....',
  coDepartment: '.... ....',
  coApproved: '.... ....',
};

/** DEC-16: owner and admin while editable, the current approver while in approval. */
const edited: Rows = {
  draft: '.FF. NNNN',
  revision: '.FF. FFFF',
  submitted: 'PPFP .PPP',
  department: 'PPFP P..P',
  special: 'PPFP P.PP',
  approved: 'PFFP FFFF',
  void: 'PFFP FFFF',
  coDraft: '.FF. FFFF',
  coOfLena: 'FFF. F.FF',
  coPulled: '.FF. NNNN',
  coRevision: '.FF. FFFF',
  coSubmitted: 'PPFP .PPP',
  coDepartment: 'PPFP P.PP',
  coApproved: 'PFFP FFFF',
};

const cells: Record<CellAction, Rows> = {
  read: seen,
  /** DEC-13: anyone who may see it, in any status. */
  note: seen,
  /** DEC-25 rows 2 and 11. */
  save: edited,
  /** DEC-51, here the account codes, which everybody who may edit may change. */
  line: edited,
  /** DEC-25 row 3. */
  submit: {
    draft: '.FF. NNNN',
    revision: '.FF. FFFF',
    submitted: 'PFFP FFFF',
    department: 'PFFP FFFF',
    special: 'PFFP FFFF',
    approved: 'PFFP FFFF',
    void: 'WFFW FFFF',
    coDraft: '.FF. FFFF',
    coOfLena: 'FFF. F.FF',
    coPulled: '.FF. NNNN',
    coRevision: '.FF. FFFF',
    coSubmitted: 'PFFP FFFF',
    coDepartment: 'PFFP FFFF',
    coApproved: 'PFFP FFFF',
  },
  /** DEC-25 rows 4 to 6. Where no flow is left, whoever bears the approver flag is told of the state (DEC-98). */
  approve: {
    draft: 'FFFW NNNN',
    revision: 'FFFF WWWW',
    submitted: 'FFFF .FFF',
    department: 'FFFF F..F',
    special: 'FFFF F.=F',
    approved: 'FFFF W==W',
    void: 'FFFF WWWW',
    coDraft: 'FFFF WWWW',
    coOfLena: 'FFFF WWWW',
    coPulled: 'FFFW NNNN',
    coRevision: 'FFFF WWWW',
    coSubmitted: 'FFFF .FFF',
    coDepartment: 'FFFF F.=F',
    coApproved: 'FFFF W==W',
  },
  /** DEC-25 row 7. */
  revise: {
    draft: 'FFFW NNNN',
    revision: 'FFFF WWWW',
    submitted: 'FFFF .FFF',
    department: 'FFFF F..F',
    special: 'FFFF F.FF',
    approved: 'FFFF WWWW',
    void: 'FFFF WWWW',
    coDraft: 'FFFF WWWW',
    coOfLena: 'FFFF WWWW',
    coPulled: 'FFFW NNNN',
    coRevision: 'FFFF WWWW',
    coSubmitted: 'FFFF .FFF',
    coDepartment: 'FFFF F.FF',
    coApproved: 'FFFF WWWW',
  },
  /** DEC-41, DEC-25 rows 8, 9, 12, 15 and 16. */
  void: {
    draft: '.FF. NNNN',
    revision: '.FF. FFFF',
    submitted: '.FF. .FFF',
    department: '.FF. ..FF',
    special: '.FF. ..FF',
    approved: '.FF. ..FF',
    void: 'WFFW WWFF',
    coDraft: '.FF. FFFF',
    coOfLena: 'FFF. F.FF',
    coPulled: '.FF. NNNN',
    coRevision: '.FF. FFFF',
    coSubmitted: '.FF. .FFF',
    coDepartment: '.FF. ..FF',
    coApproved: '.FF. ..FF',
  },
  /** DEC-25 row 10. */
  pull: {
    draft: 'WFFW NNNN',
    revision: 'WFFW FFFF',
    submitted: '.FF. FFFF',
    department: '.FF. FFFF',
    special: '.FF. FFFF',
    approved: 'WFFW FFFF',
    void: 'WFFW FFFF',
    coDraft: 'WFFW FFFF',
    coOfLena: 'WFFW FWFF',
    coPulled: 'WFFW NNNN',
    coRevision: 'WFFW FFFF',
    coSubmitted: '.FF. FFFF',
    coDepartment: '.FF. FFFF',
    coApproved: 'WFFW FFFF',
  },
  /** DEC-25 row 13, DEC-26 request: owner or admin with FULL create, or an approver of the last workflow. */
  adjust: {
    draft: 'WFFW NNNN',
    revision: 'WFFW WWWW',
    submitted: 'WFFW WWWW',
    department: 'WFFW WWWW',
    special: 'WFFW WWWW',
    approved: '.FF. ....',
    void: 'WFFW WWWW',
    coDraft: 'WFFW WWWW',
    coOfLena: 'WFFW WWWW',
    coPulled: 'WFFW NNNN',
    coRevision: 'WFFW WWWW',
    coSubmitted: 'WFFW WWWW',
    coDepartment: 'WFFW WWWW',
    coApproved: '.FF. ....',
  },
  /** DEC-25 row 14. */
  discard: {
    draft: 'WFFW NNNN',
    revision: 'WFFW FFFF',
    submitted: 'PFFP FFFF',
    department: 'PFFP FFFF',
    special: 'PFFP FFFF',
    approved: 'PFFP FFFF',
    void: 'WFFW FFFF',
    coDraft: '.FF. FFFF',
    coOfLena: 'FFF. F.FF',
    coPulled: '.FF. NNNN',
    coRevision: 'WFFW FFFF',
    coSubmitted: 'PFFP FFFF',
    coDepartment: 'PFFP FFFF',
    coApproved: 'PFFP FFFF',
  },
  /** DEC-25 row 17, without send-unapproved; DEC-13: owner, admin or approver on the workflow. */
  push: {
    draft: 'WWFW NNNN',
    revision: 'WWFW WWWW',
    submitted: 'WWFW WWWW',
    department: 'WWFW WWWW',
    special: 'WWFW WWWW',
    approved: '..F. ....',
    void: 'WWFW WWWW',
    coDraft: 'WWFW WWWW',
    coOfLena: 'FFFW WWWW',
    coPulled: 'WWFW NNNN',
    coRevision: 'WWFW WWWW',
    coSubmitted: 'WWFW WWWW',
    coDepartment: 'WWFW WWWW',
    coApproved: '..F. ....',
  },
  /** DEC-25 row 18; the approved ones are found in accounting. */
  pullFromAccounting: {
    draft: 'WWFW NNNN',
    revision: 'WWFW WWWW',
    submitted: 'WWFW WWWW',
    department: 'WWFW WWWW',
    special: 'WWFW WWWW',
    approved: '..F. ....',
    void: 'WWFW WWWW',
    coDraft: 'WWFW WWWW',
    coOfLena: 'WWFW WWWW',
    coPulled: 'WWFW NNNN',
    coRevision: 'WWFW WWWW',
    coSubmitted: 'WWFW WWWW',
    coDepartment: 'WWFW WWWW',
    coApproved: '..F. ....',
  },
};

export const orderCells: CellTable<State, Person, CellAction> = {
  document: 'a purchase order',
  states,
  people,
  actions: cellActions,
  contract,
  cells,
};
