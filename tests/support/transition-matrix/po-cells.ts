import { inEveryState } from './cells.ts';
import type { CellTable } from './cells.ts';
import { askCells, nudgeCells, takeBackCells } from './po-waiting-cells.ts';

/**
 * The expected answer for each person, action and state of a purchase order, derived from the contract alone and
 * independent of the tested rules (DEC-13, DEC-16, DEC-25, DEC-26, DEC-41, DEC-51, DEC-98).
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
 * The columns. Dana created it and may void; Ivan replaces her with a role that no longer creates; Carl creates in the
 * same department and sees it; Ada is the show's admin. Workflow: Abel alone on step 1, with a vote where it is
 * complete; Lena and Luis on step 2, which needs two votes and is final; Hugo on step 3, after it. Luis voted on step 2
 * in `special` and `coDepartment`. In `coOfLena` she owns the change order, and so the document, until it ends; the
 * creator is then late instead of an outsider. Only Dana, Ada, Abel and Lena have VoidPurchaseOrders.
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
  'takeBack',
  'sendBack',
  'nudge',
  'ask',
] as const;
export type CellAction = (typeof cellActions)[number];

/** The place in the contract. */
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
  takeBack: 'RUN-06, DEC-98',
  sendBack: 'BACK-01, DEC-98',
  nudge: 'NUDGE-01, DEC-98',
  ask: 'ASK-01, DEC-98',
};

/** One letter per person: owner, demoted owner, peer, admin | step 1, step 2, step 2 without Void, step 3. */
export type Rows = Record<State, string>;
const everywhere = (letters: string): Rows => inEveryState(states, letters);

/** Approvers of the current or last workflow see it; after a pull there are none (DEC-13). */
const readers: Rows = {
  ...everywhere('.... ....'),
  draft: '.... NNNN',
  coPulled: '.... NNNN',
};

/** Owner and admin while editable, the current approver while in approval (DEC-16). */
const editors: Rows = {
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

/** Only the current approver; without a workflow every user with the approver flag gets the state (DEC-98). */
const decisions: Rows = {
  ...everywhere('FFFF WWWW'),
  draft: 'FFFW NNNN',
  submitted: 'FFFF .FFF',
  department: 'FFFF F..F',
  special: 'FFFF F.FF',
  coPulled: 'FFFW NNNN',
  coSubmitted: 'FFFF .FFF',
  coDepartment: 'FFFF F.FF',
};

const cells: Record<CellAction, Rows> = {
  read: readers,
  /** Every user who sees it, in any status (DEC-13). */
  note: readers,
  /** Rows 2 and 11 (DEC-25). */
  save: editors,
  /** Account codes of one line, which every editor may change (DEC-51). */
  line: editors,
  /** Row 3 (DEC-25). */
  submit: {
    ...everywhere('PFFP FFFF'),
    draft: '.FF. NNNN',
    revision: '.FF. FFFF',
    void: 'WFFW FFFF',
    coDraft: '.FF. FFFF',
    coOfLena: 'FFF. F.FF',
    coPulled: '.FF. NNNN',
    coRevision: '.FF. FFFF',
  },
  /** Rows 4 to 6. Without a workflow every user with the approver flag gets the state (DEC-25, DEC-98). */
  approve: {
    ...decisions,
    special: 'FFFF F.=F',
    approved: 'FFFF W==W',
    coDepartment: 'FFFF F.=F',
    coApproved: 'FFFF W==W',
  },
  /** Row 7 (DEC-25). */
  revise: decisions,
  /** Rows 8, 9, 12, 15 and 16 (DEC-25, DEC-41). */
  void: {
    ...everywhere('.FF. ..FF'),
    draft: '.FF. NNNN',
    revision: '.FF. FFFF',
    submitted: '.FF. .FFF',
    void: 'WFFW WWFF',
    coDraft: '.FF. FFFF',
    coOfLena: 'FFF. F.FF',
    coPulled: '.FF. NNNN',
    coRevision: '.FF. FFFF',
    coSubmitted: '.FF. .FFF',
  },
  /** Row 10 (DEC-25). */
  pull: {
    ...everywhere('WFFW FFFF'),
    draft: 'WFFW NNNN',
    submitted: '.FF. FFFF',
    department: '.FF. FFFF',
    special: '.FF. FFFF',
    coOfLena: 'WFFW FWFF',
    coPulled: 'WFFW NNNN',
    coSubmitted: '.FF. FFFF',
    coDepartment: '.FF. FFFF',
  },
  /** Row 13: owner or admin with FULL create, or an approver of the last workflow (DEC-25, DEC-26 request). */
  adjust: {
    ...everywhere('WFFW WWWW'),
    draft: 'WFFW NNNN',
    approved: '.FF. ....',
    coPulled: 'WFFW NNNN',
    coApproved: '.FF. ....',
  },
  /** Row 14 (DEC-25). */
  discard: {
    ...everywhere('PFFP FFFF'),
    draft: 'WFFW NNNN',
    revision: 'WFFW FFFF',
    void: 'WFFW FFFF',
    coDraft: '.FF. FFFF',
    coOfLena: 'FFF. F.FF',
    coPulled: '.FF. NNNN',
    coRevision: 'WFFW FFFF',
  },
  /** Row 17, without send-unapproved: owner, admin or approver of the workflow (DEC-13, DEC-25). */
  push: {
    ...everywhere('WWFW WWWW'),
    draft: 'WWFW NNNN',
    approved: '..F. ....',
    coOfLena: 'FFFW WWWW',
    coPulled: 'WWFW NNNN',
    coApproved: '..F. ....',
  },
  /** Row 18; approved ones exist in accounting (DEC-25). */
  pullFromAccounting: {
    ...everywhere('WWFW WWWW'),
    draft: 'WWFW NNNN',
    approved: '..F. ....',
    coPulled: 'WWFW NNNN',
    coApproved: '..F. ....',
  },
  takeBack: takeBackCells,
  nudge: nudgeCells,
  ask: askCells,
  // A current approver, except at the first step.
  sendBack: { ...decisions, submitted: 'FFFF WFFF', coSubmitted: 'FFFF WFFF' },
};

export const orderCells: CellTable<State, Person, CellAction> = {
  document: 'a purchase order',
  states,
  people,
  actions: cellActions,
  contract,
  cells,
};
