import type { Command, Action } from '../simulator/calls.ts';
import { Accounting } from '../simulator/accounting.ts';
import { currentStep, initialStateOf } from '../simulator/initial-state.ts';
import type { InitialState } from '../simulator/initial-state.ts';
import { chanceOf } from '../simulator/random.ts';
import { noFaults } from '../simulator/scheduler.ts';
import { startTime, Harness } from '../simulator/harness.ts';
import { iso } from '../simulator/clock.ts';
import type { WholeProduct } from './product.ts';
import { loadWhole } from './product-world.ts';

/** Rows of each kind in addition to those of the initial state. */
const counts = { payments: 36, orders: 48 };

export type BusyState = InitialState & { product: WholeProduct };

/** Accounting that is down: no push reaches it, and every push stays in the outbox. */
class UnreachableAccounting extends Accounting {
  override answer(): { status: number; body: unknown } {
    return { status: 503, body: { message: 'Shut.' } };
  }
}

/**
 * Creates a studio after a day with no queue delivery and no accounting: payments, orders and an invoice were
 * submitted, approved and voided by the product's own functions, and all resulting jobs wait in the outbox.
 */
export async function prepareBusyState(): Promise<BusyState> {
  const initialState = await initialStateOf(await loadWhole());
  await importMore(initialState);
  const day = new Harness(
    { ...initialState, accounting: new UnreachableAccounting() },
    chanceOf(2),
    false,
    startTime - 1000,
  );
  day.scheduler.faults = { ...noFaults, lost: 1 };
  const actions = createPerformer(day);
  const payments = initialState.database
    .rows<{ id: string; status: string }>(
      "SELECT id, status FROM documents WHERE type = 'PAYMENT' ORDER BY number",
    )
    .map(({ id, status }) => ({ id, isDraft: status !== 'SUBMITTED_FOR_APPROVAL' }));
  for (const { id, isDraft } of payments) {
    if (isDraft) await actions('ada', { kind: 'submit', docType: 'PAYMENT', id });
    for (const user of ['lena', 'sol'])
      await actions(user, {
        kind: 'approve',
        docType: 'PAYMENT',
        id,
        step: currentStep(initialState.database, id),
      });
  }
  for (const user of ['lena', 'luis'])
    await actions(user, {
      kind: 'approve',
      docType: 'INVOICE',
      id: initialState.documents.bill,
      step: currentStep(initialState.database, initialState.documents.bill),
    });
  for (let n = 0; n < counts.orders; n += 1) await order(initialState, actions, n);
  initialState.database.rows(
    'UPDATE outbox SET attempts = 0, next_attempt_at = NULL, error = NULL WHERE done_at IS NULL',
  );
  initialState.database.rows('DELETE FROM accounting_rests');
  return initialState;
}

type PerformAction = (user: string, action: Action) => Promise<string>;

/** Creates and approves an order; every fourth one is then voided. */
async function order({ database }: BusyState, actions: PerformAction, n: number): Promise<void> {
  const docType = 'PO';
  const draft = { lines: [{ quantity: 2, unitCost: 10 + n }], number: '' };
  const id = await actions('dana', { kind: 'create', docType, draft });
  await actions('dana', { kind: 'submit', docType, id });
  for (const user of ['abel', 'lena', 'luis'])
    await actions(user, { kind: 'approve', docType, id, step: currentStep(database, id) });
  if (n % 4 === 0) await actions('dana', { kind: 'void', docType, id, step: null });
}

async function importMore({ product, database, accounting, memberships }: BusyState): Promise<void> {
  for (let n = 0; n < counts.payments; n += 1)
    accounting.payments.push({
      externalId: `q${n}`,
      number: `F${String(n).padStart(3, '0')}`,
      totalCents: 2000 + n,
    });
  const harness = new Harness({ product, database, accounting, memberships }, chanceOf(3), false, startTime);
  harness.scheduler.now = startTime + 11 * 60_000;
  const swept = harness.sweep();
  await harness.scheduler.runAll();
  await swept;
  database.rows("UPDATE outbox SET created_at = ? WHERE kind = 'import-payments'", iso(startTime));
}

/** Returns a function that performs one action at a time and ignores accounting failures. */
function createPerformer(harness: Harness): PerformAction {
  let keys = 0;
  return async (user, action) => {
    const command: Command = { user, key: `day-${(keys += 1)}`, action };
    const outcome = harness.call(command);
    await harness.scheduler.runAll();
    const ended = await outcome;
    if (ended.kind === 'refused' && ended.code === 'accounting_interface_error') return '';
    if (ended.kind !== 'done') throw new Error(`${user} ${action.kind}: ${JSON.stringify(ended)}`);
    return (ended.answer as { id?: string } | undefined)?.id ?? '';
  };
}
