import { storeFor } from '#store/d1/open';
import { verifyMeasures, verifyMovements } from '#verbs/operations/verify-movements';
import { studioEnv } from '../fixtures/studio.ts';

/** What a verification finds wrong in what the documents of the first show count for budgets. */
export async function movementFaults(): Promise<string[]> {
  const store = storeFor(studioEnv, { id: 'alpha1', shard: 0 });
  const faults = [...(await verifyMovements(store, 'alpha1_', 'alpha1_\u{10FFFF}')), ...(await verifyMeasures(store, 100))];
  return faults.map(({ documentId, what }) => `${documentId} ${what}`);
}
