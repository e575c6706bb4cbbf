import { beforeAll, describe, expect, test } from 'vitest';
import {
  adjust,
  approved,
  discard,
  oneMoreLine,
  save,
  submit,
} from '../../support/worker/fixtures/change-orders.ts';
import { action, as, read } from '../../support/worker/fixtures/client.ts';
import { openStudio } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

/** A change order that Lena, an approver of the order, requested, submitted and pulled back. */
async function pulledBack() {
  const before = await approved('dana');
  const { body } = await adjust('lena', before.id);
  await save('lena', body, { lineItems: oneMoreLine(body) });
  expect((await submit('lena', before.id)).status).toBe(200);
  expect((await as('lena').put(`/api/pos/${before.id}/pull-from-approval`)).status).toBe(200);
  return before;
}

describe('the end of a change order that was pulled back', () => {
  test.each(['discarded', 'voided'] as const)(
    'DEC-13, DEC-25/14, DEC-25/15, DEC-26, DEC-29: %s, it leaves the order with its former approval',
    async (how) => {
      const before = await pulledBack();
      expect((await read('dana', before.id)).workflow).toBeNull();
      if (how === 'discarded') {
        const answer = await discard('lena', before.id);
        expect([answer.status, answer.body.status]).toEqual([200, 'APPROVED']);
      } else {
        expect((await action('lena', 'void', before, { workflowId: null, reason: 'No' })).status).toBe(200);
      }
      for (const name of ['dana', 'abel', 'lena', 'luis'] as const) {
        const after = await read(name, before.id);
        expect(after.workflow).toEqual(before.workflow);
        expect([after.status, after.totalCost, after.ownerId]).toEqual(['APPROVED', 300, 'dana']);
      }
      const mine = { showId: 'alpha1', poStatuses: ['APPROVED'], approverIds: ['luis'] };
      const list = await as('luis').post<{ poS: { id: string }[] }>(
        '/api/pos/filter?showId=alpha1&persona=APPROVER&count=200',
        mine,
      );
      expect(list.body.poS.map(({ id }) => id)).toContain(before.id);
      expect((await adjust('abel', before.id)).body).toMatchObject({ status: 'DRAFT', ownerId: 'abel' });
    },
  );
});
