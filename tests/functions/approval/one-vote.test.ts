import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PurchaseOrder, PurchaseOrderList } from '#domain/purchase-orders/purchase-order-response';
import type { ApprovalRoute } from '#domain/workflow/approval-route-response';
import { storeFor } from '#store/d1/open';
import { queueReminders } from '#verbs/approval/remind-approvers';
import { runJob } from '#verbs/jobs/run-job';
import {
  action,
  approveAs,
  as,
  create,
  read,
  submitted,
  withTotal,
  workflowAction,
} from '../../support/worker/fixtures/client.ts';
import { cover, endCovers } from '../../support/worker/fixtures/covers.ts';
import { deliverQueued } from '../../support/worker/fixtures/digests.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { added, level } from '../../support/worker/fixtures/templates.ts';
import {
  openStudio,
  sent,
  setSettings,
  sql,
  studioEnv,
  waitingFor,
} from '../../support/worker/fixtures/studio.ts';
import { changeUser } from '../../support/worker/fixtures/users.ts';

const shard = storeFor(studioEnv, { id: 'alpha1', shard: 0 });

beforeAll(openStudio);
beforeEach(() => setSettings('alpha1', { oneVotePerFlow: true }));
afterEach(endCovers);
afterAll(() => setSettings('alpha1', { oneVotePerFlow: false }));

/** Orders take a flow with these approvers of its two steps. */
const useFlow = (first: PersonName[], second: PersonName[], own: Parameters<typeof level>[1] = {}) =>
  added('PURCHASE_ORDER', {
    makeDefaultType: true,
    steps: [level(first, { amountLimit: 100 }), level(second, own)],
  });

const anOrder = () => submitted('dana', withTotal(500));
const approve = async (name: PersonName, po: PurchaseOrder) =>
  action(name, 'approval', await read(name, po.id));

async function isInQueueOf(name: PersonName, id: string): Promise<boolean> {
  const path = '/api/pos/filter?page=1&count=50&showId=alpha1&persona=APPROVER';
  const { body } = await as(name).post<PurchaseOrderList>(path, { poStatuses: ['SUBMITTED_FOR_APPROVAL'] });
  return body.poS.some((row) => row.id === id);
}

describe('COV-20: one vote in the whole flow', () => {
  test('COV-20: an approver of both steps approves one; the other waits for another approver', async () => {
    await useFlow(['lena'], ['lena', 'sol']);
    const po = await anOrder();
    await approveAs(po, 'lena');
    expect(await waitingFor(po.id)).toEqual(['sol']);
    expect((await read('dana', po.id)).waiting?.with.map(({ id }) => id)).toEqual(['sol']);
    expect((await approve('lena', po)).status).toBe(403);
    expect((await action('lena', 'revision', await read('lena', po.id), { reason: 'Why?' })).status).toBe(
      403,
    );
    expect((await approve('sol', po)).status).toBe(200);
    expect((await read('dana', po.id)).status).toBe('APPROVED');
  });

  test('COV-20: a user who voted on behalf of another decides neither for themselves nor for a third', async () => {
    await useFlow(['lena'], ['luis', 'otto', 'sol']);
    await cover('lena', 'otto');
    await cover('luis', 'otto');
    const po = await anOrder();
    expect((await approve('otto', po)).status).toBe(200);
    expect(await waitingFor(po.id)).toEqual(['luis', 'sol']);
    expect(await isInQueueOf('otto', po.id)).toBe(false);
    expect((await approve('otto', po)).status).toBe(403);
    expect((await approve('sol', po)).status).toBe(200);
  });

  test('COV-20: the alternate decides what the covering user may no longer decide', async () => {
    await useFlow(['lena'], ['luis']);
    await cover('lena', 'otto');
    await cover('luis', 'otto', { alternateId: 'sol' });
    const po = await anOrder();
    await approve('otto', po);
    expect([await isInQueueOf('otto', po.id), await isInQueueOf('sol', po.id)]).toEqual([false, true]);
    expect((await approve('sol', po)).status).toBe(200);
  });

  test('COV-20: a vote that is taken back gives its user their vote again', async () => {
    await useFlow(['lena', 'luis'], ['lena', 'sol']);
    const po = await anOrder();
    await approve('lena', po);
    expect((await workflowAction('lena', 'take-back', po.id)).status).toBe(200);
    await approve('luis', po);
    expect(await waitingFor(po.id)).toEqual(['lena', 'sol']);
  });

  test('COV-20: a role that changes back and forth puts no used vote into the queue', async () => {
    await useFlow(['lena'], ['lena', 'sol']);
    const po = await anOrder();
    await approveAs(po, 'lena');
    await changeUser('lena', { role: 'Approver' });
    expect(await waitingFor(po.id)).toEqual(['sol']);
  });

  test('COV-20: documents keep the rule with which they were submitted', async () => {
    await useFlow(['lena'], ['lena', 'sol']);
    const strict = await anOrder();
    await setSettings('alpha1', { oneVotePerFlow: false });
    const free = await anOrder();
    await setSettings('alpha1', { oneVotePerFlow: true });
    for (const po of [strict, free]) await approveAs(po, 'lena');
    expect([await waitingFor(strict.id), await waitingFor(free.id)]).toEqual([['sol'], ['lena', 'sol']]);
    expect((await approve('lena', free)).status).toBe(200);
  });
});

describe('COV-21: enough approvers for the steps', () => {
  test('COV-21: a submit whose steps have the same single approver is refused with the reason', async () => {
    await useFlow(['lena'], ['lena']);
    const { id } = await create('dana', withTotal(500));
    const answer = await as('dana').put<{ code: string; reason?: string }>(`/api/pos/${id}/submit/?r=0`);
    expect([answer.status, answer.body]).toEqual([
      422,
      expect.objectContaining({ code: 'POS_NO_VALID_WORKFLOW_STEP', reason: 'one_vote_per_flow' }),
    ]);
  });

  test('COV-21: the route before the submit names who can approve only one of several steps', async () => {
    await useFlow(['lena', 'luis'], ['lena']);
    const { id } = await create('dana', withTotal(500));
    const route = async () =>
      (await as('dana').get<ApprovalRoute>(`/api/workflows/route?showId=alpha1&docType=PO&docId=${id}`)).body;
    const { repeatedApprovers, steps } = await route();
    expect(repeatedApprovers).toEqual([{ name: 'Lena Stone', steps: steps.map(({ name }) => name) }]);
    await setSettings('alpha1', { oneVotePerFlow: false });
    expect((await route()).repeatedApprovers).toEqual([]);
  });
});

describe('COV-22: a step with too few votes left', () => {
  /** Runs the job of the sweep. Returns recipients, subjects and texts of its e-mails. */
  async function escalate(): Promise<string[]> {
    const now = new Date(Date.now() + 1000).toISOString();
    sent.outbox.length = 0;
    const mails: string[] = [];
    while ((await queueReminders(studioEnv, shard, now)) > 0 || sent.outbox.length > 0) {
      for (const message of sent.outbox.splice(0)) await runJob(studioEnv, message, now);
      await sql.alpha`DELETE FROM notification_windows`;
      mails.push(...(await deliverQueued()).map(({ to, subject, text }) => `${to}: ${subject}\n${text}`));
    }
    return mails;
  }

  test('COV-22: its backup approver is added at once', async () => {
    await useFlow(['lena', 'luis'], ['lena'], { escalateAfterDays: 14, backup: { userId: 'hugo' } });
    const po = await anOrder();
    await approveAs(po, 'lena');
    expect(await waitingFor(po.id)).toEqual([]);
    const [mail, ...others] = (await escalate()).filter((one) => one.startsWith('hugo@'));
    expect(mail).toContain(
      'backup approver of this step, and too few of its approvers can still approve it.',
    );
    expect(others).toEqual([]);
    expect(await waitingFor(po.id)).toEqual(['hugo']);
    expect((await approve('hugo', po)).status).toBe(200);
  });

  test('COV-22: without one the Show Admins get one e-mail', async () => {
    await useFlow(['lena', 'luis'], ['lena']);
    const po = await anOrder();
    await approveAs(po, 'lena');
    const [first = '', ...others] = (await escalate()).filter((mail) => mail.includes('No backup approver'));
    expect(first).toContain('No backup approver could be added to');
    expect(others.every((mail) => mail.includes('No backup approver'))).toBe(true);
    expect((await escalate()).filter((mail) => mail.includes('No backup approver'))).toEqual([]);
    expect((await read('dana', po.id)).workflow?.steps[1]?.missingApprovers).toEqual([
      expect.objectContaining({ userId: 'lena', reason: 'VOTED' }),
    ]);
  });
});
