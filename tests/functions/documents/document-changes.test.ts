import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { draftOf } from '#domain/purchase-orders/purchase-order-draft';
import { storeFor } from '#store/d1/open';
import { readChangesSince } from '#verbs/lifecycle/require-current-content';
import { adjust, discard, withChangeOrder } from '../../support/worker/fixtures/change-orders.ts';
import { approveAs, as, withTotal, create, read, submitted } from '../../support/worker/fixtures/client.ts';
import { uploaded } from '../../support/worker/fixtures/pdf.ts';
import { deliverSent } from '../../support/worker/fixtures/queues.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import {
  forgetSent,
  openStudio,
  sent,
  setSettings,
  studioEnv,
} from '../../support/worker/fixtures/studio.ts';
import type { ChangeEvent } from '#domain/history/history-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openStudio);
beforeEach(forgetSent);

const alpha = inShow('alpha1');
const save = (name: PersonName, po: PurchaseOrder, own: Record<string, unknown>) =>
  as(name).put<PurchaseOrder>(`/api/pos/${po.id}`, { ...draftOf(po), ...own });
const summaryOf = ({ userName, action, summary, fields }: ChangeEvent) => ({
  userName,
  action,
  summary,
  fields: fields.map(({ label, before, after }) => [label, before, after]),
});

describe('the changes of a submitted document', () => {
  test('DEC-90: a draft that was never submitted has no changes', async () => {
    const po = await create('dana');
    const saved = await save('dana', po, { description: 'Other words' });
    expect([saved.status, saved.body.changes]).toEqual([200, []]);
  });

  test('DEC-90: an approver’s edit is one entry with all old and new values, outside the six types', async () => {
    const po = await submitted('dana', withTotal(500));
    const [line] = draftOf(po).lineItems;
    const saved = await save('abel', po, {
      description: 'Better sofas',
      shipToAddressId: null,
      category: null,
      lineItems: [{ ...line, description: 'Blue sofas' }],
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(saved.body.changes.map(summaryOf)).toEqual([
      {
        userName: 'Abel Stone',
        action: 'edit-in-approval',
        summary: expect.stringMatching(/^changed description, /),
        fields: [
          ['Description', po.description, 'Better sofas'],
          ['Category', po.category?.name, ''],
          ['Ship to', expect.stringContaining(po.shipToAddress?.name ?? '?'), ''],
          ['Line 1, Description', 'Sofas', 'Blue sofas'],
        ],
      },
    ]);
    expect(saved.body.changes[0]?.contentVersion).toBe(saved.body.contentVersion);
    expect(saved.body.historyEvents.map(({ type }) => type)).toEqual(['SUBMITTED']);
  });

  test('DEC-90: changes after a revision or a pull are listed, too', async () => {
    const po = await submitted('dana', withTotal(500));
    await as('dana').put(`/api/pos/${po.id}/pull-from-approval`);
    const saved = await save('dana', await read('dana', po.id), {
      vendor: { id: alpha.vendor('anvil'), name: 'Anvil Props' },
      vendorAddress: { id: alpha.vendorAddress('anvil') },
    });
    expect(saved.body.changes.map(summaryOf)).toMatchObject([{ action: 'save', summary: 'changed vendor' }]);
    expect(saved.body.changes[0]?.fields[0]).toMatchObject({
      field: 'vendor.name',
      before: po.vendor.name,
      after: 'Anvil Props',
    });
  });

  test('DEC-90, DEC-51: the recoding of a line is an entry', async () => {
    const po = await submitted('dana', withTotal(500));
    const id = po.lineItems[0]?.id ?? '';
    const answer = await as('abel').post(`/api/pos/lineitem/${po.id}`, {
      lineItem: { id, episode: '', taxCode: null, coding: {} },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { changes } = await read('dana', po.id);
    expect(changes).toHaveLength(1);
    expect(changes[0]?.fields.every(({ label }) => label.startsWith('Line 1, '))).toBe(true);
  });

  test('DEC-90: an added and a replaced attachment are an entry each', async () => {
    const po = await submitted('dana', withTotal(500));
    const attach = async (label: string) => {
      const file = await uploaded('dana', 'po', label, '%PDF-1.7');
      return as('dana').post(`/api/pos/attachments/${po.id}`, { attachments: [file] });
    };
    expect((await attach('quote.pdf')).status).toBe(200);
    expect((await attach('offer.pdf')).status).toBe(200);
    const { changes } = await read('dana', po.id);
    expect(changes.map(({ summary }) => summary)).toEqual(['replaced an attachment', 'added an attachment']);
    expect(changes[0]?.fields).toMatchObject([
      { before: expect.stringContaining('quote.pdf'), after: expect.stringContaining('offer.pdf') },
    ]);
  });

  test('DEC-90, DEC-26: the content and the end of a change order are entries', async () => {
    const { open } = await withChangeOrder('dana');
    expect(open.changes.map(summaryOf)).toMatchObject([
      {
        action: 'save',
        fields: [
          ['Total', '$300.00', '$350.00'],
          ['Line 2', '', expect.stringContaining('Lamps')],
        ],
      },
    ]);
    const ended = await discard('dana', open.id);
    expect(ended.body.changes.map(summaryOf)[0]).toMatchObject({
      action: 'discard',
      summary: 'discarded the change order',
      fields: [
        ['Total', '$350.00', '$300.00'],
        ['Line 2', expect.stringContaining('Lamps'), ''],
      ],
    });
    expect((await adjust('dana', open.id)).status).toBe(200);
  });

  test('DEC-90, DEC-40: an edit that restarts the approval names the votes that no longer count', async () => {
    const po = await submitted('dana', withTotal(500));
    await approveAs(po, 'abel');
    const saved = await save('lena', await read('lena', po.id), { description: 'Again' });
    expect(saved.body.changes[0]?.fields).toMatchObject([
      { field: 'description' },
      { field: 'approvals', label: 'Approvals', before: 'Abel Stone', after: '' },
    ]);
  });
});

describe('votes that are kept on a changed document', () => {
  test('DEC-40, EM-17: they are shown with their version, and their approvers get the comparison', async () => {
    await setSettings('alpha1', { resetApprovalOnEdit: false });
    try {
      const po = await submitted('dana', withTotal(500));
      await approveAs(po, 'abel');
      const seen = await read('lena', po.id);
      sent.outbox.length = 0;
      const saved = await save('lena', seen, { description: 'Other sofas' });
      const [vote] = saved.body.workflow?.steps[0]?.approvers.filter((one) => one.hasApproved) ?? [];
      expect([vote?.userId, vote?.contentVersion]).toEqual(['abel', seen.contentVersion]);
      expect(saved.body.contentVersion).toBe(seen.contentVersion + 1);
      await deliverSent();
      const mail = sent.mail.find(({ to }) => to.startsWith('abel'));
      expect(mail?.subject).toMatch(/^PO #\S+ was changed after you approved it/);
      expect(mail?.text).toContain('changed description');
      expect(mail?.text).toContain(`${po.description} → Other sofas`);
      expect(sent.mail.some(({ to }) => to.startsWith('lena'))).toBe(false);
    } finally {
      await setSettings('alpha1', { resetApprovalOnEdit: true });
    }
  });
});

test('DEC-30: changes since a content version are returned oldest first', async () => {
  const po = await submitted('dana', withTotal(500));
  const first = await save('abel', po, { description: 'One' });
  await save('abel', first.body, { description: 'Two' });
  const store = storeFor(studioEnv, { id: 'alpha1', shard: 0 });
  const changes = await readChangesSince(store, po.id, po.contentVersion);
  expect(changes.map(({ actorName, changes: [field] }) => [actorName, field?.before, field?.after])).toEqual([
    ['Abel Stone', po.description, 'One'],
    ['Abel Stone', 'One', 'Two'],
  ]);
  expect(await readChangesSince(store, po.id, first.body.contentVersion)).toHaveLength(1);
});
