import { beforeAll, describe, expect, test } from 'vitest';
import type { SimilarBody } from '#domain/invoices/similar-invoice';
import { sweep } from '#verbs/jobs/sweep';
import { as } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { rowsOf, studioEnv, sql } from '../../support/worker/fixtures/studio.ts';
import {
  anInvoice,
  billing,
  createInvoice,
  openInvoiceStudio,
  outcome,
  post,
  put,
  readInvoiceAs,
  submittedInvoice,
  temporaryVendor,
} from '../../support/worker/fixtures/invoices.ts';
import type { SimilarInvoice } from '#domain/invoices/invoice-response';

beforeAll(openInvoiceStudio);
const ids = inShow('alpha1');
const override = '?overrideDuplicateValidation=true';
const taken = [409, 'duplicate_vendor_invoice_id'];

/** A file with this content, as in the body of a save. */
async function fileOf(content: string) {
  const file = { name: 'bill.pdf', bytes: `%PDF-1.7 ${content}` };
  const { attachmentId } = (await as('ivan').upload(file, { owner: 'invoice' })).body;
  return { attachmentId, label: 'bill.pdf' };
}

async function similar(name: PersonName, body: SimilarBody): Promise<SimilarInvoice[]> {
  const answer = await as(name).post<SimilarInvoice[]>('/api/invoices/similar', {
    showId: 'alpha1',
    ...body,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

describe('numbers that compare as equal', () => {
  test.each([
    ['no space', 'N 70', 'N70'],
    ['a no-break space', 'N 71', 'N\u00A071'],
    ['no dash', 'N-72', 'N72'],
    ['another dash', 'N-73', 'N–73'],
    ['a zero-width space', 'N74', 'N\u200B74'],
    ['a Cyrillic letter', 'CN75', 'СN75'],
    ['a Greek letter', 'KN76', 'ΚN76'],
    ['O for 0', 'N7700', 'N77OO'],
    ['l for 1', 'N781', 'N78l'],
  ])('IN-31, DEC-37: %s does not make another number', async (_, first, second) => {
    const { id } = await createInvoice('ivan', { number: first });
    expect(outcome(await post('abel', anInvoice({ number: second })))).toEqual(taken);
    const other = await createInvoice();
    expect(outcome(await put('ivan', other.id, anInvoice({ number: second })))).toEqual(taken);
    expect((await put('ivan', id, anInvoice({ number: second }))).status).toBe(200);
  });

  test('DEC-37: of concurrent saves with numbers that compare as equal one succeeds', async () => {
    const answers = await Promise.all(
      ['N-80', 'N80', 'n 80', 'N–8O'].map((number) => post('ivan', anInvoice({ number }))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  });

  test('DEC-37: an invoice from before the upgrade is found by its number, and the sweep normalizes it', async () => {
    const { id } = await createInvoice('ivan', { number: 'Ñ-81' });
    const key = 'SELECT number_key AS key FROM invoices WHERE document_id = ?';
    await sql.alpha`UPDATE invoices SET number_key = NULL WHERE document_id = ${id}`;
    expect(outcome(await post('ivan', anInvoice({ number: 'ñ-81' })))).toEqual(taken);
    await sweep(studioEnv, new Date().toISOString());
    expect(await rowsOf('alpha1', key, id)).toEqual([{ key: 'N81' }]);
    expect(outcome(await post('ivan', anInvoice({ number: 'N81' })))).toEqual(taken);
  });
});

describe('the reason of an accepted duplicate', () => {
  const eventsOf = (id: string) =>
    sql.alpha<{
      payload: string;
    }>`SELECT payload FROM document_events WHERE document_id = ${id} ORDER BY seq`;
  const reasonsIn = async (id: string) =>
    (await eventsOf(id)).map(({ payload }) => JSON.parse(payload).duplicateReason ?? null);

  test('IN-32, DEC-37: it is in the history and on the invoice, for its approver, too', async () => {
    await createInvoice('ivan', { number: 'R-1' });
    const body = anInvoice({
      number: 'R1',
      duplicateReason: ' Second page of the bill ',
      attachments: [await fileOf('R1')],
    });
    const { body: invoice } = await post('ivan', body, override);
    expect(invoice.duplicateReason).toBe('Second page of the bill');
    expect(await reasonsIn(invoice.id)).toEqual(['Second page of the bill']);
    await as('ivan').put(`/api/invoices/${invoice.id}/submit`);
    expect((await readInvoiceAs('abel', invoice.id)).duplicateReason).toBe('Second page of the bill');
  });

  test('IN-32, IN-16: a missing reason is recorded as no reason given', async () => {
    await createInvoice('ivan', { number: 'R-2' });
    const { status, body } = await post('ivan', anInvoice({ number: 'R2' }), override);
    expect([status, body.duplicateReason]).toEqual([201, 'no reason given']);
    const own = await createInvoice('ivan', { number: 'R-3' });
    expect(own.duplicateReason).toBeNull();
    await put('ivan', own.id, anInvoice({ number: 'r 2' }), override);
    expect(await reasonsIn(body.id)).toEqual(['no reason given']);
    expect(await reasonsIn(own.id)).toEqual([null, 'no reason given']);
  });

  test('IN-32: a save with a unique number removes the reason', async () => {
    await createInvoice('ivan', { number: 'R-4' });
    const { body } = await post('ivan', anInvoice({ number: 'R4' }), override);
    const saved = await put('ivan', body.id, anInvoice({ number: 'R-5', duplicateReason: 'None' }));
    expect([saved.status, saved.body.duplicateReason]).toEqual([200, null]);
  });
});

describe('similar invoices', () => {
  const lumen = { vendorId: ids.vendor('lumen') };

  test('IN-33, API-123: the vendor and an equal number match, while it is typed', async () => {
    const other = await createInvoice('ivan', { number: 'S-1', ...billing(11.11) });
    const found = await similar('ivan', { ...lumen, number: 's1' });
    expect(found).toEqual([
      {
        matches: ['NUMBER'],
        invoice: {
          id: other.id,
          number: 'S-1',
          vendorName: 'Lumen Rentals',
          date: '2026-11-03',
          totalCost: 11.11,
          currency: 'USD',
        },
      },
    ]);
    expect(await similar('ivan', { ...lumen, number: 's1', id: other.id })).toEqual([]);
    expect(await similar('ivan', { vendorId: ids.vendor('anvil'), number: 's1' })).toEqual([]);
    expect(await similar('ivan', { number: 's1' })).toEqual([]);
  });

  test('IN-33: the vendor, the amount and a date within 30 days match', async () => {
    const other = await createInvoice('ivan', { date: '2026-09-10', ...billing(2222.22) });
    const of = async (own: SimilarBody) =>
      (await similar('ivan', { ...lumen, amount: 2222.22, currency: 'USD', date: '2026-09-10', ...own })).map(
        ({ matches, invoice }) => [matches, invoice?.id],
      );
    expect(await of({})).toEqual([[['AMOUNT'], other.id]]);
    expect(await of({ date: '2026-10-10' })).toHaveLength(1);
    expect(await of({ date: '2026-08-11' })).toHaveLength(1);
    expect(await of({ date: '2026-10-11' })).toEqual([]);
    expect(await of({ date: '2026-08-10' })).toEqual([]);
    expect(await of({ amount: 2222.23 })).toEqual([]);
    expect(await of({ currency: 'CAD' })).toEqual([]);
    expect(await of({ vendorId: ids.vendor('anvil') })).toEqual([]);
    expect(await of({ number: other.number })).toEqual([[['NUMBER', 'AMOUNT'], other.id]]);
    // The weaker match comes last, even when its invoice is older.
    const named = await createInvoice('ivan', { number: 'S-2', date: '2026-09-20', ...billing(1) });
    expect(await of({ number: 's2' })).toEqual([
      [['NUMBER'], named.id],
      [['AMOUNT'], other.id],
    ]);
  });

  test('IN-33: a temporary vendor is identified by its record', async () => {
    const other = await createInvoice('ivan', { ...temporaryVendor(), ...billing(3333.33) });
    const { tempVendorId } = other.vendor;
    const body = { tempVendorId, amount: 3333.33, currency: 'USD', date: other.date };
    expect(await similar('ivan', body)).toMatchObject([{ matches: ['AMOUNT'], invoice: { id: other.id } }]);
  });

  test('IN-33: an identical file of another invoice matches', async () => {
    const other = await createInvoice('ivan', {
      attachments: [await fileOf('the same bill')],
      ...billing(44.44),
    });
    const again = await fileOf('the same bill');
    const different = await fileOf('another bill');
    expect(await similar('ivan', { attachmentIds: [again.attachmentId] })).toMatchObject([
      { matches: ['FILE'], invoice: { id: other.id } },
    ]);
    expect(await similar('ivan', { attachmentIds: [different.attachmentId] })).toEqual([]);
  });

  test('IN-33: neither the save nor the submission is blocked, and the approver sees them on the review', async () => {
    const first = await submittedInvoice('ivan', { date: '2026-07-01', ...billing(5555.55) });
    const second = await submittedInvoice('ivan', { date: '2026-07-02', ...billing(5555.55) });
    expect((await readInvoiceAs('abel', second.id)).similarInvoices).toMatchObject([
      { matches: ['AMOUNT'], invoice: { id: first.id, number: first.number } },
    ]);
  });

  test('IN-34: a user who may not see the other invoices learns only that there are some', async () => {
    await createInvoice('ada', {
      number: 'H-1',
      department: { id: ids.department('grip'), name: 'Grip' },
      ...billing(666.66),
    });
    await createInvoice('ada', {
      department: { id: ids.department('grip'), name: 'Grip' },
      ...billing(666.66),
    });
    const found = await similar('ivan', {
      ...lumen,
      number: 'h1',
      amount: 666.66,
      currency: 'USD',
      date: '2026-11-03',
    });
    expect(found).toEqual([{ matches: ['NUMBER', 'AMOUNT'], invoice: null }]);
  });

  test('IN-33: a void invoice does not match', async () => {
    const other = await createInvoice('ivan', { number: 'V-1', ...billing(777.77) });
    await sql.alpha`UPDATE documents SET status = 'VOID', submission_status = 'Void' WHERE id = ${other.id}`;
    expect(await similar('ivan', { ...lumen, number: 'V-1' })).toEqual([]);
  });
});
