import type { Membership } from '../../functions/verbs/request/context.ts';
import { environment } from './bindings.ts';
import { Accounting } from './accounting.ts';
import type { Command, Action } from './calls.ts';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';
import { loadProduct } from './loader.ts';
import type { Patch } from './patch.ts';
import type { Product } from './product.ts';
import { chanceOf } from './random.ts';
import { startTime, Harness } from './harness.ts';
import { iso } from './clock.ts';
import { userIds, fillStudio, showId } from './studio.ts';

/** The documents that every run starts with. */
export interface Documents {
  /** At its final step, which needs two votes of three; none is given yet. */
  racing: string;
  /** Waits for the approval of its department. */
  early: string;
  draft: string;
  /** Approved and posted to accounting. */
  approved: string;
  bill: string;
  billDraft: string;
  /** A draft that takes 150.00 of the first line of the approved order. */
  reliefDraft: string;
  payments: readonly string[];
}

/** The state that all runs of a product start from. */
export interface InitialState {
  product: Product;
  database: Database;
  accounting: Accounting;
  memberships: ReadonlyMap<string, Membership>;
  documents: Documents;
}

/** Loads the product with these patches and creates a studio with documents in different states. */
export async function prepareInitialState(
  patches: readonly Patch[] = [],
  sql: readonly string[] = [],
): Promise<InitialState> {
  return initialStateOf(await loadProduct(patches), sql);
}

/** The same for a product that is already loaded. */
export async function initialStateOf<Whole extends Product>(
  product: Whole,
  sql: readonly string[] = [],
): Promise<InitialState & { product: Whole }> {
  const database = openDatabase();
  fillStudio(database);
  const accounting = new Accounting();
  const memberships = new Map<string, Membership>();
  const harness = new Harness(
    { product, database, accounting, memberships },
    chanceOf(1),
    false,
    startTime - 60_000,
  );
  await loadMemberships(harness, memberships);
  const documents = await makeDocuments(harness);
  for (const statement of sql) database.rows(statement);
  return { product, database, accounting, memberships, documents };
}

async function loadMemberships(harness: Harness, memberships: Map<string, Membership>): Promise<void> {
  const { product, scheduler } = harness;
  const env = environment(harness, scheduler.isolate());
  for (const id of userIds) {
    const found = Promise.all([product.readMembership(env, showId, id), product.readUser(env, id)]);
    await scheduler.runAll();
    const [membership, user] = await found;
    if (membership && user) memberships.set(id, { ...membership, user });
  }
}

async function makeDocuments(harness: Harness): Promise<Documents> {
  const { database, accounting } = harness;
  let keys = 0;
  const doing = async (user: string, action: Action): Promise<string> => {
    const command: Command = { user, key: `eve-${(keys += 1)}`, action };
    const outcome = harness.call(command);
    await harness.scheduler.runAll();
    const ended = await outcome;
    if (ended.kind !== 'done') throw new Error(`${user} ${action.kind}: ${JSON.stringify(ended)}`);
    return (ended.answer as { id?: string } | undefined)?.id ?? '';
  };
  const step = (id: string) => currentStep(database, id);
  const order = async (unitCost: number) => {
    const lines = [
      { quantity: 3, unitCost },
      { quantity: 1.5, unitCost: 33.33 },
    ];
    return doing('dana', { kind: 'create', docType: 'PO', draft: { lines, number: '' } });
  };
  const send = (user: string, docType: 'PO' | 'INVOICE' | 'PAYMENT', id: string) =>
    doing(user, { kind: 'submit', docType, id });
  const approve = (user: string, docType: 'PO' | 'INVOICE', id: string) =>
    doing(user, { kind: 'approve', docType, id, step: step(id) });
  const bill = (number: string) =>
    doing('ivan', {
      kind: 'create',
      docType: 'INVOICE',
      draft: { lines: [{ quantity: 1, unitCost: 80.4 }], number },
    });

  const [racing, early, draft, approved] = [
    await order(100),
    await order(90),
    await order(80),
    await order(70),
  ];
  for (const id of [racing, early, approved]) await send('dana', 'PO', id);
  for (const id of [racing, approved]) await approve('abel', 'PO', id);
  for (const user of ['lena', 'luis']) await approve(user, 'PO', approved);
  const [first, billDraft] = [await bill('LR-1'), await bill('LR-2')];
  await send('ivan', 'INVOICE', first);
  await approve('abel', 'INVOICE', first);
  const payments = await syncPayments(harness, accounting);
  for (const id of payments) await send('ada', 'PAYMENT', id);
  const [relieved] = database.rows<{ number: string }>('SELECT number FROM documents WHERE id = ?', approved);
  const reliefDraft = await doing('ivan', {
    kind: 'create',
    docType: 'INVOICE',
    draft: {
      lines: [{ quantity: 1, unitCost: 150 }],
      number: 'LR-9',
      relieves: { referencePo: relieved?.number ?? '', referencePoLineNumber: 1 },
    },
  });
  return { racing, early, draft, approved, bill: first, billDraft, reliefDraft, payments };
}

/** Imports accounting's payments by the job that the sweep schedules. */
async function syncPayments(harness: Harness, accounting: Accounting): Promise<string[]> {
  for (let n = 1; n <= 4; n += 1)
    accounting.payments.push({ externalId: `p${n}`, number: `E${n}`, totalCents: 1000 * n + 1 });
  const swept = harness.sweep();
  await harness.scheduler.runAll();
  await swept;
  // The job gets the start time of the run, so that no run schedules another one in its first minutes.
  harness.database.rows("UPDATE outbox SET created_at = ? WHERE kind = 'import-payments'", iso(startTime));
  return harness.database
    .rows<{ document_id: string }>('SELECT document_id FROM payments ORDER BY external_id')
    .map((row) => row.document_id);
}

/** Returns the current step, as a screen would show it. */
export function currentStep(database: Database, id: string): string | null {
  const [row] = database.rows<{ current_step_id: string | null }>(
    'SELECT current_step_id FROM documents WHERE id = ?',
    id,
  );
  return row?.current_step_id ?? null;
}

/** Returns the current content version, as a screen would show it. */
export function currentContent(database: Database, id: string): number {
  const [row] = database.rows<{ content_version: number }>(
    'SELECT content_version FROM documents WHERE id = ?',
    id,
  );
  return row?.content_version ?? 1;
}
