import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ledgerOf, plan } from '../../support/worker/accounting/sandbox.ts';
import { sweepIn, deliverSent } from '../../support/worker/fixtures/queues.ts';
import { forgetSent, pushesOf, sql } from '../../support/worker/fixtures/studio.ts';
import {
  aBillLine,
  act,
  approvedInvoice,
  approveInvoice,
  billing,
  openInvoiceStudio,
  readInvoiceAs,
  submittedInvoice,
} from '../../support/worker/fixtures/invoices.ts';
import type { Invoice } from '#domain/invoices/invoice-response';

beforeAll(openInvoiceStudio);
beforeEach(async () => {
  forgetSent();
  await sql.ledger`DELETE FROM switches`;
});

const closed = {
  operation: 'invoice.push',
  mode: 'FAIL',
  status: 422,
  message: 'The period is closed.',
} as const;
const sendings = ({ sendHistoryResource }: Invoice) =>
  sendHistoryResource.map(({ sendType, isSuccessful, senderFirstName, senderLastName }) => [
    sendType,
    isSuccessful,
    `${senderFirstName} ${senderLastName}`,
  ]);

describe('the final approval of an invoice', () => {
  test('DEC-32, DEC-96, AC-02: it is in accounting before the response, and was sent by the final approver', async () => {
    const invoice = await approvedInvoice(billing(60, 40));
    expect(await pushesOf(invoice.id)).toEqual([{ kind: 'INVOICE_PUSH', total_cents: 10_000 }]);
    expect(sendings(invoice)).toEqual([['ACCOUNTING', true, 'Lena Stone']]);
    const outbox = await sql.alpha`SELECT done_at IS NOT NULL AS done, error FROM outbox
      WHERE document_id = ${invoice.id} AND kind = 'push-invoice'`;
    expect(outbox).toEqual([{ done: 1, error: null }]);
  });

  test('IN-04, DEC-61: accounting receives number, days, description, codes and lines', async () => {
    const { id } = await approvedInvoice({
      number: 'BOOK-1',
      lineItems: [aBillLine({ amount: 100, taxCode: 'T1' })],
    });
    const [entry] = await ledgerOf('SA', id);
    expect(entry?.body).toMatchObject({
      invoice: {
        id,
        number: 'BOOK-1',
        date: '2026-11-03',
        dueDate: '2026-12-03',
        total: 100,
        vendor: { id: 'lumen', addressLine: 1 },
        lines: [{ amount: 100, glCode: '6100', taxCode: 'T1', purchaseOrderLine: null }],
      },
    });
  });

  test('AP-26, DEC-03: when accounting refuses, the invoice is still approved, and the response contains both', async () => {
    await plan('SA', closed);
    const { id } = await submittedInvoice();
    const next = await submittedInvoice('ivan', { number: 'AAA-1' });
    await approveInvoice(next.id, 'abel');
    await approveInvoice(id, 'abel');
    const answer = await act('lena', 'approval', await readInvoiceAs('lena', id), { getNext: true });
    expect([answer.status, answer.body]).toEqual([
      424,
      {
        code: 'accounting_interface_error',
        message: 'The period is closed.',
        approved: true,
        nextId: next.id,
      },
    ]);
    const after = await readInvoiceAs('ivan', id);
    expect([after.status, sendings(after)]).toEqual(['APPROVED', [['ACCOUNTING', false, 'Lena Stone']]]);
  });

  test('DEC-03, DEC-32: a failed push is sent later, once', async () => {
    for (let times = 0; times < 3; times += 1) {
      await plan('SA', { ...closed, status: 503, message: 'Down for the night' });
    }
    const { id } = await submittedInvoice();
    await approveInvoice(id, 'abel');
    expect((await approveInvoice(id, 'lena')).status).toBe(424);
    expect(await pushesOf(id)).toEqual([]);
    await sql.ledger`DELETE FROM switches`;
    await sweepIn(5);
    await deliverSent();
    expect(await pushesOf(id)).toEqual([{ kind: 'INVOICE_PUSH', total_cents: 10_000 }]);
    expect(sendings(await readInvoiceAs('ivan', id))).toEqual([['ACCOUNTING', true, 'Lena Stone']]);
  });

  test('DEC-61, DEC-82: of two concurrent approvals one is final, and the invoice is sent once', async () => {
    const { id } = await submittedInvoice();
    await approveInvoice(id, 'abel');
    const seen = await readInvoiceAs('lena', id);
    const answers = await Promise.all([act('lena', 'approval', seen), act('luis', 'approval', seen)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await pushesOf(id)).toHaveLength(1);
  });

  test('DEC-27: an invoice that was voided before it was sent is not sent', async () => {
    for (let times = 0; times < 3; times += 1) {
      await plan('SA', { ...closed, status: 503, message: 'Down for the night' });
    }
    const { id } = await submittedInvoice();
    await approveInvoice(id, 'abel');
    await approveInvoice(id, 'lena');
    await act('abel', 'void', await readInvoiceAs('abel', id), { reason: 'Twice' });
    await sql.ledger`DELETE FROM switches`;
    await sweepIn(5);
    await deliverSent();
    expect(await pushesOf(id)).toEqual([]);
  });

  test.each(['V5', 'GV'] as const)('AC-01, DEC-32: %s takes invoices, too', async (system) => {
    const license = { V5: 'V5-200', GV: 'GV-300' }[system];
    const use = (name: string, code: string) =>
      sql.directory`UPDATE shows SET accounting_system = ${name}, license = ${code} WHERE id = 'alpha1'`;
    await use(system, license);
    const { id } = await approvedInvoice(billing(-12.5));
    expect(await pushesOf(id)).toEqual([{ kind: 'INVOICE_PUSH', total_cents: -1250 }]);
    await use('SA', 'SA-100');
  });
});
