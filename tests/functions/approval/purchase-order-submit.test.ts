import { beforeAll, describe, expect, test } from 'vitest';
import {
  action,
  aDraft,
  as,
  withTotal,
  create,
  read,
  submitted,
} from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, rowsOf, sent, setSettings } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openStudio);

const alpha = inShow('alpha1');
const submit = (name: PersonName, id: string, r = 0) =>
  as(name).put<PurchaseOrder & { code?: string; errors?: string[] }>(`/api/pos/${id}/submit/?r=${r}`);
const refusalOf = async (name: PersonName, id: string) => {
  const { status, body } = await submit(name, id);
  return [status, body.code, ...(body.errors ?? [])];
};
const sql = (query: string, ...values: string[]) => rowsOf('alpha1', query, ...values);

describe('sending for approval', () => {
  test('API-05, PO-14, DEC-24, DEC-25/3: the workflow is copied and its first step is pending', async () => {
    const { id } = await create('dana', withTotal(500));
    sent.outbox.length = 0;
    const answer = await submit('dana', id);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'SUBMITTED_FOR_APPROVAL',
      submissionStatus: 'Submitted for approval',
      revision: 0,
      historyEvents: [{ type: 'SUBMITTED', userName: 'Dana Stone' }],
    });
    const { workflow } = answer.body;
    expect(
      workflow?.steps.map(({ kind, status, approvalsNeeded, isFinal, approvers }) => [
        kind,
        status,
        approvalsNeeded,
        isFinal,
        approvers.map((one) => one.initials),
      ]),
    ).toEqual([
      ['DEPARTMENT', 'PENDING', 1, false, ['AS']],
      ['STANDARD', 'PENDING', 2, true, ['LS', 'LS', 'LS']],
    ]);
    expect(workflow?.currentStep).toEqual({
      id: workflow?.steps[0]?.id,
      approvers: [{ userId: 'abel', name: 'Abel Stone', initials: 'AS', hasApproved: false }],
    });
    expect(sent.outbox).toHaveLength(1);
  });

  test('DEC-20: a total beyond a limit selects the next level', async () => {
    const steps = async (amount: number) =>
      (await submitted('dana', withTotal(amount))).workflow?.steps.map((step) => step.isFinal);
    expect(await steps(1000)).toEqual([false, true]);
    expect(await steps(1000.01)).toEqual([false, false, true]);
    expect(await steps(50_000)).toEqual([false, false, true]);
  });

  test('AP-31, DEC-20: beyond the last limit there is no valid step', async () => {
    const { id } = await create('dana', withTotal(50_000.01));
    expect(await refusalOf('dana', id)).toEqual([422, 'POS_NO_VALID_WORKFLOW_STEP']);
    expect((await read('dana', id)).status).toBe('DRAFT');
  });

  test('AP-30: without a default workflow the code is POS_NO_DEFAULT_WORKFLOW', async () => {
    const { id } = await create('dana');
    const choose = (workflow: string) =>
      sql('UPDATE show_settings SET default_purchase_order_workflow_id = ?', workflow);
    await choose('alpha1_gone');
    expect(await refusalOf('dana', id)).toEqual([422, 'POS_NO_DEFAULT_WORKFLOW']);
    await choose('alpha1_flow');
    expect((await submit('dana', id)).status).toBe(200);
  });

  test('AP-32, DEC-21: a department without its own approver is POS_NO_DEPARTMENT_MEMBERS', async () => {
    const { id } = await create('ada', { department: { id: alpha.department('empty'), name: 'Empty' } });
    expect(await refusalOf('ada', id)).toEqual([422, 'POS_NO_DEPARTMENT_MEMBERS']);
  });

  test('DEC-21: an inactive member of the department is not an effective approver', async () => {
    const set = (active: 0 | 1) =>
      sql('UPDATE department_members SET is_active = ? WHERE user_id = ?', String(active), 'abel');
    const { id } = await create('dana');
    await set(0);
    expect(await refusalOf('dana', id)).toEqual([422, 'POS_NO_DEPARTMENT_MEMBERS']);
    await set(1);
    expect((await submit('dana', id)).status).toBe(200);
  });

  test('DEC-35, PO-32: the total must be greater than zero', async () => {
    const zero = await create('dana', withTotal(0));
    expect(await refusalOf('dana', zero.id)).toEqual([400, 'POS_BAD_REQUEST', 'aggregate_total']);
    const negative = await create('dana', withTotal(-5));
    expect(await refusalOf('dana', negative.id)).toEqual([400, 'POS_BAD_REQUEST', 'aggregate_total']);
  });

  test('DEC-24, DEC-43: an inactive vendor is refused as a vendor field error', async () => {
    const dormant = {
      vendor: { id: alpha.vendor('dormant'), name: 'x' },
      vendorAddress: { id: alpha.vendorAddress('dormant') },
    };
    const { id } = await create('dana', dormant);
    expect(await refusalOf('dana', id)).toEqual([400, 'POS_BAD_REQUEST', 'vendor']);
    const asked = (external: string) =>
      as('dana')
        .get(`/api/vendors/active/?showId=alpha1&externalId=${external}`)
        .then((one) => one.body);
    expect([await asked('dormant'), await asked('lumen')]).toEqual([{ isActive: false }, { isActive: true }]);
  });

  test('DEC-13, DEC-98: owner and admin can submit; other users cannot, whatever errors the draft has', async () => {
    const { id } = await create('dana', withTotal(0));
    expect(await refusalOf('wendy', id)).toEqual([403, 'FORBIDDEN']);
    expect(await refusalOf('otto', id)).toEqual([404, 'NOT_FOUND']);
    await as('ada').put(`/api/pos/${id}`, aDraft(withTotal(5)));
    expect((await submit('ada', id)).status).toBe(200);
  });

  test('DEC-82: ten concurrent submits are one submission', async () => {
    const { id } = await create('dana');
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit('dana', id)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.body.code))).toEqual(
      new Set([undefined, 'ERROR_PO_NOT_EDITABLE']),
    );
    expect(await sql('SELECT count(*) AS n FROM workflows WHERE document_id = ?', id)).toEqual([{ n: 1 }]);
    expect(await sql('SELECT user_id FROM waiting_approvals WHERE document_id = ?', id)).toEqual([
      { user_id: 'abel' },
    ]);
  });

  test('DEC-97: with preventSelfApproval the owner is not an approver', async () => {
    await setSettings('alpha1', { preventSelfApproval: true });
    const own = await create('abel');
    expect(await refusalOf('abel', own.id)).toEqual([422, 'POS_NO_DEPARTMENT_MEMBERS']);
    await setSettings('alpha1', { preventSelfApproval: false });
    const po = await submitted('abel');
    expect((await action('abel', 'approval', po)).status).toBe(200);
  });
});

describe('number masking', () => {
  test('DEC-17: poNumber is NA until the milestone, and then visible permanently', async () => {
    await setSettings('alpha1', { displayPoNumbers: 'SUBMITTED_FOR_APPROVAL' });
    const { id, poNumber } = await create('dana');
    expect(poNumber).toBe('NA');
    const answer = await submit('dana', id, 1);
    expect(answer.body.poNumber).toMatch(/^\d{5}$/);
    await as('dana').put(`/api/pos/${id}/pull-from-approval/?showId=alpha1`);
    expect((await read('dana', id)).poNumber).toBe(answer.body.poNumber);
    await setSettings('alpha1', { displayPoNumbers: 'SAVED_AS_DRAFT' });
  });

  test("DEC-17, DEC-63: the user's own choice has priority over the show's", async () => {
    const { poNumber, id } = await create('dana');
    const { DIRECTORY } = (await import('cloudflare:workers')).env;
    const choose = (milestone: string | null) =>
      DIRECTORY.prepare("UPDATE memberships SET display_po_numbers = ? WHERE user_id = 'ada'")
        .bind(milestone)
        .run();
    await choose('FULL_APPROVAL');
    expect((await read('ada', id)).poNumber).toBe('NA');
    expect((await read('dana', id)).poNumber).toBe(poNumber);
    const found = async (name: PersonName) =>
      (
        await as(name).post<{ total: number; poS: PurchaseOrder[] }>('/api/pos/filter/?showId=alpha1', {
          poNumbers: [poNumber],
        })
      ).body;
    expect((await found('ada')).total).toBe(0);
    expect((await found('dana')).poS.map((po) => po.id)).toEqual([id]);
    await choose(null);
  });
});
