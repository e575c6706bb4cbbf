import { beforeAll, describe, expect, test } from 'vitest';
import { as } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { setSettings, sql } from '../../support/worker/fixtures/studio.ts';
import {
  aBillLine,
  anInvoice,
  billing,
  createInvoice,
  openInvoiceStudio,
  outcome,
  post,
  put,
  readInvoiceAs,
  scan,
  submittedInvoice,
  temporaryVendor,
} from '../../support/worker/fixtures/invoices.ts';

beforeAll(openInvoiceStudio);
const ids = inShow('alpha1');
const override = '?overrideDuplicateValidation=true';

describe('creating and reading an invoice', () => {
  test('API-81, IN-01, IN-02, IN-05, DEC-27, DEC-36: it is a draft with every field, and its amount as typed', async () => {
    const attachment = await scan();
    const body = anInvoice({
      number: '  lr-77/B ',
      amount: 1234.5,
      userTotal: '1,234.50',
      lineItems: [aBillLine({ amount: 1300 }), aBillLine({ amount: -65.5, description: 'Credit' })],
      attachments: [attachment],
      notes: [{ keyId: 'n1', content: 'Please pay' }],
    });
    const { status, body: invoice } = await post('ivan', body);
    expect(status).toBe(201);
    expect(invoice).toMatchObject({
      id: expect.stringMatching(/^alpha1_/),
      showId: 'alpha1',
      number: 'lr-77/B',
      revision: 0,
      date: '2026-11-03',
      dueDate: '2026-12-03',
      amount: 1234.5,
      userTotal: '1,234.50',
      totalCost: 1234.5,
      currency: 'USD',
      projectCompanyCurrencyExternalId: 'usd1',
      vendorName: 'Lumen Rentals',
      departmentName: 'Art',
      description: 'Set dressing',
      creator: { id: 'ivan', name: 'Ivan Stone', username: 'ivan@backlot.example' },
      status: 'DRAFT',
      submissionStatus: 'Draft',
      projectCompanyExternalId: 'pc1',
      companyExternalId: 'co1',
      company: 'Harbor Lights LLC',
      department: { id: ids.department('art'), name: 'Art', settings: { poNumberPrefix: 'ART' } },
      category: { id: ids.category('props'), name: 'Props' },
      vendor: { id: ids.vendor('lumen'), name: 'Lumen Rentals', isTemporary: false, externalId: 'lumen' },
      vendorAddress: { id: ids.vendorAddress('lumen'), address1: '1 Stage Way', line_number: 1 },
      vendorAddressLineNumber: 1,
      vendorContact: 'Ada Lumen',
      vendorEmail: 'ada@lumen.example',
      vendorPhoneNumber: '',
      vendorAttachments: [],
      billToAddressId: ids.address('office'),
      shipToAddressId: ids.address('stage'),
      contactName: 'Ada Lumen',
      contactNumber: '818 555 0100',
      attachments: [{ ...attachment, isTopSheet: false, created: expect.any(String) }],
      notes: [{ keyId: 'n1', content: 'Please pay', commenter: { id: 'ivan' } }],
      historyEvents: [],
      workflow: null,
    });
  });

  test('IN-03, IN-04, DEC-91: a line has its amount, note, codes, tax code, keys and reference fields', async () => {
    const line = aBillLine({ keyId: 'k1', amount: 40.25, note: ' for stage 4 ', taxCode: 'T1' });
    const { lineItems } = await createInvoice('ivan', { amount: 40.25, lineItems: [line] });
    expect(lineItems).toEqual([
      {
        id: expect.stringMatching(/^alpha1_/),
        keyId: 'k1',
        listKeyId: 'k1',
        lineNumber: 1,
        amount: 40.25,
        totalCost: 40.25,
        amountOnLoad: 40.25,
        description: 'Sofas',
        note: 'for stage 4',
        coding: { ACCOUNT: '6100' },
        coaExternalId: 'acc-6100',
        taxCode: 'T1',
        referencePo: '',
        referencePoLineNumber: null,
        relievePoLineItemId: null,
        relievePoLineItemUuid: null,
        closesPoLine: false,
        glTransactionDetailExternalId: null,
        invoiceLineItemNoteExternalId: null,
      },
    ]);
  });

  test('DEC-91: amountOnLoad is the stored value, whatever the body contains', async () => {
    const { id, lineItems } = await createInvoice('ivan', {
      lineItems: [aBillLine({ amountOnLoad: 7 })],
    });
    expect(lineItems[0]?.amountOnLoad).toBe(100);
    const changed = anInvoice({ amount: 60, lineItems: [{ ...lineItems[0], amount: 60 }] });
    const { body } = await put('ivan', id, changed);
    expect(body.lineItems).toMatchObject([{ id: lineItems[0]?.id, amount: 60, amountOnLoad: 60 }]);
  });

  test('API-80: it is read by its id in either persona; another show does not have it', async () => {
    const invoice = await createInvoice();
    for (const persona of ['creator', 'APPROVER']) {
      const { body } = await as('ivan').get(`/api/invoices/${invoice.id}/?showId=alpha1&persona=${persona}`);
      expect(body).toEqual(invoice);
    }
    expect(outcome(await as('ivan').get('/api/invoices/alpha1_nothing'))).toEqual([404, 'NOT_FOUND']);
    expect((await as('dana').get(`/api/invoices/${invoice.id}?showId=bravo2`)).status).toBe(403);
  });

  test('DEC-13, PE-17: a user who may not see it gets 404, and a PO is no invoice', async () => {
    const { id } = await createInvoice();
    expect((await as('carl').get(`/api/invoices/${id}`)).status).toBe(200);
    expect((await as('wendy').get(`/api/invoices/${id}`)).status).toBe(200);
    expect(outcome(await as('luis').get(`/api/invoices/${id}`))).toEqual([404, 'NOT_FOUND']);
    expect((await as('ada').get(`/api/pos/${id}`)).status).toBe(404);
  });

  test.each(['USD', 'usd'])(
    'IN-11, LI-35: the code %s alone selects the currency of the company',
    async (currency) => {
      const { status, body } = await post(
        'ivan',
        anInvoice({ currency, projectCompanyCurrencyExternalId: undefined }),
      );
      expect([status, body]).toMatchObject([
        201,
        { currency: 'USD', projectCompanyCurrencyExternalId: 'usd1' },
      ]);
    },
  );

  test('DEC-99: the same key returns the same invoice', async () => {
    const body = anInvoice();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await as('ivan').post('/api/invoices', body, headers);
    const second = await as('ivan').post('/api/invoices', body, headers);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
  });
});

describe('permission to create one', () => {
  test('PE-08, DEC-13: it needs FULL CreateInvoices, and one’s own department unless admin', async () => {
    const empty = { department: { id: ids.department('grip'), name: 'Grip' } };
    expect(outcome(await post('carl', anInvoice()))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await post('ivan', anInvoice(empty)))).toEqual([
      403,
      'NO_DEPARTMENT_ASSOCIATION_WITH_USER',
    ]);
    expect((await post('ada', anInvoice(empty))).status).toBe(201);
  });

  test('PE-23, PE-24, DEC-12: without setting, feature or toggle all routes of invoices are FORBIDDEN', async () => {
    const invoice = await submittedInvoice();
    const statusesOf = async (name: 'ivan' | 'dana' | 'abel') => {
      const { get, post: send, put: change } = as(name);
      const acted = { docId: invoice.id, docType: 'INVOICE', workflowId: invoice.workflow?.id, reason: 'x' };
      return [
        await get(`/api/invoices/${invoice.id}`),
        await send('/api/invoices/filter?showId=alpha1', {}),
        await send('/api/invoices', anInvoice()),
        await change(`/api/invoices/${invoice.id}`, anInvoice()),
        await change(`/api/invoices/${invoice.id}/submit`),
        await change(`/api/invoices/${invoice.id}/pull`),
        await send(`/api/invoices/${invoice.id}/notes`, { content: 'x' }),
        await send(`/api/invoices/attachments/${invoice.id}`, { attachments: [] }),
        await send('/api/workflows/approval', acted),
        await send('/api/workflows/deny', acted),
      ].map(outcome);
    };
    const forbidden = Array.from({ length: 10 }, () => [403, 'FORBIDDEN']);
    expect(await statusesOf('dana')).toEqual(forbidden);
    await setSettings('alpha1', { invoiceModuleVisible: false });
    expect(await statusesOf('abel')).toEqual(forbidden);
    await setSettings('alpha1', { invoiceModuleVisible: true });
    const features = (value: string) =>
      sql.directory`UPDATE shows SET features = ${value} WHERE id = 'alpha1'`;
    await features('["APPA"]');
    expect(await statusesOf('ivan')).toEqual(forbidden);
    await features('["APIA"]');
    expect((await readInvoiceAs('ivan', invoice.id)).version).toBe(invoice.version);
  });
});

describe('numbers of one vendor', () => {
  test('IN-17, IN-18, DEC-37: the number of another invoice of the vendor is refused, in any case and with any blanks', async () => {
    const { number } = await createInvoice('ivan', { number: 'Dup-1' });
    const answer = await post('abel', anInvoice({ number: ` ${number.toUpperCase()} ` }));
    expect([answer.status, answer.body]).toEqual([
      409,
      { code: 'duplicate_vendor_invoice_id', errors: ['duplicate_vendor_invoice_id'] },
    ]);
    const rows = await sql.alpha`SELECT id FROM documents WHERE number_sort = 'DUP-1'`;
    expect(rows).toHaveLength(1);
  });

  test('DEC-37: another vendor, a void invoice and the invoice itself are no duplicates', async () => {
    const first = await createInvoice('ivan', { number: 'Dup-2' });
    const anvil = {
      vendor: { id: ids.vendor('anvil'), name: 'Anvil Props' },
      vendorAddress: { id: ids.vendorAddress('anvil') },
    };
    await createInvoice('ivan', { number: 'dup-2', ...anvil });
    const saved = await put('ivan', first.id, anInvoice({ number: 'DUP-2', ...billing(30) }));
    expect([saved.status, saved.body.number]).toEqual([200, 'DUP-2']);
    await sql.alpha`UPDATE documents SET status = 'VOID', submission_status = 'Void' WHERE id = ${first.id}`;
    await createInvoice('ivan', { number: 'dup-2' });
  });

  test('IN-16, API-81, API-82: overrideDuplicateValidation allows it on create and on save', async () => {
    await createInvoice('ivan', { number: 'Dup-3' });
    expect(
      outcome(await post('ivan', anInvoice({ number: 'Dup-3' }), '?overrideDuplicateValidation=false')),
    ).toEqual([409, 'duplicate_vendor_invoice_id']);
    const { status } = await post('ivan', anInvoice({ number: 'Dup-3' }), override);
    expect(status).toBe(201);
    const other = await createInvoice();
    const taken = anInvoice({ number: 'dup-3' });
    expect(outcome(await put('ivan', other.id, taken))).toEqual([409, 'duplicate_vendor_invoice_id']);
    expect((await readInvoiceAs('ivan', other.id)).version).toBe(other.version);
    const saved = await put('ivan', other.id, taken, override);
    expect([saved.status, saved.body.number]).toEqual([200, 'dup-3']);
  });

  test('DEC-37: a temporary vendor is identified by its record', async () => {
    const first = await createInvoice('ivan', { number: 'Dup-4', ...temporaryVendor() });
    await createInvoice('ivan', { number: 'Dup-4', ...temporaryVendor() });
    const { tempVendorId } = first.vendor;
    const same = await post('ivan', anInvoice({ number: 'DUP-4', ...temporaryVendor({ tempVendorId }) }));
    expect(outcome(same)).toEqual([409, 'duplicate_vendor_invoice_id']);
  });

  test('DEC-37: of concurrent saves with the same number one succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => post('ivan', anInvoice({ number: 'Dup-5' }))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  });
});
