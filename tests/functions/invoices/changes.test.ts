import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { invoiceDraftOf } from '#domain/invoices/invoice-draft';
import { closeBrowser } from '#edges/pdf/browser-renderer';
import { as } from '../../support/worker/fixtures/client.ts';
import {
  aBillLine,
  act,
  openInvoiceStudio,
  put,
  readInvoiceAs,
  submittedInvoice,
} from '../../support/worker/fixtures/invoices.ts';
import { makePdf, uploaded } from '../../support/worker/fixtures/pdf.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { studioEnv, sql } from '../../support/worker/fixtures/studio.ts';
import type { ChangeEvent } from '#domain/history/history-response';

beforeAll(openInvoiceStudio);
afterAll(() => closeBrowser(studioEnv));

const alpha = inShow('alpha1');
const summaryOf = ({ userName, summary, fields }: ChangeEvent) => ({
  userName,
  summary,
  fields: fields.map(({ label, before, after }) => [label, before, after]),
});

describe('DEC-90: the changes of a submitted invoice', () => {
  test('DEC-90, DEC-16: an approver’s correction lists vendor, amount, lines and coding with both values', async () => {
    const invoice = await submittedInvoice();
    const [line] = invoiceDraftOf(invoice).lineItems;
    const saved = await put('abel', invoice.id, {
      ...invoiceDraftOf(invoice),
      vendor: { id: alpha.vendor('anvil'), name: 'Anvil Props' },
      vendorAddress: { id: alpha.vendorAddress('anvil') },
      dueDate: '2026-12-10',
      amount: 120,
      userTotal: '120',
      lineItems: [
        { ...line, description: 'Blue sofas', coding: {} },
        aBillLine({ description: 'Lamps', amount: 20 }),
      ],
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(saved.body.changes.map(summaryOf)).toEqual([
      {
        userName: 'Abel Stone',
        summary: 'changed due date, vendor and 3 more',
        fields: expect.arrayContaining([
          ['Due date', '2026-12-03', '2026-12-10'],
          ['Vendor', 'Lumen Rentals', 'Anvil Props'],
          ['Total', '$100.00', '$120.00'],
          ['Line 1, Description', 'Sofas', 'Blue sofas'],
          ['Line 1, Account', '6100', ''],
          ['Line 2', '', 'Lamps; Amount $20.00; Account 6100'],
        ]),
      },
    ]);
    expect(saved.body.changes[0]?.contentVersion).toBe(invoice.contentVersion + 1);
    expect((await readInvoiceAs('ivan', invoice.id)).changes).toEqual(saved.body.changes);
  });

  test('DEC-90, DEC-30: another spelling of the number is a change, listed once', async () => {
    const invoice = await submittedInvoice();
    const number = `${invoice.number}-`;
    const saved = await put('abel', invoice.id, { ...invoiceDraftOf(invoice), number });
    expect([saved.status, saved.body.contentVersion]).toEqual([200, invoice.contentVersion + 1]);
    expect(saved.body.changes.map(summaryOf)).toEqual([
      { userName: 'Abel Stone', summary: 'changed number', fields: [['Number', invoice.number, number]] },
    ]);
  });

  test('DEC-90, DEC-53: an attachment that is added, replaced and withdrawn is an entry each', async () => {
    const invoice = await submittedInvoice();
    const [first] = invoice.attachments;
    const attach = async (attachments: object[]) => {
      const path = `/api/invoices/attachments/${invoice.id}/?showId=alpha1`;
      const answer = await as('ivan').post(path, { attachments });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    };
    const quote = await uploaded('ivan', 'invoice', 'quote.pdf', '%PDF-1.7 quote');
    await attach([first ?? {}, quote]);
    const offer = await uploaded('ivan', 'invoice', 'quote.pdf', '%PDF-1.7 another quote');
    await attach([first ?? {}, offer]);
    await attach([first ?? {}, { ...offer, shouldDelete: true, reason: 'Of another show' }]);
    const { changes, withdrawnAttachments } = await readInvoiceAs('ivan', invoice.id);
    expect(changes.map(summaryOf)).toEqual([
      {
        userName: 'Ivan Stone',
        summary: 'removed an attachment',
        fields: [['Attachment', 'quote.pdf (22 bytes)', '']],
      },
      {
        userName: 'Ivan Stone',
        summary: 'replaced an attachment',
        fields: [['Attachment', 'quote.pdf (14 bytes)', 'quote.pdf (22 bytes)']],
      },
      {
        userName: 'Ivan Stone',
        summary: 'added an attachment',
        fields: [['Attachment', '', 'quote.pdf (14 bytes)']],
      },
    ]);
    expect(withdrawnAttachments.map(({ reason, replacedBy }) => [reason, replacedBy])).toEqual([
      ['', offer.attachmentId],
      ['Of another show', null],
    ]);
  });

  test('DEC-90, DEC-13: another department after a revision is an entry with both names', async () => {
    const invoice = await submittedInvoice();
    await act('abel', 'revision', invoice, { reason: 'Other department' });
    await sql.alpha`INSERT INTO department_members (show_id, department_id, user_id, is_active)
      VALUES ('alpha1', ${alpha.department('grip')}, 'ivan', 1)`;
    const department = { id: alpha.department('grip'), name: 'Grip' };
    const saved = await put('ivan', invoice.id, { ...invoiceDraftOf(invoice), department });
    expect(saved.body.changes.map(summaryOf)).toEqual([
      { userName: 'Ivan Stone', summary: 'changed department', fields: [['Department', 'Art', 'Grip']] },
    ]);
  });
});

test('DEC-90, PD-27: the printed history has the old and new value of each change', async () => {
  const invoice = await submittedInvoice();
  const changed = { ...invoiceDraftOf(invoice), description: 'Set dressing, week 2', dueDate: '2026-12-10' };
  expect((await put('abel', invoice.id, changed)).status).toBe(200);
  const { pages } = await makePdf('ada', 'INVOICE', invoice.id);
  const history = pages.find((page) => page.includes('Invoice History')) ?? '';
  expect(history).toContain(
    'Changed description and due date Description: Set dressing → Set dressing, week 2 Due date: 12/03/2026 → 12/10/2026 Abel Stone',
  );
  expect(history).toContain('Submitted Version not stated Ivan Stone');
});
