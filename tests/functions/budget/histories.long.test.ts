import { beforeAll, expect, test } from 'vitest';
import { ofSums, sampleHistories } from '../../support/check-histories.ts';
import { forgetMovements } from '../../support/worker/budget/movements.ts';
import { storedMovements, storeHistories } from '../../support/worker/budget/stored-histories.ts';
import { openInvoices } from '../../support/worker/fixtures/relief.ts';
import { studioEnv } from '../../support/worker/fixtures/studio.ts';
import { storeFor } from '#store/d1/open';
import { verifyMeasures } from '#verbs/operations/verify-movements';

const [histories, perBatch] = [10_000, 50];

beforeAll(openInvoices);

test('BUD-72: after 10,000 random histories, the statements of the store have recorded what the rules of the domain count', async () => {
  const store = storeFor(studioEnv, { id: 'alpha1', shard: 0 });
  const sample = sampleHistories(histories, { minLength: 10, maxLength: 30 });
  let recorded = 0;
  for (let from = 0; from < sample.length; from += perBatch) {
    const batch = sample.slice(from, from + perBatch);
    await forgetMovements();
    for (const stage of [0, 1]) {
      await storeHistories(batch.map((one) => one[stage]!.world));
      const movements = await storedMovements();
      for (const list of movements.values()) recorded += list.length;
      for (const [n, one] of batch.entries())
        expect(ofSums(movements.get(n) ?? []), `history ${from + n}`).toEqual(ofSums(one[stage]!.counts));
    }
    expect(await verifyMeasures(store, 10)).toEqual([]);
  }
  expect(recorded).toBeGreaterThan(histories);
});
