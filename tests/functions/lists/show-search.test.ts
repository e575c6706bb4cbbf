import { beforeAll, describe, expect, test } from 'vitest';
import { aDraft, as, create, submitted } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openInvoiceStudio } from '../../support/worker/fixtures/invoices.ts';
import { setSettings, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { ShowSearchResult } from '#domain/lists/search-response';

const orders: Record<string, PurchaseOrder> = {};

beforeAll(async () => {
  await openInvoiceStudio();
  orders['chairs'] = await create('dana', { description: 'Bentwood café chairs, 40 of them' });
  orders['lamps'] = await submitted('dana', { description: 'Lamps "Ostrich" 100% brass; OR not' });
  orders['rigging'] = await create('wendy', {
    ...aDraft({ description: 'Chair lift rigging' }),
    department: { id: inShow('alpha1').department('grip'), name: 'Grip' },
  });
  orders['bravo'] = await create('nora', { description: 'Chairs of the other show' }, 'bravo2');
});

async function search(name: PersonName, q: string, showId = 'alpha1'): Promise<ShowSearchResult> {
  const answer = await as(name).get<ShowSearchResult>(
    `/api/search?showId=${showId}&q=${encodeURIComponent(q)}`,
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

const idsOf = ({ documents }: ShowSearchResult) => documents.map(({ id }) => id).toSorted();
const made = (...names: string[]) => names.map((name) => orders[name]?.id).toSorted();

describe('the search over a show', () => {
  test('it finds parts of descriptions, ignoring case and accents, that contain every word', async () => {
    expect(idsOf(await search('wendy', 'chair'))).toEqual(made('chairs', 'rigging'));
    expect(idsOf(await search('wendy', 'CAFE chairs'))).toEqual(made('chairs'));
    expect(idsOf(await search('wendy', 'chairs of'))).toEqual(made('chairs'));
    expect(idsOf(await search('wendy', 'chairs FÉ'))).toEqual([]);
    expect(idsOf(await search('wendy', 'chairs Fé'))).toEqual(made('chairs'));
    expect(idsOf(await search('wendy', 'chairs ostrich'))).toEqual([]);
  });

  test('PE-17, SH-01: it finds what the user may see, in the open show only', async () => {
    expect(idsOf(await search('dana', 'chair'))).toEqual(made('chairs'));
    expect(idsOf(await search('carl', 'chair'))).toEqual(made('chairs'));
    expect(idsOf(await search('luis', 'chair'))).toEqual([]);
    expect(idsOf(await search('nora', 'chair', 'bravo2'))).toEqual(made('bravo'));
    expect(idsOf(await search('dana', 'chair', 'bravo2'))).toEqual([]);
    const stranger = await as('nora').get('/api/search?showId=alpha1&q=chair');
    expect([stranger.status, stranger.body['code']]).toEqual([403, 'SHOW_NOT_IN_SESSION']);
  });

  test('documents in the user’s queue open as an approver', async () => {
    const [lamps] = (await search('abel', 'brass')).documents;
    expect(lamps).toMatchObject({ id: orders['lamps']?.id, persona: 'APPROVER', isWaiting: true });
    const [own] = (await search('dana', 'brass')).documents;
    expect(own).toMatchObject({ id: orders['lamps']?.id, persona: 'CREATOR', isWaiting: false });
  });

  test('vendors and people are found, too; people only by users who may list other users’ documents', async () => {
    expect(idsOf(await search('wendy', 'lumen rentals'))).toEqual(made('chairs', 'lamps', 'rigging'));
    expect((await search('wendy', 'lumen')).vendors.map(({ name }) => name)).toEqual(['Lumen Rentals']);
    const [vendor] = (await search('wendy', 'lumen')).vendors;
    expect((await as('dana').get(`/api/vendors/${vendor?.id}?showId=alpha1`)).body['name']).toBe(
      'Lumen Rentals',
    );
    expect((await search('wendy', 'dana st')).people).toEqual([{ id: 'dana', name: 'Dana Stone' }]);
    expect((await search('dana', 'dana st')).people).toEqual([]);
  });

  test('VIEW-77: vendors and people are found without regard to diacritics', async () => {
    await sql.alpha`UPDATE vendors SET name = 'Lümen Rentals' WHERE id = ${inShow('alpha1').vendor('lumen')}`;
    await sql.directory`UPDATE users SET first_name = 'Dána' WHERE id = 'dana'`;
    for (const typed of ['lumen ren', 'LÜMEN'])
      expect(
        (await search('wendy', typed)).vendors.map(({ name }) => name),
        typed,
      ).toEqual(['Lümen Rentals']);
    for (const typed of ['dana st', 'DÁNA'])
      expect((await search('wendy', typed)).people, typed).toEqual([{ id: 'dana', name: 'Dána Stone' }]);
    await sql.alpha`UPDATE vendors SET name = 'Lumen Rentals' WHERE id = ${inShow('alpha1').vendor('lumen')}`;
    await sql.directory`UPDATE users SET first_name = 'Dana' WHERE id = 'dana'`;
  });

  test.each([
    ['김 Rentals', '김 REN'],
    ['Nguyễn Rentals', 'Nguyễn'],
    ['Nguyễn Rentals', 'nguyen'],
    ['Phạm Rentals', 'pham REN'],
    ['Café Rentals'.normalize('NFD'), 'Café Rentals'.normalize('NFD')],
    ['Café Rentals'.normalize('NFD'), 'cafe rentals'],
    ['Café Rentals', 'CAFÉ'.normalize('NFD')],
    ['ΟΔΟΣ Rentals', 'ΟΔΟΣ'],
    ['Οδός Rentals', 'ΟΔΟΣ'],
    ['ガレージ', 'ガレージ'],
    ['हिन्दी', 'हिन्दी'],
    ['Հայ Rentals', 'Հայ'],
    ['É abcdefghijklmnopqrstuvwxyz αβγδεζηθικλμνξοπρσ', 'abcdefghijklmnopqrstuvwxyz αβγδεζηθικλμνξοπρσ'],
  ])('VIEW-77: the vendor %s is found by %s', async (name, typed) => {
    await sql.alpha`UPDATE vendors SET name = ${name} WHERE id = ${inShow('alpha1').vendor('lumen')}`;
    const { vendors } = await search('wendy', typed);
    await sql.alpha`UPDATE vendors SET name = 'Lumen Rentals' WHERE id = ${inShow('alpha1').vendor('lumen')}`;
    expect(vendors.map((vendor) => vendor.name)).toEqual([name]);
  });

  test('DEC-17: a number finds its PO as a whole or in part, unless the user may not read it', async () => {
    const number = orders['chairs']?.poNumber ?? '';
    const bare = number.replace(/^0+/, '');
    for (const typed of [number, bare, `#${bare}`])
      expect(idsOf(await search('dana', typed)), typed).toContain(orders['chairs']?.id);
    await setSettings('alpha1', { displayPoNumbers: 'FULL_APPROVAL' });
    for (const typed of [number, bare, number.slice(0, 4)])
      expect(idsOf(await search('dana', typed)), typed).not.toContain(orders['chairs']?.id);
    const [masked] = (await search('dana', 'bentwood')).documents;
    expect(masked?.number).toBe('NA');
    await setSettings('alpha1', { displayPoNumbers: 'SAVED_AS_DRAFT' });
  });

  test('DEC-17: a printed number with its prefix finds its PO, and no PO of another prefix', async () => {
    const { id = '', poNumber = '' } = orders['chairs'] ?? {};
    const ofPrefix = (prefix: string) =>
      sql.alpha`UPDATE purchase_orders SET prefix = ${prefix} WHERE document_id = ${id}`;
    await ofPrefix('ART');
    for (const typed of [`ART-${poNumber}`, `art-${Number(poNumber)}`, `PO #ART-${poNumber}`]) {
      const { documents } = await search('dana', typed);
      expect(
        documents.map((one) => [one.id, one.prefix, one.number]),
        typed,
      ).toEqual([[id, 'ART', poNumber]]);
    }
    expect(idsOf(await search('dana', `GRP-${poNumber}`))).toEqual([]);
    await setSettings('alpha1', { displayPoNumbers: 'FULL_APPROVAL' });
    expect(idsOf(await search('dana', `ART-${poNumber}`))).toEqual([]);
    await setSettings('alpha1', { displayPoNumbers: 'SAVED_AS_DRAFT' });
    await ofPrefix('');
  });

  test('PE-17: an amount in any notation finds the visible documents of that total', async () => {
    await sql.alpha`UPDATE documents SET total_cents = 745550
      WHERE id IN (${orders['chairs']?.id ?? ''}, ${orders['rigging']?.id ?? ''})`;
    for (const typed of ['7455.50', '7,455.50', '$7,455.5', '7.455,50', 'CA$7,455.50'])
      expect(idsOf(await search('wendy', typed)), typed).toEqual(made('chairs', 'rigging'));
    expect(idsOf(await search('dana', '7455.50'))).toEqual(made('chairs'));
    expect(idsOf(await search('wendy', '7455.51'))).toEqual([]);
  });

  test('VIEW-70, DEC-235: a whole number finds the totals from it to below the next one', async () => {
    await sql.alpha`UPDATE documents SET total_cents = 184200 WHERE id = ${orders['chairs']?.id ?? ''}`;
    await sql.alpha`UPDATE documents SET total_cents = 184250 WHERE id = ${orders['rigging']?.id ?? ''}`;
    for (const typed of ['1842', '1,842', '$1842'])
      expect(idsOf(await search('wendy', typed)), typed).toEqual(made('chairs', 'rigging'));
    expect(idsOf(await search('wendy', '1842.00'))).toEqual(made('chairs'));
    expect(idsOf(await search('wendy', '1842.5'))).toEqual(made('rigging'));
    expect(idsOf(await search('dana', '1842'))).toEqual(made('chairs'));
    for (const typed of ['1841', '1843', '184'])
      expect(idsOf(await search('wendy', typed)), typed).toEqual([]);
  });

  test('a changed description is found only by its new words', async () => {
    await sql.alpha`UPDATE documents SET description = 'Velvet drapes' WHERE id = ${orders['lamps']?.id ?? ''}`;
    expect(idsOf(await search('dana', 'velvet'))).toEqual(made('lamps'));
    expect(idsOf(await search('dana', 'ostrich'))).toEqual([]);
  });

  test('signs with a meaning for the index are treated as text; too little finds nothing, too much is refused', async () => {
    for (const typed of [
      '"',
      'show : "<alpha1>"',
      'words: chair*',
      'chair OR velvet',
      '(((',
      "' OR 1=1 --",
      '%%%',
      '^^^',
      '\0chair\0 zzz',
    ])
      expect(idsOf(await search('dana', typed)), typed).toEqual([]);
    expect(await search('wendy', 'ch')).toEqual({ documents: [], vendors: [], people: [] });
    expect(await search('wendy', '   ')).toEqual({ documents: [], vendors: [], people: [] });
    const long = await as('dana').get(`/api/search?showId=alpha1&q=${'x'.repeat(101)}`);
    expect([long.status, long.body['code']]).toEqual([400, 'invalid_parameter']);
  });

  test('SH-68, DEC-12: invoices are found only by users with the module', async () => {
    await sql.alpha`INSERT INTO documents (id, show_id, type, status, submission_status, version, number, number_sort, description,
         creator_id, creator_name, owner_id, created_at, updated_at)
       VALUES ('alpha1_bill9', 'alpha1', 'INVOICE', 'DRAFT', 'Draft', 1, 'LX-9', 'LX-9', 'Lighting gels', 'dana',
         'Dana Stone', 'dana', '2026-01-05', '2026-01-05')`;
    expect(idsOf(await search('wendy', 'gels'))).toEqual(['alpha1_bill9']);
    expect(idsOf(await search('wendy', 'lx-9'))).toEqual(['alpha1_bill9']);
    expect(idsOf(await search('dana', 'gels'))).toEqual([]);
  });
});
