import type { HistoryHead } from '../../../domain/history/verify-history.ts';
import type { HistoryReport } from '#verbs/operations/verify-histories';
import { environment } from '../bindings.ts';
import type { Command, Action } from '../calls.ts';
import { currentStep, prepareInitialState } from '../initial-state.ts';
import type { InitialState } from '../initial-state.ts';
import type { Patch } from '../patch.ts';
import { chanceOf } from '../random.ts';
import { startTime, Harness } from '../harness.ts';
import { scanOf, showId } from '../studio.ts';

/** A show whose documents have long histories, and write access to its database. */
export interface Fixture {
  initialState: InitialState;
  verify: (kept?: ReadonlyMap<string, HistoryHead>) => Promise<HistoryReport>;
}

/** Triggers that protect the history; an attacker with access to the database can drop them. */
const guards = ['document_events_no_update', 'document_events_no_delete', 'document_events_no_replace'];

/** Creates the show with every kind of document event, and the verifier with these patches. */
export async function prepareFixture(patches: readonly Patch[] = []): Promise<Fixture> {
  const initialState = await prepareInitialState(patches);
  const harness = new Harness(initialState, chanceOf(1), false, startTime);
  await grow(harness, initialState);
  for (const trigger of guards) initialState.database.rows(`DROP TRIGGER ${trigger}`);
  initialState.database.rows('PRAGMA foreign_keys = OFF');
  const isolate = harness.scheduler.isolate();
  const env = environment(harness, isolate);
  const verify = async (kept?: ReadonlyMap<string, HistoryHead>) => {
    const report = initialState.product.verifyHistories(
      initialState.product.storeFor(env, { id: showId, shard: 0 }),
      kept,
    );
    await harness.scheduler.runAll();
    return report;
  };
  return { initialState, verify };
}

async function grow(harness: Harness, { database, documents }: InitialState): Promise<void> {
  const { racing, early, approved, bill, payments } = documents;
  let keys = 0;
  const does = async (user: string, action: Action): Promise<void> => {
    const command: Command = { user, key: `ground-${(keys += 1)}`, action };
    const outcome = harness.call(command);
    await harness.scheduler.runAll();
    const ended = await outcome;
    if (ended.kind !== 'done') throw new Error(`${user} ${action.kind}: ${JSON.stringify(ended)}`);
  };
  const step = (id: string) => currentStep(database, id);
  const order = { docType: 'PO' } as const;
  const approve = async (docType: 'PO' | 'INVOICE' | 'PAYMENT', id: string, ...users: string[]) => {
    for (const user of users) await does(user, { kind: 'approve', docType, id, step: step(id) });
  };
  const lines = (...costs: number[]) => ({
    number: '',
    lines: costs.map((unitCost) => ({ quantity: 2, unitCost })),
  });

  await approve('PO', early, 'abel', 'lena');
  await does('dana', { ...order, kind: 'note', id: early });
  await does('dana', { ...order, kind: 'pull', id: early });
  await does('dana', { ...order, kind: 'save', id: early, draft: lines(12, 40.5) });
  await does('dana', { ...order, kind: 'submit', id: early });
  await does('abel', { ...order, kind: 'revise', id: early, step: step(early) });
  await does('dana', { ...order, kind: 'submit', id: early });
  await approve('PO', racing, 'lena', 'lara');
  await does('dana', { ...order, kind: 'adjust', id: racing });
  await does('dana', { ...order, kind: 'discard', id: racing });
  await does('dana', { ...order, kind: 'push', id: racing });
  await does('dana', { ...order, kind: 'adjust', id: approved });
  await does('dana', { ...order, kind: 'save', id: approved, draft: lines(70, 33.33, 9) });
  await does('dana', { ...order, kind: 'submit', id: approved });
  await does('dana', { ...order, kind: 'void', id: approved, step: null });
  await does('ivan', { kind: 'attach', docType: 'INVOICE', id: bill, fileIds: [scanOf('LR-1')] });
  await approve('INVOICE', bill, 'lena', 'luis');
  await does('ivan', { docType: 'INVOICE', kind: 'note', id: bill });
  const [first = '', second = ''] = payments;
  await approve('PAYMENT', first, 'lena', 'sol');
  await does('hugo', { docType: 'PAYMENT', kind: 'deny', id: second, step: step(second) });
}
