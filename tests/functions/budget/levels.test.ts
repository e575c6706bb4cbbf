import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LineCodes } from '#domain/budget/line-codes';
import { storeFor } from '#store/d1/open';
import { recountOlder } from '#store/show/budget/recount';
import { changeBudget, forgetBudgets, postBudget } from '../../support/worker/budget/budgets.ts';
import { openEpisodes } from '../../support/worker/budget/episodes.ts';
import {
  forgetMovements,
  leaveUncounted,
  measuredDocuments,
  movementFaults,
  numbered,
  readMeasures,
} from '../../support/worker/budget/movements.ts';
import { approveThrough } from '../../support/worker/fixtures/change-orders.ts';
import { aLine, as, read, submitted } from '../../support/worker/fixtures/client.ts';
import { billBody, openInvoices, submittedBill } from '../../support/worker/fixtures/relief.ts';
import { sql, studioEnv } from '../../support/worker/fixtures/studio.ts';

beforeAll(async () => {
  await openInvoices();
  await openEpisodes();
});
beforeEach(async () => {
  await forgetBudgets();
  await forgetMovements();
});

type OrderedLine = readonly [amount: number, account: string, codes?: LineCodes];
type NewLine = { account: string; codes?: LineCodes; amount: number };
const [harbor, fire] = [{ EPISODE: '103' }, { EPISODE: '104' }];

async function lockedBudget(...lines: readonly NewLine[]) {
  const { status, body } = await postBudget({ name: 'Season 1', lines });
  expect(status, JSON.stringify(body)).toBe(201);
  return (await changeBudget(body.id, 'lock')).body;
}

const submittedOrder = (...lines: OrderedLine[]) =>
  submitted('dana', {
    lineItems: lines.map(([unitCost, account, codes]) =>
      aLine({ quantity: 1, unitCost, coding: { ACCOUNT: account, ...codes } }),
    ),
  });
const approvedOrder = async (...lines: OrderedLine[]) => approveThrough((await submittedOrder(...lines)).id);

/** Committed by line of the budget, then of accounts that are not budgeted. */
async function committed() {
  const { body } = await readMeasures();
  return [...body.lines, ...body.notBudgeted.map((one) => ({ ...one, kind: 'NONE' }))]
    .filter((line) => line.committed !== 0)
    .map(({ account, codes, kind, committed: amount }) => [
      kind === 'NONE' ? `${account} not budgeted` : [account, ...Object.values(codes)].join(' '),
      amount,
    ]);
}

describe('costs count at the nearest line of the budget, once', () => {
  test('BUD-64: the line with the codes, else that of the account, else that of a header account', async () => {
    await lockedBudget(
      { account: '6100', amount: 1_000 },
      { account: '6100', codes: harbor, amount: 500 },
      { account: '6110', codes: fire, amount: 200 },
    );
    await approvedOrder(
      [1, '6100', harbor],
      [2, '6100', fire],
      [4, '6100'],
      [8, '6110', fire],
      [16, '6110', harbor],
      [32, '6110'],
    );
    expect(await committed()).toEqual([
      ['6100', 38],
      ['6100 103', 17],
      ['6110 104', 8],
    ]);
    expect((await readMeasures()).body.rollups).toMatchObject([
      { account: '6100', budget: 1_700, committed: 63 },
      { account: '6110', budget: 200, committed: 8 },
    ]);
    expect(await movementFaults()).toEqual([]);
  });

  test('BUD-64: what no line above has is not budgeted, and a new budget needs no recount', async () => {
    await lockedBudget({ account: '6100', codes: harbor, amount: 500 });
    await approvedOrder([1, '6100', harbor], [2, '6100', fire], [4, '6110', harbor]);
    expect(await committed()).toEqual([
      ['6100 103', 5],
      ['6100 not budgeted', 2],
    ]);
    await lockedBudget({ account: '6110', amount: 10 }, { account: '6100', codes: fire, amount: 10 });
    expect(await committed()).toEqual([
      ['6110', 4],
      ['6100 104', 2],
      ['6100 not budgeted', 1],
    ]);
  });

  test('BUD-64: the documents of a line are those that count at it', async () => {
    await lockedBudget({ account: '6100', amount: 10 }, { account: '6100', codes: harbor, amount: 10 });
    const [one, other] = [await approvedOrder([3, '6110', harbor]), await approvedOrder([5, '6100', fire])];
    const idsOf = async (query: string) =>
      (await measuredDocuments('6100', 'ada', query)).documents.map(({ id, committed: amount }) => [
        id,
        amount,
      ]);
    expect(await idsOf('&EPISODE=103')).toEqual([[one.id, 3]]);
    expect(await idsOf('')).toEqual([[other.id, 5]]);
  });

  test('BUD-64: the documents of an account exclude those of its only line with codes', async () => {
    await lockedBudget({ account: '6100', amount: 10 }, { account: '6100', codes: harbor, amount: 10 });
    await approvedOrder([3, '6100', harbor]);
    const whole = await approvedOrder([5, '6100']);
    const { documents } = await measuredDocuments('6100');
    expect(documents.map(({ id, committed: amount }) => [id, amount])).toEqual([[whole.id, 5]]);
  });

  test('BUD-64: what an invoice relieves counts at the line of the order, and the rest at the line of the invoice', async () => {
    await lockedBudget(
      { account: '6100', codes: harbor, amount: 10 },
      { account: '6100', codes: fire, amount: 10 },
    );
    const of = numbered(await approvedOrder([30, '6100', harbor]));
    const { lineItems } = billBody([{ of, line: 1, cents: 40_00 }]);
    await submittedBill([{ of, line: 1, cents: 40_00 }], {
      lineItems: lineItems.map((line) => ({ ...line, coding: { ACCOUNT: '6100', ...fire } })),
    });
    const { lines } = (await readMeasures()).body;
    expect(lines.map(({ codes, inProgress, waiting }) => [codes.EPISODE, inProgress, waiting])).toEqual([
      ['103', 30, 0],
      ['104', 0, 10],
    ]);
    expect(await movementFaults()).toEqual([]);
  });

  test('BUD-65: movements from before codes were kept count without codes until their recount', async () => {
    await lockedBudget({ account: '6100', amount: 10 }, { account: '6100', codes: harbor, amount: 10 });
    const { id } = await approvedOrder([3, '6100', harbor]);
    await sql.alpha`DELETE FROM coded_measures`;
    await sql.alpha`UPDATE budget_movements SET codes = NULL`;
    await leaveUncounted();
    expect(await committed()).toEqual([['6100', 3]]);
    expect(await movementFaults()).toEqual([]);
    const store = storeFor(studioEnv, { id: 'alpha1', shard: 0 });
    const when = { day: '2026-11-03', effectiveDay: null, paidDay: null };
    await store.write([recountOlder(store, [{ id, ...when }], '2026-11-03T10:00:00.000Z')]);
    expect(await committed()).toEqual([['6100 103', 3]]);
    expect(await movementFaults()).toEqual([]);
  });

  test('BUD-65: verification finds a sum with codes that differs from its movements', async () => {
    await lockedBudget({ account: '6100', codes: harbor, amount: 10 });
    await approvedOrder([3, '6100', harbor]);
    await sql.alpha`UPDATE coded_measures SET cents = 1 WHERE measure = 'COMMITTED'`;
    expect(await movementFaults()).toEqual([
      ' the sum of account "6100" with codes {"EPISODE":"103"} is 1 cents USD COMMITTED, and that of its movements 300',
    ]);
  });
});

describe('decisions by level', () => {
  test('BUD-66: the figures of a decision are those of the line of the budget, which they name', async () => {
    await lockedBudget({ account: '6100', amount: 1_000 }, { account: '6100', codes: harbor, amount: 100 });
    await approvedOrder([60, '6100', harbor], [500, '6100', fire]);
    const po = await submittedOrder([50, '6100', harbor], [70, '6110', harbor], [7, '6100']);
    const figures = { committed: 60, waitingOthers: 0, thisDocument: 120, availableAfter: -80 };
    expect((await read('ada', po.id)).budget).toMatchObject({
      answer: 'OVER',
      accounts: [
        {
          account: '6100',
          description: 'Set dressing',
          committed: 500,
          thisDocument: 7,
          availableAfter: 493,
        },
        { account: '6100', codes: harbor, description: 'Set dressing, Episode 103', ...figures },
      ],
    });
    const entered = { docType: 'PO', docId: null, currency: 'USD' };
    const line = { id: null, taxCode: null, relievePoLineItemId: null, account: '6100', amount: 1 };
    const { body } = await as('ada').post<object>('/api/budgets/entered?showId=alpha1', {
      ...entered,
      lines: [{ ...line, coding: harbor }],
    });
    expect(body).toMatchObject({
      budget: { accounts: [{ codes: harbor, waitingOthers: 120, thisDocument: 1, availableAfter: -81 }] },
    });
  });

  test('BUD-66: the line of an account is nearer than a line of its header account with codes', async () => {
    await lockedBudget({ account: '6100', codes: harbor, amount: 100 }, { account: '6110', amount: 50 });
    const po = await submittedOrder([5, '6110', harbor]);
    expect((await read('ada', po.id)).budget?.accounts).toMatchObject([
      { account: '6110', thisDocument: 5, availableAfter: 45 },
    ]);
  });

  test('BUD-66: an account is not budgeted only when no line above it has a budget', async () => {
    await lockedBudget({ account: '6100', codes: harbor, amount: 100 });
    const po = await submittedOrder([5, '6110', harbor], [3, '6110', fire], [4, '6110']);
    expect((await read('ada', po.id)).budget?.accounts).toMatchObject([
      { account: '6100', codes: harbor, answer: 'WITHIN', thisDocument: 5, availableAfter: 95 },
      { account: '6110', answer: 'NOT_BUDGETED', waitingOthers: 0, thisDocument: 7 },
    ]);
  });
});
