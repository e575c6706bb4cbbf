import type { HistoryHead } from '../../../domain/history/verify-history.ts';
import type { HistoryReport } from '../../../functions/verbs/operations/verify-histories.ts';
import { environment } from '../bindings.ts';
import type { Command, Action } from '../calls.ts';
import { currentStep, prepareEve } from '../initial-state.ts';
import type { Eve } from '../initial-state.ts';
import type { Patch } from '../patch.ts';
import { chanceOf } from '../random.ts';
import { dawn, Stage } from '../harness.ts';
import { scanOf, showId } from '../studio.ts';

/** A show whose documents have long histories, and somebody who can write to its database as he likes. */
export interface Ground {
  eve: Eve;
  verify: (kept?: ReadonlyMap<string, HistoryHead>) => Promise<HistoryReport>;
}

/** What keeps the product itself from it keeps nobody who has the database. */
const guards = ['document_events_no_update', 'document_events_no_delete', 'document_events_no_replace'];

/** The show with everything that can happen to a document, and the verifier, with faults planted in it if there are any. */
export async function tamperGround(patches: readonly Patch[] = []): Promise<Ground> {
  const eve = await prepareEve(patches);
  const stage = new Stage(eve, chanceOf(1), false, dawn);
  await grow(stage, eve);
  for (const trigger of guards) eve.database.rows(`DROP TRIGGER ${trigger}`);
  eve.database.rows('PRAGMA foreign_keys = OFF');
  const isolate = stage.scheduler.isolate();
  const env = environment(stage, isolate);
  const verify = async (kept?: ReadonlyMap<string, HistoryHead>) => {
    const report = eve.product.verifyHistories(eve.product.storeFor(env, { id: showId, shard: 0 }), kept);
    await stage.scheduler.runAll();
    return report;
  };
  return { eve, verify };
}

async function grow(stage: Stage, { database, documents }: Eve): Promise<void> {
  const { racing, early, approved, bill, payments } = documents;
  let keys = 0;
  const does = async (user: string, action: Action): Promise<void> => {
    const command: Command = { user, key: `ground-${(keys += 1)}`, action };
    const outcome = stage.call(command);
    await stage.scheduler.runAll();
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
