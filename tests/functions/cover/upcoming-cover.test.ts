import { beforeAll, expect, test } from 'vitest';
import type { Cover } from '#domain/cover/cover-request';
import type { Home } from '#domain/lists/home-response';
import type { PurchaseOrderList } from '#domain/purchase-orders/purchase-order-response';
import { approveAs, as, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { cover, dayIn } from '../../support/worker/fixtures/covers.ts';
import { openStudio } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

/** An order of Dana's that waits for Lena, among others. */
async function atLena(amount: number) {
  const po = await submitted('dana', withTotal(amount));
  await approveAs(po, 'abel');
  return po;
}

test('COV-08, COV-27: a cover that begins later has the documents that nobody will be able to decide', async () => {
  await cover('lena', 'otto', { firstDay: dayIn(2), amountLimit: 400 });
  await atLena(400);
  const over = await atLena(400.01);
  const path = '/api/pos/filter?showId=alpha1&persona=CREATOR&count=200';
  const filter = { notCoveredFor: 'lena' };
  const list = (await as('ada').post<PurchaseOrderList>(path, filter)).body;
  expect(list.poS.map(({ id }) => id)).toEqual([over.id]);
  const { body } = await as('ada').get<Cover[]>('/api/covers?showId=alpha1');
  expect(body.find(({ state }) => state === 'UPCOMING')?.undecidedByType).toEqual([
    { docType: 'PO', count: 1 },
  ]);
  const { tiles } = (await as('ada').get<Home>('/api/home?showId=alpha1')).body;
  expect(tiles.away).toEqual([]);
});
