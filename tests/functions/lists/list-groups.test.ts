import { beforeAll, describe, expect, test } from 'vitest';
import type { ListGroups } from '#domain/lists/list-group';
import { openAllTypes } from '../../support/worker/fixtures/all-types.ts';
import { aLine, as, create } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { sql } from '../../support/worker/fixtures/studio.ts';
import { addVolume } from '../../support/worker/fixtures/volume.ts';

const ids = inShow('alpha1');
const lists = { pos: 'poS', invoices: 'invoices', payments: 'payments' } as const;
type List = keyof typeof lists;

beforeAll(async () => {
  await openAllTypes();
  await addVolume(1, 600);
  await sql.alpha`UPDATE documents SET currency_code = 'EUR', total_cents = total_cents + 1
    WHERE number LIKE '%7'`;
}, 240_000);

const groupsOf = (name: PersonName, list: List, by: string, filters: object = {}, persona = 'CREATOR') =>
  as(name).post<ListGroups & { code?: string }>(
    `/api/${list}/filter/groups?showId=alpha1&persona=${persona}&by=${by}`,
    { showId: 'alpha1', ...filters },
  );

interface Rows {
  total: number;
  rows: { id: string; currency: string; totalCost: number }[];
}

/** All documents of one group, page by page. */
async function rowsOf(name: PersonName, list: List, filters: object, persona = 'CREATOR'): Promise<Rows> {
  const rows: Rows['rows'] = [];
  for (let page = 1; ; page += 1) {
    const { status, body } = await as(name).post<Record<string, never>>(
      `/api/${list}/filter?showId=alpha1&persona=${persona}&count=200&page=${page}`,
      { showId: 'alpha1', ...filters },
    );
    expect(status, JSON.stringify(body)).toBe(200);
    rows.push(...((body[lists[list]] ?? []) as unknown as Rows['rows']));
    if (rows.length >= Number(body['total'])) return { total: Number(body['total']), rows };
  }
}

const cents = (rows: Rows['rows']) => {
  const sums = new Map<string, number>();
  for (const { currency, totalCost } of rows)
    sums.set(currency, (sums.get(currency) ?? 0) + Math.round(totalCost * 100));
  return Object.fromEntries(sums);
};

const cases = [
  ['ada', 'pos', 'VENDOR', {}, 'CREATOR'],
  ['ada', 'pos', 'DEPARTMENT', { poStatuses: ['APPROVED'] }, 'CREATOR'],
  ['ada', 'pos', 'WEEK', { departmentIds: [ids.department('grip')] }, 'CREATOR'],
  ['ada', 'pos', 'APPROVER', {}, 'CREATOR'],
  ['dana', 'pos', 'VENDOR', {}, 'CREATOR'],
  ['carl', 'pos', 'DEPARTMENT', {}, 'CREATOR'],
  ['hugo', 'pos', 'VENDOR', { poStatuses: ['SUBMITTED_FOR_APPROVAL'] }, 'APPROVER'],
  ['ada', 'invoices', 'VENDOR', {}, 'CREATOR'],
  ['ada', 'invoices', 'WEEK', { statuses: ['DRAFT'] }, 'CREATOR'],
  ['ada', 'payments', 'VENDOR', { paymentTypes: ['ACH'] }, 'CREATOR'],
  ['ada', 'payments', 'WEEK', {}, 'CREATOR'],
] as const;

describe('groups of a list', () => {
  test.each(cases)(
    'VIEW-21, VIEW-22: count and sums are those of the rows of the group (%s, %s by %s)',
    async (name, list, by, filters, persona) => {
      const { status, body } = await groupsOf(name, list, by, filters, persona);
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.isComplete).toBe(true);
      const some = [...body.groups.slice(0, 4), ...body.groups.slice(-1)];
      for (const { key, count, sums } of some) {
        const { total, rows } = await rowsOf(name, list, { ...filters, group: { by, key } }, persona);
        expect({ key, count: total }).toEqual({ key, count });
        const expected = sums.map(({ currency, totalCost }) => [currency, Math.round(totalCost * 100)]);
        expect(cents(rows)).toEqual(Object.fromEntries(expected));
      }
      if (by !== 'APPROVER') {
        const all = await rowsOf(name, list, filters, persona);
        expect(body.groups.reduce((sum, { count }) => sum + count, 0)).toBe(all.total);
      }
    },
  );

  test('VIEW-21: an account has the amounts of its lines, and a document counts in each of its accounts', async () => {
    const description = 'Two accounts';
    const { id } = await create('dana', {
      description,
      lineItems: [
        aLine({ unitCost: 10 }),
        aLine({ unitCost: 1 }),
        aLine({ unitCost: 100 }),
        aLine({ unitCost: 5 }),
      ],
    });
    await sql.alpha`UPDATE document_lines SET coding = CASE WHEN line_number = 4 THEN '{}'
      ELSE json_object('ACCOUNT', iif(line_number = 3, 'G-2', 'G-1')) END WHERE document_id = ${id}`;
    const { body } = await groupsOf('ada', 'pos', 'ACCOUNT');
    const of = (key: string) => body.groups.find((group) => group.key === key);
    expect(of('G-1')).toMatchObject({ count: 1, sums: [{ currency: 'USD', totalCost: 33 }] });
    expect(of('G-2')).toMatchObject({ count: 1, sums: [{ currency: 'USD', totalCost: 300 }] });
    for (const key of ['G-1', 'G-2', '']) {
      const { rows } = await rowsOf('ada', 'pos', { group: { by: 'ACCOUNT', key } });
      expect(rows.map((row) => row.id)).toContain(id);
    }
    expect(body.groups.at(-1)?.key).toBe('');
  });

  test('VIEW-20: the groups are in the order of their names, weeks from the newest', async () => {
    const byDepartment = (await groupsOf('ada', 'pos', 'DEPARTMENT')).body.groups.map(({ name }) => name);
    const named = byDepartment.filter((name) => name !== '');
    expect(named).toEqual(named.toSorted((a, b) => a.localeCompare(b)));
    const weeks = (await groupsOf('ada', 'pos', 'WEEK')).body.groups.map(({ key }) => key).filter(Boolean);
    expect(weeks).toEqual(weeks.toSorted().toReversed());
    expect(weeks.every((day) => new Date(day).getUTCDay() === 1)).toBe(true);
  });

  test('VIEW-21: a user has only groups of documents that they see', async () => {
    const all = (await groupsOf('ada', 'pos', 'DEPARTMENT')).body.groups;
    const own = (await groupsOf('dana', 'pos', 'DEPARTMENT')).body.groups;
    const count = (groups: ListGroups['groups']) => groups.reduce((sum, group) => sum + group.count, 0);
    expect(count(own)).toBeLessThan(count(all));
    const { total } = await rowsOf('dana', 'pos', {
      group: { by: 'DEPARTMENT', key: ids.department('grip') },
    });
    expect(total).toBe(own.find(({ key }) => key === ids.department('grip'))?.count ?? 0);
  });

  test.each([
    ['pos', 'BANK'],
    ['payments', 'ACCOUNT'],
    ['invoices', ''],
  ] as const)('VIEW-20: %s have no groups by %s', async (list, by) => {
    const { status, body } = await groupsOf('ada', list, by);
    expect([status, body.code]).toEqual([400, 'invalid_parameter']);
  });
});
