import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TemplateBody } from '#domain/workflow/workflow-template';
import { expectWholeChain } from '../../support/worker/concurrency.ts';
import { openAllTypes } from '../../support/worker/fixtures/all-types.ts';
import { bill, submitBill } from '../../support/worker/fixtures/relief.ts';
import {
  action,
  approveAs,
  as,
  withTotal,
  create,
  read,
  submitted,
} from '../../support/worker/fixtures/client.ts';
import {
  bookPayment,
  drain,
  readPayment,
  submitAs,
  submittedPayments,
} from '../../support/worker/fixtures/payments.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { sweepIn } from '../../support/worker/fixtures/queues.ts';
import { added, bodyOf, get, level, put } from '../../support/worker/fixtures/templates.ts';
import { sent, setSettings, waitingFor, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { WorkflowTemplate } from '#domain/workflow/workflow-template-response';

beforeAll(openAllTypes);

let orders: WorkflowTemplate;

/** Each test has its own workflow as the show's default: Abel or Grace of the department, then Lena. */
beforeEach(async () => {
  orders = await added('PURCHASE_ORDER', {
    makeDefaultType: true,
    steps: [level(['abel', 'grace'], { kind: 'DEPARTMENT' }), level(['lena', 'luis'])],
  });
});

const saved = async (flow: WorkflowTemplate, own: Partial<TemplateBody>) => {
  const answer = await put(flow, { ...bodyOf(flow), ...own });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const restarted = (own: Partial<TemplateBody>) => saved(orders, { ...own, resetItemsInProgress: true });
const track = ({ workflow }: Pick<PurchaseOrder, 'workflow'>) =>
  workflow?.steps.map((step) => [step.name, step.status, step.approvers.map((one) => one.userId).join(' ')]);
const eventsOf = (id: string) =>
  sql.alpha<{
    action: string;
    actor_name: string;
    history_type: string | null;
  }>`SELECT action, actor_name, history_type FROM document_events WHERE document_id = ${id} ORDER BY seq`;
const notified = (id: string) =>
  sql.alpha<{
    user: string;
  }>`SELECT payload ->> 'userId' AS user FROM outbox WHERE kind = 'notify' AND document_id = ${id}
     AND payload ->> 'version' = (SELECT version FROM documents WHERE id = ${id}) ORDER BY user`;

describe('with resetItemsInProgress', () => {
  test('DEC-65, PE-13: documents in approval restart at step 1 of the new steps, and only its listed approvers can approve', async () => {
    const po = await submitted('dana', withTotal(500));
    expect((await approveAs(po, 'abel')).status).toBe(200);
    expect(await waitingFor(po.id)).toEqual(['lena', 'luis']);
    expect((await get('PURCHASE_ORDER', orders.id)).body.itemsInProgress).toBe(1);
    await restarted({
      steps: [
        level(['hugo', 'sol'], { name: 'Desk', approvalsNeeded: 2, amountLimit: 600 }),
        level(['lara']),
      ],
    });
    const after = await read('dana', po.id);
    expect([after.status, after.submissionStatus, after.revision]).toEqual([
      'SUBMITTED_FOR_APPROVAL',
      'Submitted for approval',
      0,
    ]);
    expect(track(after)).toEqual([['Desk', 'PENDING', 'hugo sol']]);
    expect(await waitingFor(po.id)).toEqual(['hugo', 'sol']);
    expect((await action('lena', 'approval', await read('ada', po.id))).status).toBe(404);
    await approveAs(po, 'hugo');
    expect((await approveAs(po, 'sol')).body.status).toBe('APPROVED');
  });

  test('DEC-65, DEC-90: a restart is its own chained event, under the administrator’s name, outside the history', async () => {
    const po = await submitted('dana', withTotal(500));
    await approveAs(po, 'abel');
    await restarted({ steps: [level(['hugo'])] });
    const events = await eventsOf(po.id);
    expect(events.at(-1)).toEqual({ action: 'restart', actor_name: 'Ada Stone', history_type: null });
    await expectWholeChain('alpha1', po.id);
    expect((await read('dana', po.id)).historyEvents.map(({ type }) => type)).toEqual([
      'APPROVED',
      'SUBMITTED',
    ]);
  });

  test('DEC-58: the approvers of the new first step are notified, each once', async () => {
    const po = await submitted('dana', withTotal(500));
    await restarted({ steps: [level(['hugo', 'sol', 'ada'])] });
    expect(await notified(po.id)).toEqual([{ user: 'hugo' }, { user: 'sol' }]);
    sent.mail.length = 0;
    await drain();
    expect(sent.mail.map((mail) => mail.to).toSorted()).toEqual(
      expect.arrayContaining(['hugo@backlot.example', 'sol@backlot.example']),
    );
  });

  test('while the show is moved a document waits for its new steps', async () => {
    const po = await submitted('dana', withTotal(500));
    await sql.alpha`CREATE TRIGGER fence BEFORE UPDATE ON documents BEGIN
      SELECT RAISE(ABORT, 'this show is being moved'); END`;
    try {
      await restarted({ steps: [level(['hugo'])] });
    } finally {
      await sql.alpha`DROP TRIGGER fence`;
    }
    expect(await waitingFor(po.id)).toEqual(['abel']);
    await sql.alpha`UPDATE outbox SET next_attempt_at = NULL WHERE kind = 'restart-flow'`;
    await sweepIn(3);
    await drain();
    expect(await waitingFor(po.id)).toEqual(['hugo']);
  });

  test('only documents of this workflow that are in approval restart', async () => {
    const [draft, other, done, back] = await Promise.all([
      create('dana', withTotal(10)),
      submitted('dana', withTotal(20)),
      submitted('dana', withTotal(30)),
      submitted('dana', withTotal(40)),
    ]);
    await approveAs(done, 'abel', 'lena');
    await action('abel', 'revision', await read('abel', back.id), { reason: 'Cheaper' });
    const flow = orders;
    const otherWorkflow = await added('PURCHASE_ORDER', { makeDefaultType: true });
    const there = await submitted('dana', withTotal(50));
    const before = await Promise.all([draft, done, back, there].map(({ id }) => read('dana', id)));
    await saved(flow, { steps: [level(['sol'])], resetItemsInProgress: true });
    const after = await Promise.all([draft, done, back, there].map(({ id }) => read('dana', id)));
    expect(after.map(({ version, status }) => [version, status])).toEqual(
      before.map(({ version, status }) => [version, status]),
    );
    expect(track(await read('dana', other.id))).toEqual([['Step 1', 'PENDING', 'sol']]);
    expect((await get('PURCHASE_ORDER', otherWorkflow.id)).body.itemsInProgress).toBe(1);
  });

  test('an invoice and a payment restart as well, and the payment’s votes are dropped', async () => {
    const bills = await added('INVOICE', { makeDefaultType: true, steps: [level(['lena'])] });
    const billId = await bill([{ cents: 5000 }]);
    expect((await submitBill(billId)).status).toBe(200);
    await saved(bills, { steps: [level(['hugo'])], resetItemsInProgress: true });
    expect(await waitingFor(billId)).toEqual(['hugo']);

    const flow = await added('PAYMENT', { steps: [level(['sol', 'hugo'], { approvalsNeeded: 2 })] });
    const [id = ''] = await submittedPayments(bookPayment('again'));
    await setSettings('alpha1', { approvalFlowPaymentSelectionEnabled: true });
    await as('dana').put(`/api/payments/${id}/pull?showId=alpha1`);
    expect((await submitAs('dana', id, flow.slug)).status).toBe(200);
    const { workflow } = await readPayment('ada', id);
    const vote = { docId: id, docType: 'PAYMENT', workflowStepId: workflow?.currentStep?.id };
    expect((await as('sol').post('/api/workflows/approval', vote)).status).toBe(200);
    const now = await saved(flow, {
      steps: [level(['sol', 'hugo'], { approvalsNeeded: 2 })],
      resetItemsInProgress: true,
    });
    expect(now.itemsInProgress).toBe(1);
    expect(await waitingFor(id)).toEqual(['hugo', 'sol']);
    await setSettings('alpha1', { approvalFlowPaymentSelectionEnabled: false });
  });

  test('many documents are restarted in batches: the remaining ones by the queue, each once', async () => {
    const many = await Promise.all(Array.from({ length: 45 }, (_, n) => submitted('dana', withTotal(n + 1))));
    await restarted({ steps: [level(['hugo'])] });
    const waiting = () =>
      sql.alpha<{ total: number }>`SELECT count(*) AS total FROM waiting_approvals WHERE user_id = 'hugo'
         AND document_id IN (SELECT document_id FROM workflows WHERE template_id = ${orders.id})`;
    expect(await waiting()).toEqual([{ total: 20 }]);
    const messages = [...sent.outbox];
    await drain();
    expect(await waiting()).toEqual([{ total: 45 }]);
    sent.outbox.push(...messages);
    await drain();
    const restarts = await sql.alpha<{
      times: number;
      documents: number;
    }>`SELECT count(*) AS times, count(DISTINCT document_id) AS documents FROM document_events
       WHERE action = 'restart' AND document_id IN (SELECT value FROM json_each(${JSON.stringify(many.map(({ id }) => id))}))`;
    expect(restarts).toEqual([{ times: 45, documents: 45 }]);
  });

  test('a lost message is sent again by the sweep', async () => {
    await Promise.all(Array.from({ length: 21 }, (_, n) => submitted('dana', withTotal(n + 1))));
    sent.outbox.length = 0;
    await restarted({ steps: [level(['hugo'])] });
    sent.outbox.length = 0;
    await sweepIn(5);
    await drain();
    const old = await sql.alpha`SELECT id FROM workflows WHERE template_id = ${orders.id}
      AND current_order IS NOT NULL AND template_version = 1`;
    expect(old).toEqual([]);
  });

  test('DEC-20, DEC-21: steps that a document cannot use are refused, and nothing is changed', async () => {
    const art = await submitted('dana', withTotal(500));
    const refused = async (own: Partial<TemplateBody>) => {
      const answer = await put(orders, { ...bodyOf(orders), ...own, resetItemsInProgress: true });
      return [answer.status, answer.body.code, answer.body.message];
    };
    expect(await refused({ steps: [level(['hugo'], { amountLimit: 499.99 })] })).toEqual([
      422,
      'POS_NO_VALID_WORKFLOW_STEP',
      '1 document in approval cannot go through these steps.',
    ]);
    const department = { kind: 'DEPARTMENT' } as const;
    expect(await refused({ steps: [level(['grace'], department), level(['hugo'])] })).toEqual([
      422,
      'POS_NO_DEPARTMENT_MEMBERS',
      '1 document in approval cannot go through these steps.',
    ]);
    await setSettings('alpha1', { preventSelfApproval: true });
    const own = await submitted('ada', { department: { id: inShow('alpha1').department('art') } });
    expect((await refused({ steps: [level(['ada'])] }))[1]).toBe('POS_NO_VALID_WORKFLOW_STEP');
    await setSettings('alpha1', { preventSelfApproval: false });
    expect((await get('PURCHASE_ORDER', orders.id)).body).toMatchObject({ version: 1, itemsInProgress: 2 });
    expect(await waitingFor(art.id)).toEqual(['abel']);
    expect(await waitingFor(own.id)).toEqual(['abel']);
  });
});

describe('without it', () => {
  test('DEC-65, DEC-24: documents in approval finish on their copy; later submissions use the new steps', async () => {
    const before = await submitted('dana', withTotal(500));
    await saved(orders, { steps: [level(['hugo'])] });
    expect(track(await read('dana', before.id))).toEqual([
      ['Department', 'PENDING', 'abel'],
      ['Step 2', 'PENDING', 'lena luis'],
    ]);
    const later = await submitted('dana', withTotal(500));
    expect(track(later)).toEqual([['Step 1', 'PENDING', 'hugo']]);
    expect((await approveAs(before, 'abel', 'lena')).body.status).toBe('APPROVED');
    const { body } = await get('PURCHASE_ORDER', orders.id);
    const still = await saved(body, { resetItemsInProgress: true });
    expect(still.itemsInProgress).toBe(1);
  });

  test('a reset also restarts documents that an earlier change had left on their copy', async () => {
    const po = await submitted('dana', withTotal(500));
    const second = await saved(orders, { steps: [level(['hugo'])] });
    await saved(second, { steps: [level(['sol'])], resetItemsInProgress: true });
    expect(await waitingFor(po.id)).toEqual(['sol']);
  });
});

test('DEC-65: a document submitted during a change of its workflow never keeps the former steps', async () => {
  const drafts = await Promise.all(Array.from({ length: 6 }, () => create('dana', withTotal(100))));
  const submit = (id: string) => as('dana').put(`/api/pos/${id}/submit/?r=0`);
  const [first, ...answers] = await Promise.all([
    put(orders, { ...bodyOf(orders), steps: [level(['hugo'])], resetItemsInProgress: true }),
    ...drafts.map(({ id }) => submit(id)),
  ]);
  expect([first.status, ...answers.map(({ status }) => status)]).toEqual(Array(7).fill(200));
  await drain();
  for (const { id } of drafts) expect(await waitingFor(id)).toEqual(['hugo']);
});

test('DEC-65: a concurrent approval and restart run one after the other, and the queue is correct', async () => {
  const po = await submitted('dana', withTotal(500));
  const stepId = po.workflow?.currentStep?.id ?? '';
  const [vote, change] = await Promise.all([
    as('abel').post('/api/workflows/approval', { docId: po.id, docType: 'PO', workflowStepId: stepId }),
    put(orders, { ...bodyOf(orders), steps: [level(['hugo'])], resetItemsInProgress: true }),
  ]);
  expect(change.status).toBe(200);
  expect([200, 404, 409]).toContain(vote.status);
  expect(await waitingFor(po.id)).toEqual(['hugo']);
  await expectWholeChain('alpha1', po.id);
});
