import { beforeAll, describe, expect, test } from 'vitest';
import { action, as, submitted } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { setSettings, waitingFor, sql } from '../../support/worker/fixtures/studio.ts';
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
  submittedInvoice,
  temporaryVendor,
} from '../../support/worker/fixtures/invoices.ts';
import type { Invoice } from '#domain/invoices/invoice-response';

beforeAll(openInvoiceStudio);

const statusOf = ({ status, submissionStatus }: Invoice) => [status, submissionStatus];
const listed = async (statuses: string[], query = '', numbers: string[] = []) =>
  (
    await as('ivan').post<{ invoices: Invoice[] }>(`/api/invoices/filter?showId=alpha1&count=200${query}`, {
      statuses,
      numbers,
    })
  ).body.invoices.map(({ id }) => id);

describe('the actions', () => {
  test('AP-08, AP-12, DEC-27, DEC-30: approve moves it to the next step, and the last approval makes it approved', async () => {
    const invoice = await submittedInvoice();
    const first = await act('abel', 'approval', invoice);
    expect([first.status, first.body]).toEqual([
      200,
      {
        docId: invoice.id,
        docType: 'INVOICE',
        status: 'SUBMITTED_FOR_APPROVAL',
        submissionStatus: 'Submitted for approval',
        nextId: null,
      },
    ]);
    expect(await waitingFor(invoice.id)).toEqual(['lena', 'luis']);
    const last = await approveInvoice(invoice.id, 'luis');
    expect(last.body).toMatchObject({ status: 'APPROVED', submissionStatus: 'Approved' });
    const after = await readInvoiceAs('ivan', invoice.id);
    expect(after.historyEvents.map(({ type, userName }) => [type, userName])).toEqual([
      ['APPROVED', 'Luis Stone'],
      ['APPROVED', 'Abel Stone'],
      ['SUBMITTED', 'Ivan Stone'],
    ]);
    expect(after.workflow?.currentStep).toBeNull();
  });

  test('AP-09, AP-14, IN-22, DEC-27: revision returns it to its creator, as a draft with a note', async () => {
    const invoice = await submittedInvoice();
    const { status } = await act('abel', 'revision', invoice, { reason: 'Wrong amount' });
    const after = await readInvoiceAs('ivan', invoice.id);
    expect([status, ...statusOf(after)]).toEqual([200, 'DRAFT', 'Needs revision']);
    expect(after.notes).toMatchObject([
      { context: 'REVISION', content: 'Wrong amount', changeOrderNumber: 0 },
    ]);
    expect(after.historyEvents[0]?.type).toBe('NEEDS REVISION');
    expect(after.workflow?.steps[0]?.status).toBe('REVISION');
    expect((await put('ivan', invoice.id, anInvoice(billing(40)))).status).toBe(200);
  });

  test('AP-10, AP-02, IN-24, IN-05, DEC-15, DEC-27, DEC-41: deny ends it as VOID / Denied, without the void permission', async () => {
    const { id } = await submittedInvoice();
    await approveInvoice(id, 'abel');
    // Luis has no void permission.
    const answer = await act('luis', 'deny', await readInvoiceAs('luis', id), { reason: 'Never delivered' });
    expect([answer.status, answer.body.status, answer.body.submissionStatus]).toEqual([
      200,
      'VOID',
      'Denied',
    ]);
    const after = await readInvoiceAs('ivan', id);
    expect(after.notes).toMatchObject([{ context: 'DENIED', content: 'Never delivered' }]);
    expect(after.historyEvents[0]).toMatchObject({ type: 'DENIED', userName: 'Luis Stone' });
    expect(after.workflow?.steps.map(({ status }) => status)).toEqual(['APPROVED', 'DENIED']);
    expect(await waitingFor(id)).toEqual([]);
  });

  test('API-19, AP-02, AP-03, DEC-30: deny returns the result and the next document of the queue', async () => {
    const next = await submittedInvoice('ivan', { number: 'DENY-1' });
    const invoice = await submittedInvoice('ivan', { number: 'DENY-2' });
    const asked = { reason: 'Never delivered', timeZone: 'America/Los_Angeles', archive: true };
    const answer = await act('abel', 'deny', invoice, { ...asked, getNext: true });
    const denied = { docType: 'INVOICE', status: 'VOID', submissionStatus: 'Denied' };
    expect([answer.status, answer.body]).toEqual([200, { ...denied, docId: invoice.id, nextId: next.id }]);
    expect((await readInvoiceAs('ivan', invoice.id)).isArchived).toBe(true);
    const last = await act('abel', 'deny', next, asked);
    expect([last.status, last.body]).toEqual([200, { ...denied, docId: next.id, nextId: null }]);
  });

  test('AP-09, AP-13, IN-23, DEC-27: void ends it, with the reason as a note', async () => {
    const invoice = await submittedInvoice();
    const { body } = await act('abel', 'void', invoice, { reason: 'Paid in cash' });
    expect([body.status, body.submissionStatus]).toEqual(['VOID', 'Void']);
    const after = await readInvoiceAs('ivan', invoice.id);
    expect(after.notes).toMatchObject([{ context: 'VOID', content: 'Paid in cash' }]);
    expect(after.historyEvents[0]?.type).toBe('VOID');
  });

  test('AP-09, AP-10: a payment is neither revised nor voided, and an order is not denied', async () => {
    const po = await submitted('carl');
    expect(outcome(await action('abel', 'void', po, { docType: 'PAYMENT', reason: 'x' }))).toEqual([
      400,
      'invalid_parameter',
    ]);
    expect(outcome(await action('abel', 'revision', po, { docType: 'PAYMENT', reason: 'x' }))).toEqual([
      400,
      'invalid_parameter',
    ]);
    const denied = await act('abel', 'deny', po, { docType: 'PO', reason: 'x' });
    expect(outcome(denied)).toEqual([400, 'invalid_parameter']);
    expect((await as('carl').get<Invoice>(`/api/pos/${po.id}`)).body.version).toBe(po.version);
  });

  test('AP-08, DEC-98: the type must be that of the document', async () => {
    const invoice = await submittedInvoice();
    expect(outcome(await act('abel', 'approval', invoice, { docType: 'PO' }))).toEqual([404, 'NOT_FOUND']);
    const po = await submitted('carl');
    expect(outcome(await act('abel', 'deny', po, { reason: 'x' }))).toEqual([404, 'NOT_FOUND']);
  });

  test('AP-03, DEC-41: revision, void and deny need a reason', async () => {
    const invoice = await submittedInvoice();
    for (const word of ['revision', 'void', 'deny'] as const) {
      const answer = await act('abel', word, invoice, { reason: '  ' });
      expect(outcome(answer)).toEqual([400, 'MISSING_REQUIRED_FIELDS']);
    }
  });

  test('AP-06, DEC-30: with getNext the next invoice of the queue by number is returned', async () => {
    const numbers = ['NEXT-1', 'NEXT-2', 'NEXT-3'];
    const invoices = [];
    for (const number of numbers) invoices.push(await submittedInvoice('ivan', { number }));
    const [first, second, third] = invoices;
    if (!first || !second || !third) throw new Error('three invoices');
    const after = async (one: Invoice, word: 'approval' | 'deny') =>
      (await act('abel', word, one, { getNext: true, reason: 'x' })).body.nextId;
    expect(await after(third, 'approval')).toBe(second.id);
    expect(await after(second, 'deny')).toBe(first.id);
  });
});

describe('permissions', () => {
  test('PE-07, DEC-41: void needs VoidInvoices, and owner, admin, current approver or a user who approved it', async () => {
    const voids = async (name: PersonName, invoice: Invoice) =>
      (await act(name, 'void', { ...invoice, workflow: null }, { reason: 'x' })).status;
    const invoice = await submittedInvoice();
    expect([await voids('ivan', invoice), await voids('lena', invoice)]).toEqual([403, 403]);
    await approveInvoice(invoice.id, 'abel');
    expect(await voids('luis', invoice)).toBe(403);
    expect(await voids('abel', invoice)).toBe(200);
    await sql.directory`UPDATE memberships SET void_invoice = 1 WHERE user_id = 'ivan'`;
    expect(await voids('ivan', await createInvoice())).toBe(200);
    expect(await voids('ada', await submittedInvoice())).toBe(200);
    await sql.directory`UPDATE memberships SET void_invoice = 0 WHERE user_id = 'ivan'`;
  });
});

describe('temporary vendors', () => {
  test.each([true, false])(
    'DEC-33, VE-18: replacePoTempVendors %s: approved up to the final step, where it is refused',
    async (replacePoTempVendors) => {
      await setSettings('alpha1', { replacePoTempVendors });
      const invoice = await submittedInvoice('ivan', temporaryVendor());
      expect((await act('abel', 'approval', invoice)).status).toBe(200);
      const final = await readInvoiceAs('lena', invoice.id);
      expect(outcome(await act('lena', 'approval', final))).toEqual([422, 'TEMP_VENDOR_NOT_ALLOWED']);
      expect((await readInvoiceAs('ivan', invoice.id)).version).toBe(final.version);
      await setSettings('alpha1', { replacePoTempVendors: true });
    },
  );
});

describe('archive', () => {
  test('AP-05, IN-23, IN-24, DEC-31: an archived invoice is left out of the lists unless selected, and can be opened by its id', async () => {
    const denied = await submittedInvoice('ivan', { number: 'ARCH-1' });
    await act('abel', 'deny', denied, { reason: 'x', archive: true });
    const voided = await submittedInvoice('ivan', { number: 'ARCH-2' });
    await act('abel', 'void', voided, { reason: 'x', archive: true });
    const kept = await submittedInvoice('ivan', { number: 'ARCH-3' });
    await act('abel', 'void', kept, { reason: 'x', archive: false });
    const both = [denied.id, voided.id];
    const inAll = await listed([]);
    expect(inAll).toContain(kept.id);
    expect(inAll.filter((id) => both.includes(id))).toEqual([]);
    expect((await listed(['VOID'])).filter((id) => both.includes(id)).toSorted()).toEqual(both.toSorted());
    expect(await listed([], '', ['arch-1'])).toEqual([denied.id]);
    expect((await readInvoiceAs('ivan', denied.id)).isArchived).toBe(true);
  });
});
