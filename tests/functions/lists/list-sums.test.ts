import { beforeAll, describe, expect, test } from 'vitest';
import { openAllTypes } from '../../support/worker/fixtures/all-types.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { sql } from '../../support/worker/fixtures/studio.ts';
import { addVolume } from '../../support/worker/fixtures/volume.ts';
import type { ListTotals } from '#domain/lists/list-response';

const ids = inShow('alpha1');
const lists = { pos: 'poS', invoices: 'invoices', payments: 'payments' } as const;
type List = keyof typeof lists;

interface Row {
  currency: string;
  totalCost: number;
}

beforeAll(async () => {
  await openAllTypes();
  await addVolume(1, 600);
  await sql.alpha`UPDATE documents SET currency_code = 'EUR', total_cents = total_cents + 1
    WHERE number LIKE '%7'`;
  await sql.alpha`UPDATE documents SET archived_at = updated_at, status = 'VOID', submission_status = 'Void'
    WHERE number LIKE '%13' AND type <> 'PAYMENT'`;
}, 240_000);

const queryOf = (persona: string, more = '') => `persona=${persona}&showId=alpha1${more}`;

/** All rows of a list, page by page, and their sums. */
async function counted(name: PersonName, list: List, persona: string, filters: object) {
  const cents = new Map<string, number>();
  for (let page = 1, seen = 0, total = 1; seen < total; page += 1) {
    const query = queryOf(persona, `&count=200&page=${page}`);
    const { status, body } = await as(name).post<{ total: number } & Record<string, Row[]>>(
      `/api/${list}/filter?${query}`,
      { showId: 'alpha1', ...filters },
    );
    expect(status, JSON.stringify(body)).toBe(200);
    const rows = body[lists[list]] ?? [];
    for (const { currency, totalCost } of rows)
      cents.set(currency, (cents.get(currency) ?? 0) + Math.round(totalCost * 100));
    ({ total } = body);
    seen += rows.length;
    if (rows.length === 0) break;
  }
  return Object.fromEntries(cents);
}

async function summed(name: PersonName, list: List, persona: string, filters: object) {
  const { status, body } = await as(name).post<ListTotals>(`/api/${list}/filter/sums?${queryOf(persona)}`, {
    showId: 'alpha1',
    ...filters,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return Object.fromEntries(
    body.sums.map(({ currency, totalCost }) => [currency, Math.round(totalCost * 100)]),
  );
}

describe('LS-46: a sum covers all rows that the user sees with these filters', () => {
  const dateRange = { startDate: '2025-03-01', endDate: '2025-09-30' };
  const filters: Record<List, object[]> = {
    pos: [
      {},
      { poStatuses: ['APPROVED'] },
      { poStatuses: ['VOID'] },
      { poStatuses: ['SUBMITTED_FOR_APPROVAL'] },
      { departmentIds: [ids.department('grip')] },
      { dateRange },
      { vendorNumbers: ['V7'] },
      { poNumbers: ['77'] },
    ],
    invoices: [{}, { statuses: ['DRAFT'] }, { creatorIds: ['dana'] }, { dateRange }],
    payments: [{}, { statuses: ['APPROVED'] }, { currencies: ['EUR'] }, { paymentTypes: ['ACH'] }],
  };
  const all = [
    ['ada', 'CREATOR'],
    ['hugo', 'APPROVER'],
  ] as const;
  /** Users with the visibilities department and own. */
  const some = [
    ['carl', 'CREATOR'],
    ['dana', 'CREATOR'],
  ] as const;
  const cases = (['pos', 'invoices', 'payments'] as const).flatMap((list) =>
    filters[list].map((filter) => [list, JSON.stringify(filter), filter] as const),
  );
  test.each(cases)('%s by %s', async (list, _, filter) => {
    for (const [name, persona] of list === 'pos' ? [...all, ...some] : all) {
      const sums = await summed(name, list, persona, filter);
      expect({ name, sums }).toEqual({ name, sums: await counted(name, list, persona, filter) });
    }
  });

  test('the whole show has two currencies, and a department fewer documents', async () => {
    const whole = await summed('ada', 'pos', 'CREATOR', {});
    const own = await summed('dana', 'pos', 'CREATOR', {});
    expect(Object.keys(whole).toSorted()).toEqual(['EUR', 'USD']);
    expect(own['USD']).toBeLessThan(whole['USD'] ?? 0);
  });

  test('an invalid body is refused like by the list', async () => {
    const { status, body } = await as('ada').post(`/api/pos/filter/sums?${queryOf('CREATOR')}`, {
      poStatuses: ['NONE'],
    });
    expect([status, body['code']]).toEqual([400, 'invalid_parameter']);
  });
});
