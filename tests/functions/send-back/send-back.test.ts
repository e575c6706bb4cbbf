import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { webhookEvents } from '#domain/webhooks/webhook';
import { countTrips, measureCost } from '../../support/worker/database/counting-d1.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import {
  approveAs,
  as,
  read,
  submitted,
  withTotal,
  type ActionBody,
} from '../../support/worker/fixtures/client.ts';
import { cover, endCovers } from '../../support/worker/fixtures/covers.ts';
import { deliverSent } from '../../support/worker/fixtures/queues.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import {
  forgetSent,
  historyFaults,
  openStudio,
  sent,
  setSettings,
  sql,
  waitingFor,
} from '../../support/worker/fixtures/studio.ts';
import {
  connectEndpoints,
  network,
  register,
  verifyDelivery,
} from '../../support/worker/fixtures/webhooks.ts';

beforeAll(async () => {
  await openStudio();
  connectEndpoints();
});
beforeEach(forgetSent);
afterEach(endCovers);

/** Sends an order back from its current step to the step with this number. */
async function sendBack(
  name: PersonName,
  id: string,
  to: number,
  own: Record<string, unknown> = {},
  headers: HeadersInit = {},
) {
  const { workflow, contentVersion } = await read('dana', id);
  return as(name).post<ActionBody & { errors?: string[] }>(
    '/api/workflows/send-back',
    {
      docId: id,
      docType: 'PO',
      showId: 'alpha1',
      workflowStepId: workflow?.currentStep?.id,
      toStepId: workflow?.steps[to - 1]?.id,
      reason: 'Wrong episode',
      contentVersion,
      ...own,
    },
    headers,
  );
}

/** An order at its third step, approved by Abel, Lena and Luis. */
async function atThirdStep(): Promise<PurchaseOrder> {
  const po = await submitted('dana', withTotal(20_000));
  await approveAs(po, 'abel', 'lena', 'luis');
  return read('dana', po.id);
}

const stepsOf = ({ workflow }: PurchaseOrder) => workflow?.steps.map(({ status }) => status);
const votersOf = ({ workflow }: PurchaseOrder) =>
  workflow?.steps.map(({ approvers }) =>
    approvers.filter(({ hasApproved }) => hasApproved).map(({ userId, isKept = false }) => [userId, isKept]),
  );
const isWhole = async () => expect(await historyFaults()).toEqual([]);

describe('sending a document back to an earlier step', () => {
  test('BACK-01, BACK-02: it waits again at the step, whose votes and later ones no longer count', async () => {
    const po = await atThirdStep();
    const answer = await sendBack('sol', po.id, 2);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        docId: po.id,
        docType: 'PO',
        status: 'APPROVED_BY_DEPARTMENT_APPROVER',
        submissionStatus: 'Submitted for approval',
        nextId: null,
      },
    ]);
    const back = await read('dana', po.id);
    expect(stepsOf(back)).toEqual(['APPROVED', 'PENDING', 'PENDING']);
    expect(votersOf(back)).toEqual([[['abel', true]], [], []]);
    expect(await waitingFor(po.id)).toEqual(['lara', 'lena', 'luis']);
    expect(back.workflow?.sentBack).toMatchObject({
      by: 'Sol Stone',
      reason: 'Wrong episode',
      fromStepId: po.workflow?.currentStep?.id,
      toStepId: back.workflow?.currentStep?.id,
    });
    await isWhole();
  });

  test('BACK-02, WAIT-01: the arrival at the earlier step starts the clock again', async () => {
    const po = await atThirdStep();
    await sql.alpha`UPDATE documents SET waiting_since = '2018-03-20T09:00:00.000-07:00' WHERE id = ${po.id}`;
    await sendBack('sol', po.id, 1);
    const { waiting } = await read('dana', po.id);
    expect([waiting?.days, waiting?.step]).toEqual([0, 'Step 1']);
  });

  test('BACK-03: with the same content it returns to the sender, and the votes in between return as kept', async () => {
    const po = await atThirdStep();
    await sendBack('sol', po.id, 1);
    expect((await read('dana', po.id)).status).toBe('SUBMITTED_FOR_APPROVAL');
    expect((await approveAs(po, 'abel')).body.status).toBe('APPROVED_BY_DEPARTMENT_APPROVER');
    const returned = await read('dana', po.id);
    expect(votersOf(returned)).toEqual([
      [['abel', false]],
      [
        ['lena', true],
        ['luis', true],
      ],
      [],
    ]);
    expect(returned.workflow?.sentBack).toBeUndefined();
    expect(await waitingFor(po.id)).toEqual(['hugo', 'sol']);
    expect(returned.changes[0]).toMatchObject({
      action: 'approve',
      fields: [
        { label: 'Approvals kept', before: '', after: 'Lena Stone (version 1), Luis Stone (version 1)' },
      ],
    });
    expect((await approveAs(po, 'sol')).body.status).toBe('APPROVED');
    await isWhole();
  });

  test('BACK-03, DEC-40: with other content the steps in between approve again', async () => {
    await setSettings('alpha1', { resetApprovalOnEdit: false });
    const po = await atThirdStep();
    await sendBack('sol', po.id, 1);
    const draft = await read('abel', po.id);
    const edited = await as('abel').put(`/api/pos/${po.id}`, { ...draft, description: 'Other lamps' });
    expect(edited.status, JSON.stringify(edited.body)).toBe(200);
    await approveAs(po, 'abel');
    const again = await read('dana', po.id);
    expect(stepsOf(again)).toEqual(['APPROVED', 'PENDING', 'PENDING']);
    expect(await waitingFor(po.id)).toEqual(['lara', 'lena', 'luis']);
    await setSettings('alpha1', { resetApprovalOnEdit: true });
    await isWhole();
  });

  test('BACK-03, RUN-07: the vote that returned it to the sender can be taken back', async () => {
    const po = await atThirdStep();
    await sendBack('sol', po.id, 1);
    await approveAs(po, 'abel');
    const body = { docId: po.id, docType: 'PO', showId: 'alpha1' };
    expect((await as('abel').post('/api/workflows/take-back', body)).status).toBe(200);
    expect(votersOf(await read('dana', po.id))).toEqual([[], [], []]);
    await approveAs(po, 'abel');
    expect(stepsOf(await read('dana', po.id))).toEqual(['APPROVED', 'APPROVED', 'PENDING']);
    await isWhole();
  });

  test('BACK-04: history and audit log name the steps, the reason and the votes', async () => {
    const po = await atThirdStep();
    await sendBack('sol', po.id, 2);
    const back = await read('dana', po.id);
    expect(back.historyEvents[0]?.type).toBe('APPROVED');
    expect(back.changes[0]).toMatchObject({
      userName: 'Sol Stone',
      action: 'send-back',
      summary: 'sent the document back to an earlier step',
      fields: [
        { label: 'Approval step', before: 'Step 3', after: 'Step 2' },
        { label: 'Reason', before: '', after: 'Wrong episode' },
        { label: 'Approvals kept', before: '', after: 'Abel Stone (version 1)' },
        { label: 'Approvals', before: 'Lena Stone, Luis Stone', after: '' },
      ],
    });
  });

  test('BACK-05: the approvers of the step and the owner get an e-mail with the reason', async () => {
    const po = await atThirdStep();
    sent.outbox.length = 0;
    await sendBack('sol', po.id, 1);
    await deliverSent();
    const mails = sent.mail.map(({ to, subject, text }) => [to, subject, text.includes('Wrong episode')]);
    expect(mails.toSorted()).toEqual([
      ['abel@backlot.example', expect.stringContaining('was sent back to your approval step'), true],
      ['dana@backlot.example', expect.stringContaining('was sent back to an earlier approval step'), true],
    ]);
  });

  test('BACK-05: subscribers get `document.sent_back`', async () => {
    const endpoint = await register(webhookEvents);
    network.received.length = 0;
    const po = await atThirdStep();
    sent.outbox.length = 0;
    await sendBack('sol', po.id, 1);
    await deliverSent();
    const events = network.received.map((one) => verifyDelivery(one, endpoint.newSecret).type);
    expect(events).toEqual(['document.sent_back']);
  });

  test('BACK-01, COV-05: a covering approver sends back on behalf of the absent one', async () => {
    await cover('sol', 'otto', { types: ['PO'] });
    const po = await atThirdStep();
    const answer = await sendBack('otto', po.id, 2);
    expect([answer.status, answer.body.onBehalfOf?.userId]).toEqual([200, 'sol']);
    expect((await read('dana', po.id)).workflow?.sentBack?.by).toBe('Otto Stone on behalf of Sol Stone');
    await isWhole();
  });
});

test('BACK-01: it takes at most three round trips', async () => {
  const po = await atThirdStep();
  const own = { toStepId: po.workflow?.steps[0]?.id, workflowStepId: po.workflow?.currentStep?.id };
  const body = { docId: po.id, docType: 'PO', showId: 'alpha1', reason: 'Look again', ...own };
  const counted = countTrips();
  const { cost } = await measureCost(() => as('sol').post('/api/workflows/send-back', body));
  counted.stop();
  expect(cost.trips).toBeLessThanOrEqual(3);
});

describe('a rejected send back', () => {
  const expectCode = (answer: { status: number; body: ActionBody }, status: number, code: string) =>
    expect([answer.status, answer.body.code]).toEqual([status, code]);

  test('BACK-01: it needs a reason and an earlier step, and changes nothing', async () => {
    const po = await atThirdStep();
    const own = po.workflow?.steps[2]?.id;
    expectCode(await sendBack('sol', po.id, 1, { reason: ' ' }), 400, 'MISSING_REQUIRED_FIELDS');
    expectCode(await sendBack('sol', po.id, 1, { toStepId: null }), 400, 'MISSING_REQUIRED_FIELDS');
    expectCode(await sendBack('sol', po.id, 1, { workflowStepId: null }), 400, 'MISSING_REQUIRED_FIELDS');
    expectCode(await sendBack('sol', po.id, 1, { toStepId: own }), 422, 'invalid_parameter');
    expectCode(await sendBack('sol', po.id, 1, { toStepId: 'nowhere' }), 422, 'invalid_parameter');
    expect((await read('dana', po.id)).version).toBe(po.version);
  });

  test('BACK-01: only an approver of the current step may do it', async () => {
    const po = await atThirdStep();
    expectCode(await sendBack('abel', po.id, 1), 403, 'FORBIDDEN');
    expectCode(await sendBack('dana', po.id, 1), 403, 'FORBIDDEN');
    expectCode(await sendBack('ada', po.id, 1), 403, 'FORBIDDEN');
  });

  test('BACK-01: nothing can be sent back from the first step', async () => {
    const po = await submitted('dana', withTotal(20_000));
    expectCode(await sendBack('abel', po.id, 1), 409, 'WORKFLOW_CONFLICT');
  });

  test('BACK-01, DEC-30: it names the step and the content that the user saw', async () => {
    const po = await atThirdStep();
    const [first] = po.workflow?.steps ?? [];
    expectCode(await sendBack('sol', po.id, 1, { workflowStepId: first?.id }), 409, 'WORKFLOW_CONFLICT');
    expectCode(await sendBack('sol', po.id, 1, { contentVersion: 7 }), 409, 'WORKFLOW_CONFLICT');
  });

  test('BACK-01, DEC-99: of two at once one wins, and a repetition changes nothing more', async () => {
    const po = await atThirdStep();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const answers = await Promise.all([sendBack('sol', po.id, 1, {}, key), sendBack('hugo', po.id, 2)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await read('dana', po.id)).version).toBe(po.version + 1);
    const again = await sendBack('sol', po.id, 1, { workflowStepId: po.workflow?.currentStep?.id });
    expectCode(again, 409, 'WORKFLOW_CONFLICT');
  });
});
