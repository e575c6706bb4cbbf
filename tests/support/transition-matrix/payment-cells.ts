import { inEveryState } from './cells.ts';
import type { CellTable } from './cells.ts';

/**
 * The expected answer for each person, action and state of a payment, derived from the contract alone and independent
 * of the tested rules (DEC-13, DEC-28, DEC-42, DEC-44, DEC-98).
 */

/**
 * `draft` was never submitted, `pulled` was; in `second` step 1 is complete, in `half` also one of the two votes of
 * step 2, which is final. `denied` and `canceled` ended on step 2, `canceled` in accounting.
 */
const states = ['draft', 'pulled', 'submitted', 'second', 'half', 'approved', 'denied', 'canceled'] as const;
export type PaymentState = (typeof states)[number];

/**
 * Everyone has the payments permission. Dana submitted it; Wendy is not involved; Ada is the show's admin. Workflow:
 * Lena, who approved step 1 where it is complete, and Luis on step 1; Sol and Hugo on step 2, where Hugo has voted in
 * `half`. Grace approves in another workflow.
 */
const people = ['dana', 'wendy', 'ada', 'lena', 'luis', 'sol', 'hugo', 'grace'] as const;
export type PaymentPerson = (typeof people)[number];

const actions = [
  'read',
  'note',
  'save',
  'submit',
  'approve',
  'deny',
  'pull',
  'revise',
  'void',
  'adjust',
  'takeBack',
  'sendBack',
  'nudge',
  'ask',
] as const;
export type PaymentAction = (typeof actions)[number];

const contract: Record<PaymentAction, string> = {
  read: 'DEC-13, DEC-98',
  note: 'DEC-13, DEC-28, DEC-98, NO-13',
  save: 'DEC-28',
  submit: 'DEC-28, DEC-44, DEC-98',
  approve: 'DEC-13, DEC-23, DEC-28, DEC-98, AP-08',
  deny: 'DEC-13, DEC-28, DEC-98, AP-10',
  pull: 'DEC-28, DEC-42, DEC-98',
  revise: 'AP-09, DEC-28, PA-05',
  void: 'AP-09, DEC-28, PA-05',
  adjust: 'CO-03, DEC-98',
  takeBack: 'RUN-06, DEC-98',
  sendBack: 'BACK-01, DEC-98',
  nudge: 'NUDGE-01, DEC-98',
  ask: 'ASK-01, DEC-98',
};

/** Submitter, another holder, admin | step 1 voted, step 1, step 2, step 2 voted | approver of another workflow. */
type Rows = Record<PaymentState, string>;

const everywhere = (letters: string): Rows => inEveryState(states, letters);

/** Only the current approver; without a workflow every user with the approver flag gets the state (DEC-98). */
const decisions: Rows = {
  draft: 'FFW WWWW W',
  pulled: 'FFW WWWW W',
  submitted: 'FFF ..FF F',
  second: 'FFF FF.. F',
  half: 'FFF FF.F F',
  approved: 'FFF WWWW F',
  denied: 'FFF WWWW F',
  canceled: 'FFF WWWW F',
};

const cells: Record<PaymentAction, Rows> = {
  /** Payments have no visibility scope (DEC-13). */
  read: everywhere('... .... .'),
  note: everywhere('... .... .'),
  /** There is no such route: payments are not edited. */
  save: everywhere('NNN NNNN N'),
  /** Row 2: any holder of the payments permission; row 7. */
  submit: {
    ...everywhere('WWW WWWW W'),
    draft: '... .... .',
    pulled: '... .... .',
  },
  /** Row 3; a repeated vote returns the first answer (DEC-23). */
  approve: { ...decisions, half: 'FFF FF.= F', approved: 'FFF WW== F' },
  /** Row 4. */
  deny: decisions,
  /** Row 5. */
  pull: {
    ...everywhere('WFW FFFF F'),
    draft: 'FFW FFFF F',
    submitted: '.F. FFFF F',
    second: '.F. FFFF F',
    half: '.F. FFFF F',
  },
  /** These actions do not support the type (PA-05). */
  revise: everywhere('XXX XXXX X'),
  void: everywhere('XXX XXXX X'),
  /** Only purchase orders have change orders. */
  adjust: everywhere('NNN NNNN N'),
  /** Only the user whose approval is the newest event. */
  takeBack: { ...decisions, submitted: 'FFF WWWW F', second: 'FFF .WWW F', half: 'FFF WWW. F' },
  /** A current approver, except at the first step. */
  sendBack: { ...decisions, submitted: 'FFF WWFF F' },
  /** A question to Wendy, who sees the payment: current approvers and those whose vote counts. */
  ask: { ...decisions, second: 'FFF .F.. F', half: 'FFF .F.. F' },
  /** Only its submitter. */
  nudge: {
    ...everywhere('WFF FFFF F'),
    draft: 'FFF FFFF F',
    submitted: '.FF FFFF F',
    second: '.FF FFFF F',
    half: '.FF FFFF F',
  },
};

export const paymentCells: CellTable<PaymentState, PaymentPerson, PaymentAction> = {
  document: 'a payment',
  states,
  people,
  actions,
  contract,
  cells,
};

/** Status pairs by the names of the outcomes (DEC-15). */
const pairs = {
  Draft: ['DRAFT', 'Draft'],
  Submitted: ['SUBMITTED_FOR_APPROVAL', 'Submitted for approval'],
  Approved: ['APPROVED', 'Approved'],
  Denied: ['DENIED', 'Denied'],
  Canceled: ['CANCELED', 'Canceled'],
} as const;

/** Expected values of a payment; `history` and `note` are the added entries, `released` is that in accounting. */
interface Outcome {
  pair: keyof typeof pairs;
  history: string | null;
  note: string | null;
  released: number;
}

function to(pair: Outcome['pair'], history: string | null, note: string | null, released = 0): Outcome {
  return { pair, history, note, released };
}

/** The released document of an approved copy is the original: see the copies of the walk. */
const initial: Record<PaymentState, Outcome> = {
  draft: to('Draft', null, null),
  pulled: to('Draft', null, null),
  submitted: to('Submitted', null, null),
  second: to('Submitted', null, null),
  half: to('Submitted', null, null),
  approved: to('Approved', null, null),
  denied: to('Denied', null, null),
  canceled: to('Canceled', null, null),
};

const inApproval = ['submitted', 'second', 'half'] as const;
const toEach = (of: readonly PaymentState[], outcome: Outcome) =>
  Object.fromEntries(of.map((state) => [state, outcome]));

/** Changed values by action and state; all others are as before (DEC-28). */
const changes: Partial<Record<PaymentAction, Partial<Record<PaymentState, Outcome>>>> = {
  note: Object.fromEntries(states.map((state) => [state, { ...initial[state], note: 'STANDARD' }])),
  ask: Object.fromEntries(states.map((state) => [state, { ...initial[state], note: 'STANDARD' }])),
  submit: toEach(['draft', 'pulled'], to('Submitted', 'SUBMITTED', null)),
  approve: {
    submitted: to('Submitted', 'APPROVED', null),
    second: to('Submitted', 'APPROVED', null),
    half: to('Approved', 'APPROVED', null, 1),
  },
  deny: toEach(inApproval, to('Denied', 'DENIED', 'DENIED')),
  pull: toEach(inApproval, to('Draft', null, null)),
};

export function paymentOutcome(action: PaymentAction, state: PaymentState) {
  const { pair, ...rest } = changes[action]?.[state] ?? initial[state];
  return { ...rest, pair: pairs[pair] };
}
