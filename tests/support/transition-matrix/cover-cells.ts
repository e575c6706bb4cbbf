import type { DocType } from '#domain/document';
import { cover, endCovers } from '../worker/fixtures/covers.ts';
import type { PersonName } from '../worker/fixtures/rows.ts';
import type { CellTable, Letter } from './cells.ts';
import type { InvoiceAction, InvoiceState } from './invoice-cells.ts';
import { invoiceKind } from './invoice-cells-kind.ts';
import type { CellAction, State } from './po-cells.ts';
import { orderKind } from './po-cells-kind.ts';
import type { PaymentAction, PaymentState } from './payment-cells.ts';
import { paymentKind } from './payment-cells-kind.ts';
import type { CellKind } from './walk-matrix.ts';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { Payment } from '#domain/payments/payment-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

/**
 * The expected answers for Otto, who is in no flow and covers Lena, the approver of step 2: they decide in Lena's turn,
 * learn the state where Lena could decide in another, see what Lena sees, and do nothing else (COV-05, DEC-98).
 */
const who = ['otto'] as const;

/** The tables of a file share their studio. */
async function runCover(type: DocType, absent: PersonName = 'lena'): Promise<void> {
  await endCovers();
  await cover(absent, 'otto', { types: [type] });
}

type Letters<S extends string> = Record<S, Letter>;

/** Lena waits in `waiting`, is on the workflow in `listed`; the other states hide the document. */
function coverCells<S extends string, A extends string>(
  { states, actions, document, contract }: CellTable<S, string, A>,
  on: { listed: readonly S[]; waiting: readonly S[]; inApproval: readonly S[]; decisions: readonly A[] },
  particular: Partial<Record<A, Letters<S>>>,
): CellTable<S, 'otto', A> {
  const letterOf = (action: A, state: S): Letter => {
    if (!on.listed.includes(state)) return 'N';
    const own = particular[action]?.[state];
    if (own) return own;
    const isDecision = on.decisions.includes(action);
    if (!isDecision) return 'F';
    if (on.waiting.includes(state)) return '.';
    return on.inApproval.includes(state) ? 'F' : 'W';
  };
  const rowOf = (action: A) => Object.fromEntries(states.map((state) => [state, letterOf(action, state)]));
  return {
    document: `${document} of an absent approver`,
    states,
    people: who,
    actions,
    contract: Object.fromEntries(
      actions.map((action) => [action, `COV-04, COV-05, ${contract[action]}`]),
    ) as Record<A, string>,
    cells: Object.fromEntries(actions.map((action) => [action, rowOf(action)])) as Record<
      A,
      Record<S, string>
    >,
  };
}

const all = <S extends string>(states: readonly S[], letter: Letter) =>
  Object.fromEntries(states.map((state) => [state, letter])) as Letters<S>;

const { table: orders } = orderKind;
const orderStates = orders.states.filter((state) => state !== 'draft' && state !== 'coPulled');

/** A cover of orders; what ends a document can be voided by its approvers only in their turn. */
export const coveredOrders: CellKind<State, 'otto', CellAction, PurchaseOrder> = {
  ...orderKind,
  table: coverCells(
    orders,
    {
      listed: orderStates,
      waiting: ['department', 'special', 'coDepartment'],
      inApproval: ['submitted', 'coSubmitted'],
      decisions: ['approve', 'revise', 'sendBack'],
    },
    {
      read: all(orders.states, '.'),
      note: all(orders.states, '.'),
      void: {
        ...all(orders.states, 'F'),
        department: '.',
        special: '.',
        coDepartment: '.',
        void: 'W',
      },
      ask: { ...all(orders.states, 'F'), department: '.', special: '.', coDepartment: '.' },
    },
  ),
  open: async () => {
    await orderKind.open();
    await runCover('PO');
  },
  copy: (rows) => orderKind.copy(rows, 'carl'),
  standIn: null,
  outsiders: [{ name: 'nora', expects: () => 'S' }],
};

const { table: invoices } = invoiceKind;

/** The same for invoices, which can be denied, too. */
export const coveredInvoices: CellKind<InvoiceState, 'otto', InvoiceAction, Invoice> = {
  ...invoiceKind,
  table: coverCells(
    invoices,
    {
      listed: invoices.states.filter((state) => state !== 'draft' && state !== 'pulled'),
      waiting: ['second', 'half'],
      inApproval: ['submitted'],
      decisions: ['approve', 'revise', 'deny', 'sendBack'],
    },
    {
      read: all(invoices.states, '.'),
      note: all(invoices.states, '.'),
      void: { ...all(invoices.states, 'F'), second: '.', half: '.', void: 'W', denied: 'W' },
      ask: { ...all(invoices.states, 'F'), second: '.', half: '.' },
      adjust: all(invoices.states, 'N'),
    },
  ),
  open: async () => {
    await invoiceKind.open();
    await runCover('INVOICE');
  },
  copy: (rows) => invoiceKind.copy(rows, 'carl'),
  standIn: null,
  outsiders: [{ name: 'nora', expects: () => 'S' }],
};

const { table: payments } = paymentKind;

/** The same for payments, which every holder of their permission sees, and where Otto covers Sol (DEC-13). */
export const coveredPayments: CellKind<PaymentState, 'otto', PaymentAction, Payment> = {
  ...paymentKind,
  table: coverCells(
    payments,
    {
      listed: payments.states,
      waiting: ['second', 'half'],
      inApproval: ['submitted'],
      decisions: ['approve', 'deny', 'sendBack'],
    },
    {
      read: all(payments.states, '.'),
      note: all(payments.states, '.'),
      save: all(payments.states, 'N'),
      submit: { ...all(payments.states, 'W'), draft: '.', pulled: '.' },
      revise: all(payments.states, 'X'),
      void: all(payments.states, 'X'),
      adjust: all(payments.states, 'N'),
      /** Without a workflow every user with the approver flag gets the state (DEC-98). */
      takeBack: { ...all(payments.states, 'F'), draft: 'W', pulled: 'W' },
      ask: { ...all(payments.states, 'F'), draft: 'W', pulled: 'W', second: '.', half: '.' },
    },
  ),
  open: async () => {
    await paymentKind.open();
    await runCover('PAYMENT', 'sol');
  },
  copy: (rows) => paymentKind.copy(rows, 'dana'),
  standIn: null,
};
