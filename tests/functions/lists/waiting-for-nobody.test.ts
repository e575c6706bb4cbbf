import { beforeAll, expect, test } from 'vitest';
import type { Home } from '#domain/lists/home-response';
import type { Health } from '#domain/operations/health-response';
import type { PurchaseOrderList } from '#domain/purchase-orders/purchase-order-response';
import { as, submitted } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

const tilesOf = async (name: PersonName) => (await as(name).get<Home>('/api/home?showId=alpha1')).body.tiles;

test('HOME-16, WAIT-14: documents whose only approver was deactivated wait for nobody', async () => {
  const nobody = async () => (await tilesOf('ada')).waitingForNobody;
  const setActive = async (isActive: boolean) =>
    expect((await as('ada').patch('/api/users/abel?showId=alpha1', { isActive })).status).toBe(200);
  const listed = async () => {
    const path = '/api/pos/filter?showId=alpha1&persona=CREATOR&count=200';
    const { body } = await as('ada').post<PurchaseOrderList>(path, { isWaitingForNobody: true });
    return body.poS.map(({ id }) => id);
  };
  expect(await nobody()).toEqual([]);
  const po = await submitted('dana');
  expect(await nobody()).toEqual([]);
  await setActive(false);
  expect(await nobody()).toEqual([{ docType: 'PO', count: 1 }]);
  expect(await listed()).toEqual([po.id]);
  const health = await as('ada').get<Health>('/api/health/alpha1?showId=alpha1');
  expect(health.body.shows[0]?.unmetSteps).toContainEqual(
    expect.objectContaining({ flowId: 'alpha1_flow', department: expect.any(String), ableToApprove: 0 }),
  );
  expect((await tilesOf('lena')).waitingForNobody).toBeNull();
  await setActive(true);
  expect(await nobody()).toEqual([]);
  expect(await listed()).toEqual([]);
});
