import type { Command, Action } from '../simulator/calls.ts';
import { Books } from '../simulator/books.ts';
import { currentStep, eveOf } from '../simulator/initial-state.ts';
import type { Eve } from '../simulator/initial-state.ts';
import { chanceOf } from '../simulator/random.ts';
import { calm } from '../simulator/scheduler.ts';
import { dawn, Stage } from '../simulator/harness.ts';
import { iso } from '../simulator/clock.ts';
import type { WholeProduct } from './product.ts';
import { loadWhole } from './product-world.ts';

/** Of each, beside those of the eve. */
const many = { payments: 36, orders: 48 };

export type BusyEve = Eve & { product: WholeProduct };

/** Accounting that is shut for the day: nothing reaches it, and every push waits in the outbox. */
class ShutBooks extends Books {
  override answer(): { status: number; body: unknown } {
    return { status: 503, body: { message: 'Shut.' } };
  }
}

/**
 * A studio after a busy day on which no message of the queue arrived and accounting was shut: payments, orders and an
 * invoice were submitted, approved and voided by the product's own verbs, and all that follows from it waits in the outbox.
 */
export async function busyEve(): Promise<BusyEve> {
  const eve = await eveOf(await loadWhole());
  await importMore(eve);
  const day = new Stage({ ...eve, books: new ShutBooks() }, chanceOf(2), false, dawn - 1000);
  day.scheduler.faults = { ...calm, lost: 1 };
  const actions = doer(day);
  const payments = eve.database
    .rows<{ id: string; status: string }>(
      "SELECT id, status FROM documents WHERE type = 'PAYMENT' ORDER BY number",
    )
    .map(({ id, status }) => ({ id, isDraft: status !== 'SUBMITTED_FOR_APPROVAL' }));
  for (const { id, isDraft } of payments) {
    if (isDraft) await actions('ada', { kind: 'submit', docType: 'PAYMENT', id });
    for (const user of ['lena', 'sol'])
      await actions(user, { kind: 'approve', docType: 'PAYMENT', id, step: currentStep(eve.database, id) });
  }
  for (const user of ['lena', 'luis'])
    await actions(user, {
      kind: 'approve',
      docType: 'INVOICE',
      id: eve.documents.bill,
      step: currentStep(eve.database, eve.documents.bill),
    });
  for (let n = 0; n < many.orders; n += 1) await order(eve, actions, n);
  eve.database.rows(
    'UPDATE outbox SET attempts = 0, next_attempt_at = NULL, error = NULL WHERE done_at IS NULL',
  );
  eve.database.rows('DELETE FROM accounting_rests');
  return eve;
}

type Do = (user: string, action: Action) => Promise<string>;

/** Approved, and every fourth void afterwards. */
async function order({ database }: BusyEve, actions: Do, n: number): Promise<void> {
  const docType = 'PO';
  const draft = { lines: [{ quantity: 2, unitCost: 10 + n }], number: '' };
  const id = await actions('dana', { kind: 'create', docType, draft });
  await actions('dana', { kind: 'submit', docType, id });
  for (const user of ['abel', 'lena', 'luis'])
    await actions(user, { kind: 'approve', docType, id, step: currentStep(database, id) });
  if (n % 4 === 0) await actions('dana', { kind: 'void', docType, id, step: null });
}

async function importMore({ product, database, books, places }: BusyEve): Promise<void> {
  for (let n = 0; n < many.payments; n += 1)
    books.payments.push({
      externalId: `q${n}`,
      number: `F${String(n).padStart(3, '0')}`,
      totalCents: 2000 + n,
    });
  const stage = new Stage({ product, database, books, places }, chanceOf(3), false, dawn);
  stage.scheduler.now = dawn + 11 * 60_000;
  const swept = stage.sweep();
  await stage.scheduler.runAll();
  await swept;
  database.rows("UPDATE outbox SET created_at = ? WHERE kind = 'import-payments'", iso(dawn));
}

/** Does one thing after the other; accounting's failure is part of the day. */
function doer(stage: Stage): Do {
  let keys = 0;
  return async (user, action) => {
    const command: Command = { user, key: `day-${(keys += 1)}`, action };
    const outcome = stage.call(command);
    await stage.scheduler.runAll();
    const ended = await outcome;
    if (ended.kind === 'refused' && ended.code === 'accounting_interface_error') return '';
    if (ended.kind !== 'done') throw new Error(`${user} ${action.kind}: ${JSON.stringify(ended)}`);
    return (ended.answer as { id?: string } | undefined)?.id ?? '';
  };
}
