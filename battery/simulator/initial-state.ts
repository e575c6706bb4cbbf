import type { Membership } from '../../functions/verbs/request/context.ts';
import { environment } from './bindings.ts';
import { Books } from './books.ts';
import type { Command, Action } from './calls.ts';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';
import { loadProduct } from './loader.ts';
import type { Patch } from './patch.ts';
import type { Product } from './product.ts';
import { chanceOf } from './random.ts';
import { dawn, Stage } from './harness.ts';
import { iso } from './clock.ts';
import { everybody, fillStudio, showId } from './studio.ts';

/** The documents that every life begins with. */
export interface Documents {
  /** Of two votes of three, none is given yet; it is the final step. */
  racing: string;
  /** Waits for its department. */
  early: string;
  draft: string;
  /** Approved, and in the books. */
  approved: string;
  bill: string;
  billDraft: string;
  payments: readonly string[];
}

/** The evening before: what all lives of a world have in common. */
export interface Eve {
  product: Product;
  database: Database;
  books: Books;
  places: ReadonlyMap<string, Membership>;
  documents: Documents;
}

/** The product, with these faults planted, in front of a studio whose documents are in the midst of their lives. */
export async function prepareEve(patches: readonly Patch[] = [], sql: readonly string[] = []): Promise<Eve> {
  return eveOf(await loadProduct(patches), sql);
}

/** The same of a product that is loaded already. */
export async function eveOf<Whole extends Product>(
  product: Whole,
  sql: readonly string[] = [],
): Promise<Eve & { product: Whole }> {
  const database = openDatabase();
  fillStudio(database);
  const books = new Books();
  const places = new Map<string, Membership>();
  const stage = new Stage({ product, database, books, places }, chanceOf(1), false, dawn - 60_000);
  await loadMemberships(stage, places);
  const documents = await makeDocuments(stage);
  for (const statement of sql) database.rows(statement);
  return { product, database, books, places, documents };
}

async function loadMemberships(stage: Stage, places: Map<string, Membership>): Promise<void> {
  const { product, scheduler } = stage;
  const env = environment(stage, scheduler.isolate());
  for (const id of everybody) {
    const found = Promise.all([product.readMembership(env, showId, id), product.readUser(env, id)]);
    await scheduler.runAll();
    const [place, user] = await found;
    if (place && user) places.set(id, { ...place, user });
  }
}

async function makeDocuments(stage: Stage): Promise<Documents> {
  const { database, books } = stage;
  let keys = 0;
  const doing = async (user: string, action: Action): Promise<string> => {
    const command: Command = { user, key: `eve-${(keys += 1)}`, action };
    const outcome = stage.call(command);
    await stage.scheduler.runAll();
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
  const payments = await importPayments(stage, books);
  for (const id of payments) await send('ada', 'PAYMENT', id);
  return { racing, early, draft, approved, bill: first, billDraft, payments };
}

/** The books' payments come by the errand that the sweep begins. */
async function importPayments(stage: Stage, books: Books): Promise<string[]> {
  for (let n = 1; n <= 4; n += 1)
    books.payments.push({ externalId: `p${n}`, number: `E${n}`, totalCents: 1000 * n + 1 });
  const swept = stage.sweep();
  await stage.scheduler.runAll();
  await swept;
  // The errand is as fresh as every life's beginning, so that no life has another one in its first minutes.
  stage.database.rows("UPDATE outbox SET created_at = ? WHERE kind = 'import-payments'", iso(dawn));
  return stage.database
    .rows<{ document_id: string }>('SELECT document_id FROM payments ORDER BY external_id')
    .map((row) => row.document_id);
}

/** The step that a screen would show now. */
export function currentStep(database: Database, id: string): string | null {
  const [row] = database.rows<{ current_step_id: string | null }>(
    'SELECT current_step_id FROM documents WHERE id = ?',
    id,
  );
  return row?.current_step_id ?? null;
}

/** The content version that a screen would show now. */
export function currentContent(database: Database, id: string): number {
  const [row] = database.rows<{ content_version: number }>(
    'SELECT content_version FROM documents WHERE id = ?',
    id,
  );
  return row?.content_version ?? 1;
}
