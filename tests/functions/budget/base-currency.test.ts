import fc from 'fast-check';
import { sql as statement } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EnteredBudget } from '#domain/budget/entered-budget';
import type { ApprovalRoute } from '#domain/workflow/approval-route-response';
import { convertCents } from '#domain/currency/exchange-rate';
import { storeFor } from '#store/d1/open';
import { costsOfParts } from '#store/show/budget/line-costs';
import { postBudget, forgetBudgets } from '../../support/worker/budget/budgets.ts';
import {
  approvedLine,
  figuresOf,
  forgetMovements,
  markCounted,
  measuredDocuments,
  movementFaults,
  numbered,
  readMeasures,
  submitChange,
} from '../../support/worker/budget/movements.ts';
import { setBase, setRate, useCanadianDollars } from '../../support/worker/currency/currencies.ts';
import { approveThrough } from '../../support/worker/fixtures/change-orders.ts';
import { aLine, as, create, read, submitted, withTotal } from '../../support/worker/fixtures/client.ts';
import { actOnBill, must, openInvoices, submittedBill } from '../../support/worker/fixtures/relief.ts';
import { setSettings, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';
import { added, level } from '../../support/worker/fixtures/templates.ts';

const alpha = () => storeFor(studioEnv, { id: 'alpha1', shard: 0 });
const approveBill = async (id: string) => must(actOnBill(id, 'approval'));
const budgetOf = async (amount: number) => {
  const { status, body } = await postBudget({ name: 'Draft 3', lines: [{ account: '6100', amount }] });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};

let earlier: string[] = [];
const ids = async () => (await sql.alpha<{ id: string }>`SELECT id FROM documents`).map(({ id }) => id);
/** What a verification finds wrong in the documents of this test, as in a show whose documents are all counted. */
async function faults(): Promise<string[]> {
  await markCounted();
  return (await movementFaults()).filter((fault) => !earlier.some((id) => fault.startsWith(id)));
}

beforeAll(async () => {
  await openInvoices();
  await useCanadianDollars();
  await setSettings('alpha1', { changeOrdersMayReduce: true, overReliefMode: 'WARN' });
});
beforeEach(async () => {
  await forgetBudgets();
  await sql.alpha`DELETE FROM tax_terms`;
  await forgetMovements();
  await setSettings('alpha1', { baseCurrency: 'CAD' });
  earlier = await ids();
});

describe('what documents count in the base currency', () => {
  test('BUD-32, BUD-40: what is entered counts at the rate of today, and nothing is compared without one', async () => {
    await budgetOf(20_000);
    await setRate('1.36');
    const enter = async () => {
      const body = { docType: 'PO', currency: 'USD', lines: [{ account: '6100', amount: 1_000 }] };
      return (await as('ada').post<EnteredBudget>('/api/budgets/entered?showId=alpha1', body)).body.budget;
    };
    expect(await enter()).toMatchObject({
      currency: 'CAD',
      accounts: [{ thisDocument: 1_360, availableAfter: 18_640 }],
    });
    await sql.alpha`DELETE FROM exchange_rates`;
    expect(await enter()).toBeNull();
  });

  test('BUD-40, BUD-41, CURR-17: an order at 1.36, a change order at 1.38 and invoices at 1.40 and 1.39 (example 3)', async () => {
    await budgetOf(20_000);
    await setRate('1.36');
    const po = await approvedLine(10_000);
    const of = { of: numbered(po), line: 1 };
    await setRate('1.4');
    await approveBill(await submittedBill([{ ...of, cents: 4_000_00 }]));
    await setRate('1.39');
    const pending = await submittedBill([{ ...of, cents: 1_000_00 }]);
    await setRate('1.38');
    await submitChange(po, 2_000);
    expect(await figuresOf()).toEqual({
      committed: 8_160,
      inProgress: 1_360,
      waiting: 2_790,
      invoiced: 5_600,
      available: 6_240,
      afterWaiting: 3_450,
    });
    expect((await readMeasures()).body.totals.exchangeDifference).toBe(160);
    expect((await measuredDocuments()).hidden).toMatchObject({ actual: 5_600, exchangeDifference: 160 });
    expect(await faults()).toEqual([]);
    await approveBill(pending);
    await approveThrough(po.id);
    expect(await figuresOf()).toEqual({
      committed: 9_560,
      inProgress: 0,
      waiting: 0,
      invoiced: 6_990,
      available: 3_450,
      afterWaiting: 3_450,
    });
    expect((await readMeasures()).body.otherCurrencies).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  test('BUD-43: of 100.00 at 1.335, invoices of 33.33, 33.33 and 33.34 leave 89.00, 44.51 and nothing (example 3)', async () => {
    await budgetOf(20_000);
    await setRate('1.335');
    const of = { of: numbered(await approvedLine(100)), line: 1 };
    const committed = [(await figuresOf()).committed];
    for (const cents of [3_333, 3_333, 3_334]) {
      await approveBill(await submittedBill([{ ...of, cents }]));
      committed.push((await figuresOf()).committed);
    }
    expect(committed).toEqual([133.5, 89, 44.51, 0]);
    expect(await faults()).toEqual([]);
  });

  test('BUD-42, CURR-21: tax of 8 % that is not recoverable (example 2), in a show without a base currency', async () => {
    await setSettings('alpha1', { baseCurrency: null });
    await sql.alpha`INSERT INTO tax_terms (show_id, project_company_external_id, code, rate, recoverable)
      VALUES ('alpha1', 'pc1', 'T1', '8', '0')`;
    await budgetOf(15_000);
    const line = { quantity: 1, coding: { ACCOUNT: '6100' }, taxCode: 'T1' };
    const sent = await submitted('dana', { lineItems: [aLine({ ...line, unitCost: 10_000 })] });
    expect(await figuresOf()).toMatchObject({ waiting: 10_800 });
    const po = await approveThrough(sent.id);
    expect(await figuresOf()).toMatchObject({ committed: 10_800, waiting: 0 });
    // The invoice has no tax: relief compares before tax.
    await approveBill(await submittedBill([{ of: numbered(po), line: 1, cents: 4_000_00 }]));
    expect(await figuresOf()).toMatchObject({ committed: 6_480, invoiced: 4_000 });
    expect(await faults()).toEqual([]);
  });

  test('BUD-40: when the base currency is switched on, documents count as they did until they change', async () => {
    await setSettings('alpha1', { baseCurrency: null });
    const po = await approvedLine(10_000);
    await setBase('CAD');
    await setRate('1.36');
    await budgetOf(20_000);
    expect(await figuresOf()).toMatchObject({ committed: 0 });
    expect((await readMeasures()).body.otherCurrencies).toEqual(['USD']);
    await submitChange(po, 2_000);
    expect(await figuresOf()).toMatchObject({ committed: 0, waiting: 16_320 });
    await approveThrough(po.id);
    expect(await figuresOf()).toMatchObject({ committed: 16_320, waiting: 0 });
    expect((await readMeasures()).body.otherCurrencies).toEqual([]);
    expect(await faults()).toEqual([]);
  });
});

describe('decisions in the base currency', () => {
  test('BUD-23: the figures of a decision are in the base currency', async () => {
    await budgetOf(14_000);
    await setRate('1.36');
    const po = await submitted('dana', withTotal(10_000));
    expect((await read('ada', po.id)).budget).toMatchObject({
      answer: 'WITHIN',
      currency: 'CAD',
      accounts: [{ thisDocument: 13_600, availableAfter: 400 }],
    });
    const other = await submitted('dana', withTotal(300));
    expect((await read('ada', other.id)).budget).toMatchObject({
      answer: 'OVER',
      accounts: [{ waitingOthers: 13_600, thisDocument: 408, availableAfter: -8 }],
    });
  });

  test('BUD-28: a step over budget compares in the base currency, at the rate of the submit', async () => {
    await added('PURCHASE_ORDER', {
      makeDefaultType: true,
      steps: [
        level(['lena'], { name: 'Line producer' }),
        level(['luis'], { name: 'Controller', overBudget: { unit: 'AMOUNT', over: 0 } }),
      ],
    });
    await budgetOf(13_600);
    await setRate('1.36');
    const steps = async (id: string) => {
      const { body } = await as('dana').get<ApprovalRoute>(
        `/api/workflows/route?showId=alpha1&docType=PO&docId=${id}`,
      );
      return body.steps.map(({ name }) => name);
    };
    const draft = await create('dana', withTotal(10_000));
    expect(await steps(draft.id)).toEqual(['Line producer']);
    await setRate('1.3601');
    expect(await steps(draft.id)).toEqual(['Line producer', 'Controller']);
  });

  test('BUD-06: a budget of a show with a base currency is in that currency', async () => {
    expect((await budgetOf(1)).currency).toBe('CAD');
    const other = await postBudget({
      name: 'Other',
      currency: 'USD',
      lines: [{ account: '6100', amount: 1 }],
    });
    expect([other.status, other.body.message]).toEqual([
      400,
      'Budgets of this show are in its base currency, CAD.',
    ]);
  });
});

test('CURR-03: the database converts like the rules, to the cent, for every rate, tax and currency', async () => {
  const plain = (whole: number, fraction: number, decimals: number) =>
    `${whole}.${String(fraction).padStart(decimals, '0')}`.replace(/\.?0+$/, '') || '0';
  const part = fc.record({
    cents: fc.oneof(
      fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
      fc.integer({ min: -20_000, max: 20_000 }),
    ),
    rate: fc.oneof(
      fc.tuple(fc.nat(99), fc.integer({ min: 1, max: 9_999_999_999 })).map(([w, f]) => plain(w, f, 10)),
      fc.constantFrom('1', '1.5', '0.0000000001', '150.337', '0.005', '123.4'),
    ),
    tax: fc.oneof(
      fc.tuple(fc.nat(99), fc.nat(9_999_999_999)).map(([w, f]) => plain(w, f, 10)),
      fc.constantFrom('0', '100', '8', '9.975', '4.9875'),
    ),
    currency: fc.constantFrom('CAD', 'JPY'),
  });
  const parts = fc.sample(part, { numRuns: 3_000, seed: 20_261_129 });
  const rows = await alpha().db.all<{ id: number; cents: number; original: number }>(statement`
    WITH part AS (SELECT key AS id, 1 AS sign, value ->> 'cents' AS cents, value ->> 'rate' AS rate,
        value ->> 'tax' AS tax, value ->> 'currency' AS currency, nullif('USD', iif(key % 3 = 0, 'USD', '')) AS original
        FROM json_each(${JSON.stringify(parts)})),
      ${costsOfParts('id')}
    SELECT id, sum(cents) AS cents, sum(original_cents) AS original FROM cost GROUP BY id`);
  const converted = new Map(rows.map(({ id, ...costs }) => [id, costs]));
  const wrong = parts.filter(({ cents, rate, tax, currency }, n) => {
    const found = converted.get(n) ?? { cents: 0, original: 0 };
    const inOriginal =
      n % 3 === 0 ? 0 : convertCents(cents, { rate: '1', currency: 'USD', addedPercent: tax });
    return (
      found.cents !== convertCents(cents, { rate, currency, addedPercent: tax }) ||
      found.original !== inOriginal
    );
  });
  expect(wrong).toEqual([]);
});
