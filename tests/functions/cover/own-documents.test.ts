import { afterEach, beforeAll, expect, test } from 'vitest';
import { action, read, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { cover, endCovers } from '../../support/worker/fixtures/covers.ts';
import { openStudio, setSettings, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);
afterEach(endCovers);

test('COV-04, WAIT-05: a document waits neither with its own approver nor with the user who covers for them', async () => {
  await setSettings('alpha1', { preventSelfApproval: false });
  const po = await submitted('dana', withTotal(500));
  await sql.alpha`UPDATE documents SET owner_id = 'abel' WHERE id = ${po.id}`;
  await cover('abel', 'otto');
  const waitsWith = async () => (await read('lara', po.id)).waiting?.with.map(({ id }) => id) ?? [];
  expect(await waitsWith()).toEqual(expect.arrayContaining(['abel', 'otto']));
  await setSettings('alpha1', { preventSelfApproval: true });
  const left = await waitsWith();
  expect(left.filter((id) => id === 'abel' || id === 'otto')).toEqual([]);
  await setSettings('alpha1', { preventSelfApproval: false });
});

test.each([
  ['of the cover', { amountLimit: 300, selfApprovalLimit: 400 }],
  ['for own documents of the absent approver', { amountLimit: 400, selfApprovalLimit: 300 }],
])('COV-03: the lower limit counts: that %s', async (_whose, { amountLimit, selfApprovalLimit }) => {
  await setSettings('alpha1', { preventSelfApproval: true, selfApprovalLimit });
  const ofAbel = async (amount: number) => {
    const { id } = await submitted('dana', withTotal(amount));
    await sql.alpha`UPDATE documents SET owner_id = 'abel' WHERE id = ${id}`;
    return read('dana', id);
  };
  await cover('abel', 'otto', { amountLimit });
  const [within, over] = [await ofAbel(300), await ofAbel(300.01)];
  expect((await action('otto', 'approval', over)).status).toBe(403);
  const approved = await action('otto', 'approval', within);
  expect([approved.status, approved.body.onBehalfOf?.userId]).toEqual([200, 'abel']);
  await setSettings('alpha1', { preventSelfApproval: false, selfApprovalLimit: null });
});
