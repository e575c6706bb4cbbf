import { afterAll, beforeAll, expect, test } from 'vitest';
import { countTrips, measureCost } from '../../support/worker/database/counting-d1.ts';
import { as, create } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openInvoiceStudio } from '../../support/worker/fixtures/invoices.ts';
import { rowsOf, sql } from '../../support/worker/fixtures/studio.ts';
import { maxMatches } from '#store/show/lists/search-sources';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { ShowSearchResult } from '#domain/lists/search-response';

let danas: PurchaseOrder;
let wendys: PurchaseOrder;
let counted: ReturnType<typeof countTrips>;

async function search(name: PersonName, q: string) {
  const { answer, cost } = await measureCost(() =>
    as(name).get<ShowSearchResult>(`/api/search?showId=alpha1&q=${q}`),
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { ids: answer.body.documents.map(({ id }) => id), rowsRead: cost.rowsRead };
}

const addLines = (document: PurchaseOrder, from: number, to: number) =>
  rowsOf(
    'alpha1',
    `WITH RECURSIVE n (i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      INSERT INTO document_lines (id, show_id, document_id, line_number, description, total_cents)
      SELECT 'alpha1_line' || i, 'alpha1', ?, i, 'Gaffer tape', 100 FROM n`,
    from,
    to,
    document.id,
  );

beforeAll(async () => {
  await openInvoiceStudio();
  danas = await create('dana', { description: 'Adhesives' });
  wendys = await create('wendy', {
    description: 'Expendables',
    department: { id: inShow('alpha1').department('grip'), name: 'Grip' },
  });
  counted = countTrips();
});
afterAll(() => {
  counted.stop();
});

test('VIEW-76, DEC-236: a search looks at the newest 20,000 matches of a kind, also of what the user may not see', async () => {
  await addLines(danas, 100, 100);
  await addLines(wendys, 101, 100 + maxMatches.read - 1);
  expect((await search('dana', 'gaffer')).ids).toEqual([danas.id]);
  await addLines(wendys, 100 + maxMatches.read, 5_000 + maxMatches.read);
  const { ids, rowsRead } = await search('dana', 'gaffer');
  expect(ids).toEqual([]);
  // Each match is a row of the index, its source, its line and its document; the rest is the permission check.
  expect(rowsRead).toBeLessThan(4 * maxMatches.read + 200);
  expect(rowsRead).toBeGreaterThan(3 * maxMatches.read);
  // A user who sees all stops at the newest 500.
  const wide = await search('wendy', 'gaffer');
  expect(wide.ids).toEqual([wendys.id]);
  expect(wide.rowsRead).toBeLessThan(6 * maxMatches.visible);
});

test('VIEW-76: of more than 50 accounts those whose code begins with the word and the shortest are searched', async () => {
  const addAccount = (id: string, code: string, name: string) =>
    sql.alpha`INSERT INTO account_parts (show_id, part_config_id, account_part_id, id_code, description, part_order)
      SELECT show_id, part_config_id, ${id}, ${code}, ${name}, 99
      FROM account_fields WHERE show_id = 'alpha1' AND config_type = 'ACCOUNT'`;
  for (let i = 10; i < 70; i += 1) await addAccount(`a${i}`, `88${i}-77`, 'Catwalk rentals');
  await addAccount('zz-short', '8877', 'Catwalk rentals');
  await addAccount('zz-first', '77-888', 'Catwalk');
  const findWithCode = async (code: string, q: string) => {
    await sql.alpha`UPDATE document_lines SET coding = ${JSON.stringify({ ACCOUNT: code })} WHERE document_id = ${danas.id}`;
    return (await search('dana', q)).ids;
  };
  expect(await findWithCode('8877', 'catwalk')).toEqual([danas.id]);
  expect(await findWithCode('77-888', '77-')).toEqual([danas.id]);
  expect(await findWithCode('77-888', 'catwalk')).toEqual([danas.id]);
  expect(await findWithCode('8869-77', 'catwalk')).toEqual([]);
});
