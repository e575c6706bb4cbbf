import { expect } from 'vitest';
import type { DocType } from '#domain/document';
import { documentRows, stepSeen, type DocumentRows } from '../worker/database/document-rows.ts';
import { cover, endCovers } from '../worker/fixtures/covers.ts';
import type { PersonName } from '../worker/fixtures/rows.ts';
import { rowsOf, setSettings, sql } from '../worker/fixtures/studio.ts';
import { invoiceInState, invoiceKind } from './invoice-cells-kind.ts';
import { paymentInState, paymentKind } from './payment-cells-kind.ts';
import { orderKind } from './po-cells-kind.ts';
import { rowsInState } from './po-states.ts';
import { inFlow, type CellKind } from './walk-matrix.ts';

/**
 * The expected answers in a show with one approval per person (COV-20). The first approver is listed on both steps, Otto
 * covers them and the second approver. Step 1 is complete by a vote of the first approver, which they or Otto gave; in
 * `half` a third user has voted on step 2; `sentBack` was at step 2 and is back at step 1, without votes.
 */
const states = ['first', 'second', 'half', 'sentBack'] as const;
type State = (typeof states)[number];

type Action = 'approve' | 'revise' | 'deny' | 'sendBack' | 'void' | 'save' | 'takeBack' | 'ask' | 'read';

/** Who gave the vote of step 1: the first approver, or Otto on behalf of them. */
type Voter = 'own' | 'on behalf';

/** Otto, the first approver, the second approver; `late` is the answer to an edit that is not the user's turn. */
function lettersOf(voter: Voter, late: 'P' | 'I'): Record<Action, Record<State, string>> {
  const isOwn = voter === 'own';
  /** A turn at step 1; then at step 2 of those who have not used their vote. */
  const turn = (first: string, second: string) => ({
    first,
    second,
    half: second,
    sentBack: first,
  });
  const decision = turn('..F', isOwn ? '.F.' : 'FF.');
  return {
    read: turn('...', '...'),
    approve: decision,
    revise: decision,
    deny: decision,
    /** There is no step before the first. */
    sendBack: { ...decision, first: 'WWF', sentBack: 'WWF' },
    /** Also those whose own vote counts (DEC-41). */
    void: turn('..F', isOwn ? '...' : 'F..'),
    /** A cover includes no edits (COV-05). */
    save: turn(`F.${late}`, `F${late}.`),
    /** Only the user whose approval is the newest event (RUN-06). */
    takeBack: { ...turn('FWW', 'FWW'), second: isOwn ? 'F.W' : '.WW' },
    /** Current approvers and those whose vote counts; one on behalf of another is not the sender's (ASK-01). */
    ask: turn('..F', isOwn ? '...' : 'F..'),
  };
}

/** Lists the first approver on step 2 too, and covers both approvers by Otto. */
async function openOneVote(
  type: DocType,
  stepId: string,
  [first, second]: readonly [PersonName, PersonName],
): Promise<void> {
  await setSettings('alpha1', { oneVotePerFlow: true });
  await rowsOf(
    'alpha1',
    `INSERT INTO workflow_template_approvers (show_id, step_id, user_id, position) VALUES ('alpha1', ?, ?, 9)`,
    stepId,
    first,
  );
  await endCovers();
  for (const absent of [first, second]) await cover(absent, 'otto', { types: [type] });
}

/** The cells of one type, made of those of its kind; `stateOf` has their states. */
function oneVoteCells<
  S extends string,
  P extends PersonName,
  All extends string,
  A extends Action & All,
  Doc,
>(
  kind: CellKind<S, P, All, Doc>,
  voter: Voter,
  given: {
    type: DocType;
    people: readonly [PersonName, PersonName];
    /** The second step of the flow. */
    stepId: string;
    stateOf: Record<Exclude<State, 'sentBack'>, S>;
    rowsInState: (state: S, first: PersonName) => Promise<DocumentRows>;
    copy: (rows: DocumentRows) => Promise<string>;
    actions: readonly A[];
    late?: 'P' | 'I';
  },
): CellKind<State, PersonName, A, Doc> {
  const { type, people, stepId, stateOf, actions } = given;
  const [first, second] = people;
  const stateIn = (state: State) => stateOf[state === 'sentBack' ? 'first' : state];
  const letters = lettersOf(voter, given.late ?? 'P');
  return {
    table: {
      document: `${kind.table.document} whose first approver is on both steps, their vote ${voter}`,
      states,
      people: ['otto', first, second],
      actions,
      contract: mapActions(actions, (action) => `COV-20, ${kind.table.contract[action]}`),
      cells: mapActions(actions, (action) => letters[action]),
    },
    open: async () => {
      await kind.open();
      await openOneVote(type, stepId, people);
    },
    read: kind.read,
    facts: kind.facts,
    rowsInState: async (state) => {
      const isBack = state === 'sentBack';
      const rows = await given.rowsInState(
        isBack ? stateOf.second : stateIn(state),
        voter === 'own' ? first : 'otto',
      );
      return isBack ? sentBack(type, rows, second) : rows;
    },
    copy: given.copy,
    perform: mapActions(actions, (action) => kind.perform[action]),
    standIn: null,
    expected: (action, state, before) => kind.expected(action, stateIn(state), before),
    outsiders: [{ name: 'nora', expects: () => 'S' }],
  };
}

function mapActions<A extends string, Value>(actions: readonly A[], valueOf: (action: A) => Value) {
  return Object.fromEntries(actions.map((action) => [action, valueOf(action)])) as Record<A, Value>;
}

/** Sends the document back to its first step. Returns its rows. */
async function sentBack(type: DocType, rows: DocumentRows, by: PersonName): Promise<DocumentRows> {
  const id = String(rows['documents']?.[0]?.['id']);
  const [step] = await sql.alpha<{ id: string }>`SELECT s.id FROM workflow_steps s
    JOIN workflows w ON w.id = s.workflow_id WHERE w.document_id = ${id} AND s.step_order = 1`;
  const { status, body } = await inFlow(type, 'send-back', by, id, await stepSeen(id), step?.id);
  expect(status, JSON.stringify(body)).toBe(200);
  return documentRows(id);
}

const common = ['read', 'approve', 'sendBack', 'takeBack', 'ask'] as const;

export const oneVoteOrders = (voter: Voter) =>
  oneVoteCells(orderKind, voter, {
    type: 'PO',
    people: ['abel', 'lena'],
    stepId: 'alpha1_step2',
    stateOf: { first: 'submitted', second: 'department', half: 'special' },
    rowsInState,
    copy: (rows) => orderKind.copy(rows, 'carl'),
    actions: [...common, 'revise', 'void', 'save'],
  });

export const oneVoteInvoices = (voter: Voter) =>
  oneVoteCells(invoiceKind, voter, {
    type: 'INVOICE',
    people: ['abel', 'lena'],
    stepId: 'alpha1_bill2',
    stateOf: { first: 'submitted', second: 'second', half: 'half' },
    rowsInState: invoiceInState,
    copy: (rows) => invoiceKind.copy(rows, 'carl'),
    actions: [...common, 'revise', 'deny', 'void', 'save'],
    late: 'I',
  });

/** Payments, whose users with the permission see them all, and which are not edited. */
export const oneVotePayments = (voter: Voter) =>
  oneVoteCells(paymentKind, voter, {
    type: 'PAYMENT',
    people: ['lena', 'sol'],
    stepId: 'alpha1_pay_operating_2',
    stateOf: { first: 'submitted', second: 'second', half: 'half' },
    rowsInState: paymentInState,
    copy: (rows) => paymentKind.copy(rows, 'dana'),
    actions: [...common, 'deny'],
  });
