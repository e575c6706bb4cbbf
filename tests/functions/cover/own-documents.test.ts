import { afterEach, beforeAll, expect, test } from 'vitest';
import { read, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
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
