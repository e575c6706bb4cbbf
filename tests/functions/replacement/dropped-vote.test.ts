import { beforeAll, expect, test } from 'vitest';
import { approveAs, as, read } from '../../support/worker/fixtures/client.ts';
import { historyFaults, openStudio, waitingFor } from '../../support/worker/fixtures/studio.ts';
import { atLevel, replace } from '../../support/worker/replacements.ts';

beforeAll(openStudio);

test('DEC-182: a document returns to the former approver when their vote is dropped, and can be replaced again', async () => {
  const po = await atLevel();
  await approveAs(po, 'lena');
  expect(await replace('lena', 'otto')).toMatchObject({ state: 'DONE' });
  const { workflow } = await read('dana', po.id);
  const sentBack = await as('luis').post('/api/workflows/send-back', {
    docId: po.id,
    docType: 'PO',
    showId: 'alpha1',
    workflowStepId: workflow?.currentStep?.id,
    toStepId: workflow?.steps[0]?.id,
    reason: 'Wrong episode',
  });
  expect(sentBack.status, JSON.stringify(sentBack.body)).toBe(200);
  await approveAs(po, 'abel');
  expect(await waitingFor(po.id)).toEqual(['lara', 'lena', 'luis']);
  const waiting = await as('ada').get('/api/replacements?userId=lena&showId=alpha1');
  expect(waiting.body).toMatchObject({ documents: 1 });
  expect(await replace('lena', 'otto')).toMatchObject({ state: 'DONE', replaced: 1 });
  expect(await waitingFor(po.id)).toEqual(['lara', 'luis', 'otto']);
  expect(await historyFaults()).toEqual([]);
});
