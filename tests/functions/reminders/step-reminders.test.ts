import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import { webhookEvents } from '#domain/webhooks/webhook';
import { storeFor } from '#store/d1/open';
import { reminderBatchSize } from '#verbs/approval/remind-approvers';
import { verifyHistories } from '#verbs/operations/verify-histories';
import type { SentMail } from '../../support/worker/output/sent-mail.ts';
import { action, approveAs, as, read, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { cover, endCovers } from '../../support/worker/fixtures/covers.ts';
import { deliverQueued } from '../../support/worker/fixtures/digests.ts';
import {
  connectEndpoints,
  network,
  register,
  remove,
  verifyDelivery,
} from '../../support/worker/fixtures/webhooks.ts';
import { remindOn } from '../../support/worker/reminders.ts';
import { added, level } from '../../support/worker/fixtures/templates.ts';
import { openStudio, setSettings, sql, studioEnv, waitingFor } from '../../support/worker/fixtures/studio.ts';

const shard = storeFor(studioEnv, { id: 'alpha1', shard: 0 });
const reminders = { remindAfterDays: 3, escalateAfterDays: 14, backup: { userId: 'hugo' } };

beforeAll(async () => {
  await openStudio();
  await useFlow(reminders);
});
afterEach(endCovers);

/** Orders take a flow whose first step, of Lena and Luis, has these reminders, and whose second is Sol's. */
const useFlow = (own: Parameters<typeof level>[1]) =>
  added('PURCHASE_ORDER', {
    makeDefaultType: true,
    steps: [level(['lena', 'luis'], { amountLimit: 100, ...own }), level(['sol'])],
  });

/** The job of a time runs once an hour. */
let arrivals = 0;

/** An order that arrived at the step on Tuesday, March 20, 2018. */
async function arrived(): Promise<PurchaseOrder> {
  const po = await submitted('dana', withTotal(500));
  arrivals += 1;
  const dueAt = `2018-03-20T07:00:00.${String(arrivals).padStart(3, '0')}Z`;
  await sql.alpha`UPDATE documents SET waiting_since = '2018-03-20T15:00:00.000-07:00',
    reminder_due_at = ${dueAt} WHERE id = ${po.id}`;
  return po;
}

const factsOf = (mails: readonly SentMail[]) => mails.map(({ to, subject }) => [to, subject.split(' (')[0]]);
const changesOf = async ({ id }: PurchaseOrder) =>
  (await read('ada', id)).changes.map(({ userName, summary, fields }) => [
    userName,
    summary,
    ...fields.map(({ label, after }) => `${label}: ${after}`),
  ]);

describe('reminders', () => {
  test('NUDGE-05, NUDGE-08: the approvers are reminded once, after the third working day', async () => {
    const po = await arrived();
    expect(await remindOn('2018-03-23')).toEqual([]);
    const subject = `PO #ART-${po.poNumber} is still waiting for your approval`;
    expect(factsOf(await remindOn('2018-03-26'))).toEqual([
      ['lena@backlot.example', subject],
      ['luis@backlot.example', subject],
    ]);
    expect(await remindOn('2018-03-26')).toEqual([]);
    expect(await remindOn('2018-04-09')).toEqual([]);
    expect(await changesOf(po)).toEqual([
      ['Backlot', 'reminded the approvers', 'Reminded after 3 working days: Lena Stone, Luis Stone'],
    ]);
    const reminded = await read('dana', po.id);
    expect([reminded.status, reminded.workflow]).toEqual([po.status, po.workflow]);
    await approveAs(po, 'lena');
  });

  test('NUDGE-05, COV-02: the covering user is reminded too, and a nudge resets nothing', async () => {
    const po = await arrived();
    await cover('lena', 'otto');
    await as('dana').post('/api/workflows/nudge', { docId: po.id, docType: 'PO', showId: 'alpha1' });
    const mails = factsOf(await remindOn('2018-03-26'));
    expect(mails.map(([to]) => to)).toEqual([
      'lena@backlot.example',
      'luis@backlot.example',
      'otto@backlot.example',
    ]);
    await approveAs(po, 'luis');
  });

  test('NUDGE-05: an approval in time stops them, and the next step has its own', async () => {
    const po = await arrived();
    await approveAs(po, 'lena');
    expect(await remindOn('2018-12-03')).toEqual([]);
    expect(await sql.alpha`SELECT reminder_due_at FROM documents WHERE id = ${po.id}`).toEqual([
      { reminder_due_at: null },
    ]);
  });
});

describe('escalation', () => {
  test('NUDGE-06: on Tuesday, April 10 the backup approver joins the step, may approve, and nobody leaves', async () => {
    const po = await arrived();
    await remindOn('2018-03-26');
    expect(await remindOn('2018-04-09')).toEqual([]);
    expect(factsOf(await remindOn('2018-04-10'))).toEqual([
      ['hugo@backlot.example', `PO #ART-${po.poNumber} was escalated to you for approval`],
    ]);
    expect(await waitingFor(po.id)).toEqual(['hugo', 'lena', 'luis']);
    const escalated = await read('hugo', po.id);
    expect(escalated.workflow?.steps[0]?.approvers.map(({ name }) => name)).toEqual([
      'Lena Stone',
      'Luis Stone',
      'Hugo Stone',
    ]);
    expect(escalated.waiting?.with.map(({ name }) => name)).toContain('Hugo Stone');
    expect((await changesOf(po))[0]).toEqual([
      'Backlot',
      'escalated the approval',
      'Backup approver after 14 working days: Hugo Stone',
    ]);
    expect(await remindOn('2018-06-01')).toEqual([]);
    expect((await action('hugo', 'approval', escalated)).status).toBe(200);
    expect((await verifyHistories(shard)).faults).toEqual([]);
  });

  test('NUDGE-06, NUDGE-08: a holiday that is set meanwhile moves it to Wednesday, April 11', async () => {
    const po = await arrived();
    await remindOn('2018-03-26');
    const holidays = [{ day: '2018-03-30', name: 'Good Friday' }];
    expect((await as('ada').post('/api/shows/alpha1/settings', { holidays })).status).toBe(200);
    await sql.alpha`UPDATE documents SET reminder_due_at = '2018-04-01T00:00:00.555Z'
      WHERE reminder_due_at IS NOT NULL`;
    expect(await remindOn('2018-04-10')).toEqual([]);
    expect(factsOf(await remindOn('2018-04-11')).map(([to]) => to)).toEqual(['hugo@backlot.example']);
    await setSettings('alpha1', { holidays: [] });
    await approveAs(po, 'lena');
  });

  test('NUDGE-08: after an outage of weeks each is sent once', async () => {
    const po = await arrived();
    expect(factsOf(await remindOn('2018-05-21')).map(([to]) => to)).toEqual([
      'lena@backlot.example',
      'luis@backlot.example',
      'hugo@backlot.example',
    ]);
    expect(await changesOf(po)).toHaveLength(2);
    await approveAs(po, 'hugo');
  });

  test('NUDGE-06, DEC-97: a backup approver whose own document it is stays out, and the Show Admins are notified', async () => {
    await setSettings('alpha1', { preventSelfApproval: true });
    await useFlow({ ...reminders, remindAfterDays: null });
    const po = await arrived();
    await sql.alpha`UPDATE documents SET owner_id = 'hugo' WHERE id = ${po.id}`;
    expect(factsOf(await remindOn('2018-04-10'))).toEqual([
      ['ada@backlot.example', `No backup approver could be added to PO #ART-${po.poNumber}`],
    ]);
    expect(await waitingFor(po.id)).toEqual(['lena', 'luis']);
    expect((await changesOf(po))[0]?.at(-1)).toBe(
      'Backup approver after 14 working days: Hugo Stone cannot approve their own document; notified Ada Stone',
    );
    expect(await remindOn('2018-04-11')).toEqual([]);
    await sql.alpha`UPDATE documents SET owner_id = 'dana' WHERE id = ${po.id}`;
    await setSettings('alpha1', { preventSelfApproval: false });
    await approveAs(po, 'lena');
  });

  test.each([
    ['none is named', { remindAfterDays: 1, escalateAfterDays: 1 }, 'None'],
    [
      'they can no longer approve',
      { escalateAfterDays: 1, backup: { userId: 'otto' } },
      'Otto Stone cannot approve',
    ],
  ])('NUDGE-06: the Show Admins are notified when %s', async (_why, own, text) => {
    await useFlow(own);
    const po = await arrived();
    await sql.directory`UPDATE memberships SET role = 'PO Creator' WHERE user_id = 'otto'`;
    const mails = factsOf(await remindOn('2018-03-22'));
    await sql.directory`UPDATE memberships SET role = 'Approver' WHERE user_id = 'otto'`;
    expect(mails.at(-1)?.[0]).toBe('ada@backlot.example');
    expect((await changesOf(po))[0]?.at(-1)).toContain(`: ${text}; notified Ada Stone`);
    await approveAs(po, 'lena');
  });

  test('NUDGE-07: the wait goes on after the owner had it: no second reminder, and the backup joins the new copy', async () => {
    await useFlow(reminders);
    const po = await arrived();
    await remindOn('2018-04-10');
    await action('hugo', 'revision', await read('hugo', po.id), { reason: 'More' });
    await as('dana').put(`/api/pos/${po.id}/submit?r=0`);
    expect(await waitingFor(po.id)).toEqual(['lena', 'luis']);
    const later = new Date().toISOString().slice(0, 10);
    await sql.alpha`UPDATE documents SET reminder_due_at = '2018-04-11T07:00:00.000Z' WHERE id = ${po.id}`;
    expect(factsOf(await remindOn(later)).map(([to]) => to)).toEqual(['hugo@backlot.example']);
    await approveAs(po, 'hugo');
  });
});

test('NUDGE-06: subscribers get `document.escalated` once, and nothing for a reminder', async () => {
  connectEndpoints();
  const endpoint = await register(webhookEvents);
  await useFlow(reminders);
  const po = await arrived();
  await deliverQueued();
  network.received.length = 0;
  for (const day of ['2018-05-22', '2018-05-23']) await remindOn(day);
  await remove(endpoint);
  expect(network.received.map((one) => verifyDelivery(one, endpoint.newSecret))).toMatchObject([
    { type: 'document.escalated', data: { document: { id: po.id, type: 'PO' }, actorId: 'system' } },
  ]);
});

describe('the job', () => {
  test('NUDGE-08: many documents are done in batches, and one that fails does not stop the others', async () => {
    await useFlow({ remindAfterDays: 1 });
    const many: PurchaseOrder[] = [];
    for (let n = 0; n < reminderBatchSize + 2; n += 1) many.push(await arrived());
    const [broken] = many;
    await sql.alpha`UPDATE documents SET milestones = '5' WHERE id = ${broken?.id ?? ''}`;
    await remindOn('2018-03-22');
    const ids = JSON.stringify(many.map(({ id }) => id));
    const notReminded = () => sql.alpha<{ id: string }>`SELECT id FROM documents
      WHERE reminded_at IS NULL AND id IN (SELECT value FROM json_each(${ids}))`;
    expect(await notReminded()).toEqual([{ id: broken?.id }]);
    await sql.alpha`UPDATE documents SET milestones = '[]', reminder_due_at = '2018-03-22T21:00:00.000Z'
      WHERE id = ${broken?.id ?? ''}`;
    await remindOn('2018-03-23');
    expect(await notReminded()).toEqual([]);
  });

  test('NUDGE-08: the due documents are found by their index', async () => {
    const plan = await sql.alpha<{ detail: string }>`EXPLAIN QUERY PLAN SELECT show_id, min(reminder_due_at)
      FROM documents INDEXED BY documents_to_remind WHERE reminder_due_at <= '2018' GROUP BY show_id`;
    expect(plan[0]?.detail).toContain('COVERING INDEX documents_to_remind (reminder_due_at<?)');
  });
});
