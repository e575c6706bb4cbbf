import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { action, aDraft, as, withTotal, create, read } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, rowsOf, setSettings, waitingFor, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openStudio);

const art = { department: { id: inShow('alpha1').department('art'), name: 'Art' } };
const submit = (name: PersonName, id: string) =>
  as(name).put<PurchaseOrder & { code?: string; reason?: string }>(`/api/pos/${id}/submit/?r=0`);
const save = (name: PersonName, id: string, total = 500) =>
  as(name).put<PurchaseOrder>(`/api/pos/${id}`, aDraft({ ...art, ...withTotal(total) }));
const approve = async (name: PersonName, id: string) =>
  (await action(name, 'approval', await read(name, id))).status;
const setApprovers = (step: number, ...names: PersonName[]) =>
  rowsOf(
    'alpha1',
    `UPDATE workflow_template_approvers SET user_id = CASE position ${names
      .map((name, position) => `WHEN ${position} THEN '${name}'`)
      .join(' ')} ELSE user_id END WHERE step_id = ?`,
    `alpha1_step${step}`,
  );

// Ada, an administrator, is listed on the second step beside Luis and Lara.
beforeEach(async () => {
  await setApprovers(2, 'ada');
  await setSettings('alpha1', { preventSelfApproval: true, selfApprovalLimit: null });
});

/** A draft of Dana's that Ada rewrote and submitted, at the second step. */
async function rewritten(total = 500): Promise<string> {
  const { id } = await create('dana', { ...art, ...withTotal(total) });
  expect((await save('ada', id, total)).status).toBe(200);
  expect((await submit('ada', id)).status).toBe(200);
  expect(await approve('abel', id)).toBe(200);
  return id;
}

describe('DEC-97: what counts as approving one’s own document', () => {
  test('DEC-97: an administrator who rewrote and submitted a draft of another user cannot approve it', async () => {
    const id = await rewritten();
    expect(await approve('ada', id)).toBe(403);
    expect(await waitingFor(id)).toEqual(['lara', 'luis']);
    expect(await approve('luis', id)).toBe(200);
    expect(await approve('lara', id)).toBe(200);
  });

  test('DEC-97: a user who only saved the draft counts, and so does one who only submitted it', async () => {
    const saved = await create('dana', { ...art, ...withTotal(500) });
    await save('ada', saved.id);
    expect((await submit('dana', saved.id)).body.revisionAuthorIds).toEqual(['dana', 'ada']);
    const sent = await create('dana', { ...art, ...withTotal(500) });
    expect((await submit('ada', sent.id)).body.revisionAuthorIds).toEqual(['dana', 'ada']);
    for (const { id } of [saved, sent]) {
      await approve('abel', id);
      expect(await approve('ada', id)).toBe(403);
    }
  });

  test('DEC-97: an administrator who replaced the files of a draft cannot approve it', async () => {
    const { id } = await create('dana', { ...art, ...withTotal(500) });
    const { body: quote } = await as('ada').upload({ name: 'quote.pdf', bytes: '%PDF-1.7' });
    expect((await as('ada').post(`/api/pos/attachments/${id}`, { attachments: [quote] })).status).toBe(200);
    expect((await submit('dana', id)).body.revisionAuthorIds).toEqual(['dana', 'ada']);
    await approve('abel', id);
    expect(await approve('ada', id)).toBe(403);
  });

  test('DEC-97: an edit as current approver does not count', async () => {
    const { id } = await create('dana', { ...art, ...withTotal(500) });
    await submit('dana', id);
    await setSettings('alpha1', { resetApprovalOnEdit: false });
    await approve('abel', id);
    expect((await save('ada', id, 400)).status).toBe(200);
    expect(await approve('ada', id)).toBe(200);
    await setSettings('alpha1', { resetApprovalOnEdit: true });
  });

  test('DEC-97: authors of an earlier revision do not count unless they are authors of the current one', async () => {
    const id = await rewritten();
    expect((await action('luis', 'revision', await read('luis', id), { reason: 'again' })).status).toBe(200);
    await save('dana', id);
    expect((await submit('dana', id)).body.revisionAuthorIds).toEqual(['dana']);
    await approve('abel', id);
    expect(await approve('ada', id)).toBe(200);
  });

  test('DEC-97: submitting a revision again without a save keeps its authors', async () => {
    const id = await rewritten();
    await action('luis', 'revision', await read('luis', id), { reason: 'again' });
    expect((await submit('dana', id)).body.revisionAuthorIds).toEqual(['dana', 'ada']);
  });
});

describe('DEC-97: the three choices', () => {
  test('DEC-97: up to the limit a user can approve their own document, above it they cannot', async () => {
    await setSettings('alpha1', { selfApprovalLimit: 500 });
    expect(await approve('ada', await rewritten(500))).toBe(200);
    expect(await approve('ada', await rewritten(500.01))).toBe(403);
  });

  test('DEC-97: an increase of the total beyond the limit in approval forbids it', async () => {
    await setSettings('alpha1', { selfApprovalLimit: 500, resetApprovalOnEdit: false });
    const id = await rewritten(400);
    expect(await waitingFor(id)).toContain('ada');
    expect((await save('luis', id, 600)).status).toBe(200);
    expect(await approve('ada', id)).toBe(403);
    await setSettings('alpha1', { resetApprovalOnEdit: true });
  });

  test('DEC-97: without the setting all listed approvers can approve', async () => {
    await setSettings('alpha1', { preventSelfApproval: false });
    expect(await approve('ada', await rewritten())).toBe(200);
  });

  test('DEC-97: preventSelfApproval alone forbids or allows, and removes a limit', async () => {
    const set = async (json: Record<string, unknown>) => {
      const { body } = await as('ada').post('/api/shows/alpha1/settings', json);
      return [body['preventSelfApproval'], body['selfApprovalLimit']];
    };
    expect(await set({ preventSelfApproval: true, selfApprovalLimit: 250.5 })).toEqual([true, 250.5]);
    expect(await set({ resetApprovalOnEdit: true })).toEqual([true, 250.5]);
    expect(await set({ preventSelfApproval: true })).toEqual([true, null]);
    expect(await set({ preventSelfApproval: false })).toEqual([false, null]);
    const refused = await as('ada').post('/api/shows/alpha1/settings', { selfApprovalLimit: -1 });
    expect(refused.status).toBe(400);
  });
});

describe('DEC-97: the approvers left on a step', () => {
  test('DEC-97: a submit is refused with a reason when only such users are left', async () => {
    await sql.alpha`DELETE FROM workflow_template_approvers WHERE step_id = 'alpha1_step2' AND user_id <> 'ada'`;
    const { id } = await create('dana', { ...art, ...withTotal(500) });
    await save('ada', id);
    const answer = await submit('ada', id);
    expect([answer.status, answer.body.code, answer.body.reason]).toEqual([
      422,
      'POS_NO_VALID_WORKFLOW_STEP',
      'self_approval',
    ]);
  });

  test('DEC-23, DEC-97: with too few other approvers it stays pending, and names the excluded user', async () => {
    await sql.alpha`INSERT INTO workflow_template_approvers (show_id, step_id, user_id, position)
      VALUES ('alpha1', 'alpha1_step2', 'luis', 1)`;
    const id = await rewritten();
    const { workflow } = await read('dana', id);
    expect(workflow?.steps[1]).toMatchObject({
      approvalsNeeded: 2,
      approvers: [{ userId: 'luis' }],
      missingApprovers: [{ userId: 'ada', reason: 'SELF' }],
    });
  });
});
