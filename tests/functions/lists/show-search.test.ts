import { beforeAll, describe, expect, test } from 'vitest';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order';
import type { ShowSearchAnswer } from '#verbs/lists/search-show';
import { aDraft, as, create, submitted } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openInvoiceStudio } from '../../support/worker/fixtures/invoices.ts';
import { setSettings, sql } from '../../support/worker/fixtures/studio.ts';

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

async function look(name: PersonName, q: string, showId = 'alpha1'): Promise<ShowSearchAnswer> {
  const answer = await as(name).get<ShowSearchAnswer>(
    `/api/search?showId=${showId}&q=${encodeURIComponent(q)}`,
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

const idsOf = ({ documents }: ShowSearchAnswer) => documents.map(({ id }) => id).toSorted();
const made = (...names: string[]) => names.map((name) => orders[name]?.id).toSorted();

describe('the search over a show', () => {
  test('finds parts of descriptions in any case and with or without accents, every word of what was typed', async () => {
    expect(idsOf(await look('wendy', 'chair'))).toEqual(made('chairs', 'rigging'));
    expect(idsOf(await look('wendy', 'CAFE chairs'))).toEqual(made('chairs'));
    expect(idsOf(await look('wendy', 'chairs of'))).toEqual(made('chairs'));
    expect(idsOf(await look('wendy', 'chairs FÉ'))).toEqual([]);
    expect(idsOf(await look('wendy', 'chairs Fé'))).toEqual(made('chairs'));
    expect(idsOf(await look('wendy', 'chairs ostrich'))).toEqual([]);
  });

  test('PE-17, SH-01: it finds what the user may see, in the open show only', async () => {
    expect(idsOf(await look('dana', 'chair'))).toEqual(made('chairs'));
    expect(idsOf(await look('carl', 'chair'))).toEqual(made('chairs'));
    expect(idsOf(await look('luis', 'chair'))).toEqual([]);
    expect(idsOf(await look('nora', 'chair', 'bravo2'))).toEqual(made('bravo'));
    expect(idsOf(await look('dana', 'chair', 'bravo2'))).toEqual([]);
    const stranger = await as('nora').get('/api/search?showId=alpha1&q=chair');
    expect([stranger.status, stranger.body['code']]).toEqual([403, 'SHOW_NOT_IN_SESSION']);
  });

  test('what waits for the user opens as an approver', async () => {
    const [lamps] = (await look('abel', 'brass')).documents;
    expect(lamps).toMatchObject({ id: orders['lamps']?.id, persona: 'APPROVER', isWaiting: true });
    const [own] = (await look('dana', 'brass')).documents;
    expect(own).toMatchObject({ id: orders['lamps']?.id, persona: 'CREATOR', isWaiting: false });
  });

  test('vendors and people come too; people only for one who may list what others raised', async () => {
    expect(idsOf(await look('wendy', 'lumen rentals'))).toEqual(made('chairs', 'lamps', 'rigging'));
    expect((await look('wendy', 'lumen')).vendors.map(({ name }) => name)).toEqual(['Lumen Rentals']);
    expect((await look('wendy', 'dana st')).people).toEqual([{ id: 'dana', name: 'Dana Stone' }]);
    expect((await look('dana', 'dana st')).people).toEqual([]);
  });

  test('DEC-17: a number finds its PO whole or in part, but not while the user may not read it', async () => {
    const number = orders['chairs']?.poNumber ?? '';
    const bare = number.replace(/^0+/, '');
    for (const typed of [number, bare, `#${bare}`])
      expect(idsOf(await look('dana', typed)), typed).toContain(orders['chairs']?.id);
    await setSettings('alpha1', { displayPoNumbers: 'FULL_APPROVAL' });
    for (const typed of [number, bare, number.slice(0, 4)])
      expect(idsOf(await look('dana', typed)), typed).not.toContain(orders['chairs']?.id);
    const [masked] = (await look('dana', 'bentwood')).documents;
    expect(masked?.number).toBe('NA');
    await setSettings('alpha1', { displayPoNumbers: 'SAVED_AS_DRAFT' });
  });

  test('DEC-17: a number as it is printed, with its prefix, finds its PO, and no PO of another prefix', async () => {
    const { id = '', poNumber = '' } = orders['chairs'] ?? {};
    const ofPrefix = (prefix: string) =>
      sql.alpha`UPDATE purchase_orders SET prefix = ${prefix} WHERE document_id = ${id}`;
    await ofPrefix('ART');
    for (const typed of [`ART-${poNumber}`, `art-${Number(poNumber)}`, `PO #ART-${poNumber}`]) {
      const { documents } = await look('dana', typed);
      expect(
        documents.map((one) => [one.id, one.prefix, one.number]),
        typed,
      ).toEqual([[id, 'ART', poNumber]]);
    }
    expect(idsOf(await look('dana', `GRP-${poNumber}`))).toEqual([]);
    await setSettings('alpha1', { displayPoNumbers: 'FULL_APPROVAL' });
    expect(idsOf(await look('dana', `ART-${poNumber}`))).toEqual([]);
    await setSettings('alpha1', { displayPoNumbers: 'SAVED_AS_DRAFT' });
    await ofPrefix('');
  });

  test('PE-17: an amount finds the documents of that total, however it is written, that the user may see', async () => {
    await sql.alpha`UPDATE documents SET total_cents = 745550
      WHERE id IN (${orders['chairs']?.id ?? ''}, ${orders['rigging']?.id ?? ''})`;
    for (const typed of ['7455.50', '7,455.50', '$7,455.5', '7.455,50', 'CA$7,455.50'])
      expect(idsOf(await look('wendy', typed)), typed).toEqual(made('chairs', 'rigging'));
    expect(idsOf(await look('dana', '7455.50'))).toEqual(made('chairs'));
    expect(idsOf(await look('wendy', '7455'))).toEqual([]);
  });

  test('a changed description is found by its new words alone', async () => {
    await sql.alpha`UPDATE documents SET description = 'Velvet drapes' WHERE id = ${orders['lamps']?.id ?? ''}`;
    expect(idsOf(await look('dana', 'velvet'))).toEqual(made('lamps'));
    expect(idsOf(await look('dana', 'ostrich'))).toEqual([]);
  });

  test('signs that mean something to an index are letters like others; too little finds nothing, too much is refused', async () => {
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
      expect(idsOf(await look('dana', typed)), typed).toEqual([]);
    expect(await look('wendy', 'ch')).toEqual({ documents: [], vendors: [], people: [] });
    expect(await look('wendy', '   ')).toEqual({ documents: [], vendors: [], people: [] });
    const long = await as('dana').get(`/api/search?showId=alpha1&q=${'x'.repeat(101)}`);
    expect([long.status, long.body['code']]).toEqual([400, 'invalid_parameter']);
  });

  test('SH-68, DEC-12: invoices are found by those alone who have the module', async () => {
    await sql.alpha`INSERT INTO documents (id, show_id, type, status, submission_status, version, number, number_sort, description,
         creator_id, creator_name, owner_id, created_at, updated_at)
       VALUES ('alpha1_bill9', 'alpha1', 'INVOICE', 'DRAFT', 'Draft', 1, 'LX-9', 'LX-9', 'Lighting gels', 'dana',
         'Dana Stone', 'dana', '2026-01-05', '2026-01-05')`;
    expect(idsOf(await look('wendy', 'gels'))).toEqual(['alpha1_bill9']);
    expect(idsOf(await look('wendy', 'lx-9'))).toEqual(['alpha1_bill9']);
    expect(idsOf(await look('dana', 'gels'))).toEqual([]);
  });
});
