import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { deliverSent } from '../../support/worker/fixtures/queues.ts';
import { forgetSent, sent, setSettings, sql, waitingFor } from '../../support/worker/fixtures/studio.ts';
import {
  act,
  anInvoice,
  approveInvoice,
  billing,
  createInvoice,
  openInvoiceStudio,
  outcome,
  put,
  readInvoiceAs,
  scan,
  setInvoiceFlow,
  submit,
  submittedInvoice,
  temporaryVendor,
} from '../../support/worker/fixtures/invoices.ts';
import type { InvoiceBody, Refused } from '../../support/worker/fixtures/invoices.ts';
import type { Invoice } from '#domain/invoices/invoice-response';

beforeAll(openInvoiceStudio);
beforeEach(forgetSent);

const ids = inShow('alpha1');
const pull = (name: 'ivan' | 'ada' | 'abel' | 'wendy', id: string) =>
  as(name).put<Invoice & Refused>(`/api/invoices/${id}/pull/?showId=alpha1`);
const withScan = async (own: InvoiceBody = {}) =>
  createInvoice('ivan', { attachments: [await scan()], ...own });

describe('submit', () => {
  test('API-83, IN-21, DEC-24, DEC-27, AP-01: it passes through the levels of the invoice workflow from the first', async () => {
    const invoice = await submittedInvoice('ivan', billing(2500));
    expect(invoice).toMatchObject({
      status: 'SUBMITTED_FOR_APPROVAL',
      submissionStatus: 'Submitted for approval',
      revision: 0,
      historyEvents: [{ type: 'SUBMITTED', userName: 'Ivan Stone' }],
    });
    expect(invoice.workflow?.steps.map(({ name, isFinal }) => [name, isFinal])).toEqual([
      ['Level 1', false],
      ['Level 2', false],
      ['Level 3', true],
    ]);
    expect(invoice.workflow?.currentStep).toMatchObject({ approvers: [{ userId: 'abel', initials: 'AS' }] });
    expect(await waitingFor(invoice.id)).toEqual(['abel']);
  });

  test('DEC-20: the level of a credit is chosen by its absolute amount', async () => {
    const { workflow } = await submittedInvoice('ivan', billing(-2500));
    expect(workflow?.steps).toHaveLength(3);
  });

  test('AP-30, AP-31, AP-32, DEC-24: no workflow, no level and no department approver have separate codes', async () => {
    const tooMuch = await withScan(billing(60_000));
    expect(outcome(await submit('ivan', tooMuch.id))).toEqual([422, 'POS_NO_VALID_WORKFLOW_STEP']);
    const empty = await createInvoice('ada', {
      department: { id: ids.department('empty'), name: 'Empty' },
      attachments: [await scan('ada')],
    });
    expect(outcome(await submit('ada', empty.id))).toEqual([422, 'POS_NO_DEPARTMENT_MEMBERS']);
    const fine = await withScan();
    await setInvoiceFlow(null);
    expect(outcome(await submit('ivan', fine.id))).toEqual([422, 'POS_NO_DEFAULT_WORKFLOW']);
    await setInvoiceFlow('alpha1_bill');
    expect((await submit('ivan', fine.id)).status).toBe(200);
  });

  test('DEC-24: an inactive vendor is refused at the vendor', async () => {
    const { id } = await withScan({
      vendor: { id: ids.vendor('dormant'), name: 'Dormant Drapes' },
      vendorAddress: { id: ids.vendorAddress('dormant') },
    });
    const { status, body } = await submit('ivan', id);
    expect([status, body]).toEqual([400, { code: 'POS_BAD_REQUEST', errors: ['vendor'] }]);
  });

  test('DEC-24: a temporary vendor without a street address is refused with its own code', async () => {
    const { id } = await withScan(temporaryVendor());
    await sql.alpha`UPDATE invoices SET vendor = json_set(vendor, '$.address', ' ') WHERE document_id = ${id}`;
    expect(outcome(await submit('ivan', id))).toEqual([422, 'INVALID_TEMP_VENDOR']);
  });

  test('DEC-58, EM-13: the first approvers are notified of the invoice, then the owner of the result', async () => {
    const invoice = await submittedInvoice('ivan', { number: 'MAIL-1' });
    await deliverSent();
    expect(sent.mail.map(({ to, subject }) => [to, subject])).toEqual([
      ['abel@backlot.example', 'Invoice #MAIL-1 is waiting for your approval (Alpha Station)'],
    ]);
    expect(sent.mail[0]?.html).toContain(`/invoice/review/${invoice.id}/approver?restoreShow=alpha1`);
    sent.mail.length = 0;
    await act('abel', 'deny', invoice, { reason: 'Not ours' });
    await deliverSent();
    expect(sent.mail.map(({ to, subject }) => [to, subject])).toEqual([
      ['ivan@backlot.example', 'Invoice #MAIL-1 was denied (Alpha Station)'],
    ]);
  });
});

describe('pull from approval', () => {
  test('API-87, IN-25, AP-15, AP-16, DEC-42: pull makes it a draft again, removed from all queues, without note or history', async () => {
    const { id } = await submittedInvoice();
    const { status, body } = await pull('ivan', id);
    expect([status, body.status, body.submissionStatus, body.workflow]).toEqual([
      200,
      'DRAFT',
      'Draft',
      null,
    ]);
    expect([body.notes, body.historyEvents.map(({ type }) => type)]).toEqual([[], ['SUBMITTED']]);
    expect(await waitingFor(id)).toEqual([]);
    expect(outcome(await pull('ivan', id))).toEqual([409, 'WORKFLOW_CONFLICT']);
  });

  test('DEC-19: the revision increases with each submit after the first', async () => {
    const { id } = await submittedInvoice();
    await pull('ivan', id);
    expect((await submit('ivan', id)).body.revision).toBe(1);
    await act('abel', 'revision', await readInvoiceAs('abel', id), { reason: 'Wrong month' });
    expect((await submit('ivan', id)).body.revision).toBe(2);
  });
});

describe('edit while in approval', () => {
  test('DEC-40, DEC-27: an approver’s edit restarts the approval, keeps the department and selects the level again', async () => {
    const { id } = await submittedInvoice();
    await approveInvoice(id, 'abel');
    const body = anInvoice({ ...billing(3000), department: { id: ids.department('grip'), name: 'Grip' } });
    const { status, body: edited } = await put('lena', id, body);
    expect([status, edited]).toMatchObject([
      200,
      { status: 'SUBMITTED_FOR_APPROVAL', revision: 1, totalCost: 3000, amount: 3000, departmentName: 'Art' },
    ]);
    expect(edited.workflow?.steps.map(({ status: step }) => step)).toEqual(['PENDING', 'PENDING', 'PENDING']);
    expect(await waitingFor(id)).toEqual(['abel']);
  });

  test('DEC-40: without resetApprovalOnEdit a lower total keeps votes and revision, and only the final step changes', async () => {
    await setSettings('alpha1', { resetApprovalOnEdit: false });
    const { id, attachments } = await submittedInvoice('ivan', billing(3000));
    await approveInvoice(id, 'abel');
    const { body } = await put('lena', id, anInvoice({ ...billing(300), attachments }));
    expect([body.revision, body.workflow?.steps.map(({ status, isFinal }) => [status, isFinal])]).toEqual([
      0,
      [
        ['APPROVED', false],
        ['PENDING', true],
      ],
    ]);
    expect(await waitingFor(id)).toEqual(['lena', 'luis']);
    await setSettings('alpha1', { resetApprovalOnEdit: true });
  });

  test('DEC-40: with a total beyond all levels nothing is saved', async () => {
    const { id, version } = await submittedInvoice();
    expect(outcome(await put('abel', id, anInvoice(billing(90_000))))).toEqual([
      422,
      'POS_NO_VALID_WORKFLOW_STEP',
    ]);
    expect((await readInvoiceAs('ivan', id)).version).toBe(version);
  });
});

test('DEC-34: an update of a temporary vendor reaches invoices and orders that still follow it', async () => {
  const first = await submittedInvoice('ivan', temporaryVendor());
  const { tempVendorId } = first.vendor;
  const shared = temporaryVendor({ tempVendorId });
  const waiting = await submittedInvoice('ivan', shared);
  const voided = await submittedInvoice('ivan', shared);
  await act('abel', 'void', voided, { reason: 'x' });
  sent.outbox.length = 0;
  const renamed = temporaryVendor({ name: 'Corner & Sons', tempVendorId, updateTempVendor: true });
  expect((await put('abel', first.id, anInvoice(renamed))).status).toBe(200);
  await deliverSent();
  const names = await Promise.all(
    [first, waiting, voided].map(async ({ id }) => {
      const { vendor, vendorName } = await readInvoiceAs('ivan', id);
      return [vendor.name, vendorName];
    }),
  );
  expect(names).toEqual([
    ['Corner & Sons', 'Corner & Sons'],
    ['Corner & Sons', 'Corner & Sons'],
    ['Corner Hardware', 'Corner Hardware'],
  ]);
  const audit = await sql.alpha`SELECT history_type FROM document_events WHERE document_id = ${waiting.id}
    AND action = 'update-temp-vendor'`;
  expect(audit).toEqual([{ history_type: null }]);
});
