import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ReplacementsOfUser } from '#domain/replacement/replacement-response';
import type { WorkflowTemplate } from '#domain/workflow/workflow-template-response';
import { openAllTypes } from '../../support/worker/fixtures/all-types.ts';
import { as, read, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { drain } from '../../support/worker/fixtures/payments.ts';
import { forgetSent, sent, sql, waitingFor } from '../../support/worker/fixtures/studio.ts';
import { added, bodyOf, get, level, put } from '../../support/worker/fixtures/templates.ts';
import { preview, readReplacement, replace, start } from '../../support/worker/replacements.ts';

beforeAll(openAllTypes);

let flow: WorkflowTemplate;

/** Otto is the backup approver of the step of Lena and Luis. */
beforeEach(async () => {
  await sql.alpha`UPDATE workflows SET current_order = NULL`;
  const steps = [level(['lena', 'luis'], { escalateAfterDays: 5, backup: { userId: 'otto' } })];
  flow = await added('PURCHASE_ORDER', { makeDefaultType: true, steps });
  forgetSent();
});

const order = () => submitted('dana', withTotal(500));
const backupOf = async (id: string) =>
  (
    await sql.alpha<{ backup: string | null }>`SELECT s.backup_id AS backup FROM workflow_steps s
      JOIN documents d ON d.workflow_id = s.workflow_id WHERE d.id = ${id}`
  )[0]?.backup;
const backupInFlow = async () => {
  const { steps, version } = (await get('PURCHASE_ORDER', flow.id)).body;
  return [steps[0]?.backup?.userId ?? null, version];
};

test('REPL-10: the preview names the steps of flows and the documents, and the replacement sets both', async () => {
  const [po, own] = [await order(), await order()];
  await sql.alpha`UPDATE documents SET owner_id = 'hugo' WHERE id = ${own.id}`;
  const previewed = await preview('otto', 'hugo', flow.id);
  expect(previewed).toMatchObject({
    documents: 2,
    replaced: 1,
    flows: [{ id: flow.id, steps: [{ step: 'Step 1', isBackup: true, outcome: 'REPLACED', reason: null }] }],
    totals: [{ docType: 'PO', waiting: 0, amount: 0, later: 0, laterAmount: 0, backup: 2 }],
    exceptions: [{ docId: own.id, steps: [{ order: 1, isBackup: true, outcome: 'STAYS', reason: 'OWNED' }] }],
  });
  expect([await backupOf(po.id), await backupInFlow()]).toEqual(['otto', ['otto', 1]]);

  const waiting = await waitingFor(po.id);
  await start(previewed.id);
  const messages = [...sent.outbox];
  await drain();
  expect(await readReplacement(previewed.id)).toMatchObject({ state: 'DONE', replaced: 1, differences: [] });
  expect([await backupOf(po.id), await backupOf(own.id)]).toEqual(['hugo', 'otto']);
  expect(await backupInFlow()).toEqual(['hugo', 2]);
  // Nothing waits for the new backup approver yet.
  expect(await waitingFor(po.id)).toEqual(waiting);
  const after = await read('dana', po.id);
  expect(after.changes[0]).toMatchObject({
    action: 'replace-approver',
    userName: 'Ada Stone',
    fields: [{ label: 'Backup approver of Step 1', before: 'Otto Stone', after: 'Hugo Stone' }],
  });
  // Repeated, neither job nor start changes anything more.
  sent.outbox.push(...messages);
  await drain();
  expect((await start(previewed.id)).body.state).toBe('DONE');
  expect((await read('dana', po.id)).version).toBe(after.version);
  expect(await backupInFlow()).toEqual(['hugo', 2]);
  await sql.alpha`UPDATE documents SET owner_id = creator_id WHERE id = ${own.id}`;
});

test('REPL-10: a new approver who is on the step leaves it without a backup approver', async () => {
  const po = await order();
  const result = await replace('otto', 'luis', flow.id);
  expect(result.exceptions).toMatchObject([
    { docId: po.id, steps: [{ isBackup: true, outcome: 'MERGED', reason: 'LISTED' }] },
  ]);
  expect([await backupOf(po.id), await backupInFlow()]).toEqual([null, [null, 2]]);
  expect((await read('dana', po.id)).changes[0]?.fields).toMatchObject([
    { label: 'Backup approver of Step 1', before: 'Otto Stone', after: '' },
  ]);
});

test('REPL-10, NUDGE-09: a backup approver who becomes approver of the step is no longer its backup', async () => {
  const po = await order();
  const result = await replace('lena', 'otto', flow.id);
  expect(result.flows[0]?.steps).toMatchObject([
    { outcome: 'REPLACED' },
    { isBackup: true, outcome: 'MERGED', reason: 'LISTED' },
  ]);
  expect(await backupInFlow()).toEqual([null, 2]);
  expect(await waitingFor(po.id)).toEqual(['luis', 'otto']);
  // The flow can still be saved.
  const stored = (await get('PURCHASE_ORDER', flow.id)).body;
  expect((await put(stored, bodyOf(stored))).status).toBe(200);
});

test('REPL-10, REPL-05: flows that name a user as backup approver count, documents do not wait for them', async () => {
  await order();
  const { body } = await as('ada').get<ReplacementsOfUser>('/api/replacements?showId=alpha1&userId=otto');
  expect(body.documents).toBe(0);
  expect(body.flows).toBeGreaterThan(0);
});
