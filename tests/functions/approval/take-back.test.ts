import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withChangeOrder } from '../../support/worker/fixtures/change-orders.ts';
import {
  action,
  approveAs,
  as,
  read,
  submitted,
  withTotal,
  workflowAction,
} from '../../support/worker/fixtures/client.ts';
import { deliverSent } from '../../support/worker/fixtures/queues.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import {
  forgetSent,
  historyFaults,
  openStudio,
  sent,
  sql,
  waitingFor,
} from '../../support/worker/fixtures/studio.ts';
import {
  connectEndpoints,
  network,
  register,
  verifyDelivery,
} from '../../support/worker/fixtures/webhooks.ts';
import { webhookEvents } from '#domain/webhooks/webhook';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(async () => {
  await openStudio();
  connectEndpoints();
});
beforeEach(forgetSent);

const takeBack = (name: PersonName, docId: string, own: object = {}, headers: HeadersInit = {}) =>
  workflowAction(name, 'take-back', docId, own, headers);

/** An order that Abel has approved and Lena, Luis and Lara now see, two of whom must approve. */
async function approvedByAbel(): Promise<PurchaseOrder> {
  const po = await submitted('dana', withTotal(500));
  await approveAs(po, 'abel');
  return po;
}

const stepsOf = ({ workflow }: PurchaseOrder) => workflow?.steps.map(({ status }) => status);
/** The e-mails of the document's event after the submission. */
const outboxOf = ({ id, version }: PurchaseOrder) =>
  sql.alpha<{ kind: string }>`SELECT kind FROM outbox WHERE effect_key LIKE ${`${id}:${version + 1}:%`}`;

describe('taking back an approval', () => {
  test('RUN-06, RUN-07: the vote goes, and the order returns to the queue of its approver as it was', async () => {
    const po = await submitted('dana', withTotal(500));
    const [{ since } = { since: '' }] = await sql.alpha<{ since: string }>`SELECT since FROM waiting_approvals
      WHERE document_id = ${po.id}`;
    await approveAs(po, 'abel');
    expect(await waitingFor(po.id)).toEqual(['lara', 'lena', 'luis']);
    const answer = await takeBack('abel', po.id);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        docId: po.id,
        docType: 'PO',
        status: 'SUBMITTED_FOR_APPROVAL',
        submissionStatus: 'Submitted for approval',
        nextId: null,
      },
    ]);
    const back = await read('abel', po.id);
    expect([back.status, stepsOf(back)]).toEqual([po.status, stepsOf(po)]);
    expect(back.workflow?.currentStep?.id).toBe(po.workflow?.currentStep?.id);
    expect(await waitingFor(po.id)).toEqual(['abel']);
    expect(await sql.alpha`SELECT since FROM waiting_approvals WHERE document_id = ${po.id}`).toEqual([
      { since },
    ]);
    const [{ milestones } = { milestones: '' }] = await sql.alpha<{ milestones: string }>`
      SELECT milestones FROM documents WHERE id = ${po.id}`;
    expect(milestones).not.toContain('FIRST_APPROVAL');
    // The user may approve again.
    expect((await approveAs(po, 'abel', 'lena', 'luis')).body.status).toBe('APPROVED');
  });

  test('RUN-07, WAIT-01, NUDGE-05: the wait goes on as it was, with what was sent for it', async () => {
    const po = await submitted('dana', withTotal(500));
    const wait = {
      waiting_since: '2026-11-02T09:00:00.000-08:00',
      waited_days: 0,
      reminded_at: '2026-11-05T08:00:00.000Z',
      escalated_at: '2026-11-09T08:00:00.000Z',
    };
    const { waiting_since: since, reminded_at: reminded, escalated_at: escalated } = wait;
    await sql.alpha`UPDATE documents SET waiting_since = ${since}, reminded_at = ${reminded}, escalated_at = ${escalated}
      WHERE id = ${po.id}`;
    await approveAs(po, 'abel');
    expect((await takeBack('abel', po.id)).status).toBe(200);
    expect(
      await sql.alpha`SELECT waiting_since, waited_days, reminded_at, escalated_at FROM documents
      WHERE id = ${po.id}`,
    ).toEqual([wait]);
    expect(await historyFaults()).toEqual([]);
  });

  test('RUN-07: a vote that left its step open returns the order to its approver alone', async () => {
    const po = await approvedByAbel();
    await approveAs(po, 'lena');
    expect(await waitingFor(po.id)).toEqual(['lara', 'luis']);
    expect((await takeBack('lena', po.id)).body.status).toBe('APPROVED_BY_DEPARTMENT_APPROVER');
    expect(await waitingFor(po.id)).toEqual(['lara', 'lena', 'luis']);
  });

  test('RUN-07, DEC-22: a special approver’s vote takes its status and milestone with it', async () => {
    const po = await approvedByAbel();
    await sql.directory`UPDATE memberships SET special_approver = 1 WHERE user_id = 'luis' AND show_id = 'alpha1'`;
    expect((await approveAs(po, 'luis')).body.status).toBe('APPROVED_BY_SPECIAL_APPROVER');
    expect((await takeBack('luis', po.id)).body.status).toBe('APPROVED_BY_DEPARTMENT_APPROVER');
    await sql.directory`UPDATE memberships SET special_approver = 0 WHERE user_id = 'luis' AND show_id = 'alpha1'`;
    expect((await approveAs(po, 'luis')).body.status).toBe('APPROVED_BY_DEPARTMENT_APPROVER');
  });

  test('RUN-07, DEC-26: an open change order has the status before the vote again', async () => {
    const { open } = await withChangeOrder('dana');
    const { id } = open;
    expect((await as('dana').put(`/api/pos/${id}/submit?r=0`)).status).toBe(200);
    await approveAs(open, 'abel');
    expect((await takeBack('abel', id)).status).toBe(200);
    expect(await sql.alpha`SELECT status FROM change_orders WHERE document_id = ${id}`).toEqual([
      { status: 'SUBMITTED_FOR_APPROVAL' },
    ]);
  });

  test('RUN-08, DEC-90: the history keeps the approval, says who took it back, and is whole', async () => {
    const po = await approvedByAbel();
    await takeBack('abel', po.id);
    const back = await read('dana', po.id);
    expect(back.historyEvents.map(({ type }) => type)).toEqual(['APPROVED', 'SUBMITTED']);
    expect(back.changes).toMatchObject([
      {
        userName: 'Abel Stone',
        action: 'take-back',
        summary: 'took back the approval',
        fields: [{ label: 'Approvals', before: 'Abel Stone', after: '' }],
      },
    ]);
    await approveAs(po, 'abel');
    expect(await historyFaults()).toEqual([]);
  });

  test('RUN-09: e-mails of the vote that were not sent yet are dropped', async () => {
    const po = await approvedByAbel();
    expect(await outboxOf(po)).toHaveLength(3);
    await takeBack('abel', po.id);
    expect(await outboxOf(po)).toEqual([]);
    await deliverSent();
    expect(sent.mail.filter(({ to }) => /lena|luis|lara/.test(JSON.stringify(to)))).toEqual([]);
  });

  test('RUN-09: an approval that is taken back is sent, and its own event no more unless it was sent before', async () => {
    const endpoint = await register(webhookEvents);
    const po = await submitted('dana', withTotal(23));
    await approveAs(po, 'abel');
    await deliverSent();
    await takeBack('abel', po.id);
    await approveAs(po, 'abel');
    await takeBack('abel', po.id);
    await deliverSent();
    const events = network.received.map((one) => verifyDelivery(one, endpoint.newSecret).type);
    expect(events).toEqual([
      'document.submitted',
      'document.step_approved',
      'document.approval_taken_back',
      'document.approval_taken_back',
    ]);
  });
});

describe('a rejected attempt', () => {
  const expectConflict = async (answer: ReturnType<typeof takeBack>) => {
    const { status, body } = await answer;
    expect([status, body.code]).toEqual([409, 'WORKFLOW_CONFLICT']);
  };

  test('RUN-06: nothing can be taken back after another user has acted, or twice', async () => {
    const po = await approvedByAbel();
    await approveAs(po, 'lena');
    await expectConflict(takeBack('abel', po.id));
    expect((await takeBack('lena', po.id)).status).toBe(200);
    await expectConflict(takeBack('lena', po.id));
  });

  test('RUN-06, DEC-82: an approval taken back while a second approver votes counts no more, or the document is approved', async () => {
    for (const isVoteFirst of [true, false, true, false]) {
      const po = await approvedByAbel();
      await approveAs(po, 'lena');
      const current = await read('luis', po.id);
      const calls = [() => takeBack('lena', po.id), () => action('luis', 'approval', current)];
      const answers = await Promise.all((isVoteFirst ? calls.toReversed() : calls).map((call) => call()));
      const [back, vote] = isVoteFirst ? answers.toReversed() : answers;
      expect(vote?.status).toBe(200);
      const isBack = back?.status === 200;
      if (!isBack) expect(back?.body.code).toBe('WORKFLOW_CONFLICT');
      expect((await read('dana', po.id)).status === 'APPROVED').toBe(!isBack);
      expect(await waitingFor(po.id)).toEqual(isBack ? ['lara', 'lena'] : []);
    }
    expect(await historyFaults()).toEqual([]);
  });

  test('RUN-06: an approval that completed the document cannot be taken back', async () => {
    const po = await approvedByAbel();
    await approveAs(po, 'lena', 'luis');
    await expectConflict(takeBack('luis', po.id));
  });

  test('RUN-06: a request that names the step takes back no other approval', async () => {
    const po = await approvedByAbel();
    const [first, second] = po.workflow?.steps ?? [];
    await expectConflict(takeBack('abel', po.id, { workflowStepId: second?.id }));
    expect((await takeBack('abel', po.id, { workflowStepId: first?.id })).status).toBe(200);
  });

  test('RUN-06, DEC-21: a user who may no longer approve cannot return the document to their queue', async () => {
    const po = await approvedByAbel();
    await sql.directory`UPDATE memberships SET role = 'PO Creator' WHERE user_id = 'abel' AND show_id = 'alpha1'`;
    await expectConflict(takeBack('abel', po.id));
    await sql.directory`UPDATE memberships SET role = 'Approver' WHERE user_id = 'abel' AND show_id = 'alpha1'`;
    expect((await takeBack('abel', po.id)).status).toBe(200);
  });

  test('RUN-06, DEC-99: a repetition with the same key has the same response', async () => {
    const po = await approvedByAbel();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await takeBack('abel', po.id, {}, headers);
    const again = await takeBack('abel', po.id, {}, headers);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await read('abel', po.id)).version).toBe(po.version + 2);
  });
});
