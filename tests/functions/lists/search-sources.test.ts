import { env } from 'cloudflare:workers';
import { sql as orm } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { aDraft, as, create } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openInvoiceStudio } from '../../support/worker/fixtures/invoices.ts';
import { sql } from '../../support/worker/fixtures/studio.ts';
import { storeFor } from '#store/d1/open';
import { indexSources } from '#store/show/lists/search-backfill';
import { sourcePages } from '#store/show/lists/search-sources';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import type { ShowSearchResult } from '#domain/lists/search-response';

let chairs: PurchaseOrder;
let rigging: PurchaseOrder;

async function search(
  name: PersonName,
  q: string,
  showId = 'alpha1',
): Promise<ShowSearchResult['documents']> {
  const answer = await as(name).get<ShowSearchResult>(
    `/api/search?showId=${showId}&q=${encodeURIComponent(q)}`,
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.documents;
}

const sourcesOf = (found: ShowSearchResult['documents']) => found.map(({ id, source }) => [id, source]);

async function addNote(id: string, documentId: string, content: string, context = 'STANDARD') {
  await sql.alpha`INSERT INTO notes (id, show_id, document_id, key_id, content, context, commenter_id, commenter_name,
      created_at, updated_at)
    VALUES (${id}, 'alpha1', ${documentId}, ${id}, ${content}, ${context}, 'dana', 'Dana Stone', '2026-01-05', '2026-01-05')`;
}

/** The state right after the migration, with all rows written before it. */
async function forgetSources() {
  await sql.alpha`DELETE FROM search_sources`;
  await sql.alpha`INSERT OR REPLACE INTO search_backfill (kind, before_row)
    VALUES ('LINE', 9223372036854775807), ('NOTE', 9223372036854775807), ('FILE', 9223372036854775807)`;
}

async function indexAll(sweep: () => Promise<unknown>) {
  const { db } = storeFor(env, { id: 'alpha1', shard: 0 });
  const isLeft = async () => (await db.all('SELECT kind FROM search_backfill')).length > 0;
  while (await isLeft()) await sweep();
}

beforeAll(async () => {
  await openInvoiceStudio();
  chairs = await create('dana', { description: 'Chairs' });
  rigging = await create('wendy', {
    ...aDraft({ description: 'Rigging' }),
    department: { id: inShow('alpha1').department('grip'), name: 'Grip' },
  });
  await sql.alpha`UPDATE document_lines SET description = 'Mahogany lectern', coding = '{"ACCOUNT":"73-4410"}'
    WHERE document_id IN (${chairs.id}, ${rigging.id})`;
  await sql.alpha`INSERT INTO account_parts (show_id, part_config_id, account_part_id, id_code, description, part_order)
    SELECT show_id, part_config_id, 'lectern-rentals', '73-4410', 'Church Furniture Rentals', 99
    FROM account_fields WHERE show_id = 'alpha1' AND config_type = 'ACCOUNT'`;
  await addNote('note-seen', chairs.id, 'Ask the sexton about the key');
  await addNote('note-hidden', chairs.id, 'The organist must not know', 'HIDDEN');
  await sql.alpha`INSERT INTO files (id, show_id, owner_kind, label, content_type, size, sha256, uploaded_by, created_at)
    VALUES ('file-linked', 'alpha1', 'po', 'vestry quote.pdf', 'application/pdf', 9, 'x', 'dana', '2026-01-05'),
      ('file-unlinked', 'alpha1', 'po', 'crypt quote.pdf', 'application/pdf', 9, 'x', 'dana', '2026-01-05')`;
  await sql.alpha`INSERT INTO attachments (show_id, document_id, file_id, position)
    VALUES ('alpha1', ${chairs.id}, 'file-linked', 1)`;
});

describe('the search in lines, notes, files and accounts', () => {
  test('VIEW-71, VIEW-72: finds a document by each, with an excerpt of what has the words', async () => {
    const found = async (q: string) => sourcesOf(await search('dana', q));
    expect(await found('mahogany LECT')).toEqual([[chairs.id, { kind: 'LINE', text: 'Mahogany lectern' }]]);
    expect(await found('sexton key')).toEqual([
      [chairs.id, { kind: 'NOTE', text: 'Ask the sexton about the key' }],
    ]);
    expect(await found('vestry')).toEqual([[chairs.id, { kind: 'FILE', text: 'vestry quote.pdf' }]]);
    const account = { kind: 'ACCOUNT', text: '73-4410 Church Furniture Rentals' };
    for (const typed of ['73-4410', '4410', 'church rentals', '4410 furniture'])
      expect(await found(typed), typed).toEqual([[chairs.id, account]]);
    expect(await found('mahogany sexton')).toEqual([]);
  });

  test('VIEW-71: an account is found without regard to case and diacritics', async () => {
    await sql.alpha`UPDATE account_parts SET description = 'Décors d’église ČÍŽEK и Ёлки' WHERE account_part_id = 'lectern-rentals'`;
    for (const typed of ['decors', 'DÉCORS eglise', 'de\u0301cors', 'cizek', 'Čížek', 'елки ЁЛК'])
      expect(sourcesOf(await search('dana', typed)), typed).toEqual([
        [chairs.id, { kind: 'ACCOUNT', text: '73-4410 Décors d’église ČÍŽEK и Ёлки' }],
      ]);
    expect(await search('dana', 'decor d’agneau')).toEqual([]);
    await sql.alpha`UPDATE account_parts SET description = 'Church Furniture Rentals' WHERE account_part_id = 'lectern-rentals'`;
  });

  test('VIEW-71: a document with the words in its own columns has no other reason', async () => {
    await sql.alpha`UPDATE document_lines SET note = 'as the chairs' WHERE document_id = ${chairs.id}`;
    expect(sourcesOf(await search('dana', 'chairs'))).toEqual([[chairs.id, null]]);
  });

  test('VIEW-73, PE-17, SH-01: finds what the user may see, in the open show only', async () => {
    expect((await search('wendy', 'mahogany')).map(({ id }) => id)).toEqual(
      [chairs.id, rigging.id].toSorted().toReversed(),
    );
    expect(await search('luis', 'mahogany')).toEqual([]);
    expect(await search('luis', 'sexton')).toEqual([]);
    expect(await search('luis', 'vestry')).toEqual([]);
    expect(await search('luis', '4410')).toEqual([]);
    for (const typed of ['mahogany', 'sexton', 'vestry', '73-4410', 'church rentals'])
      expect(await search('nora', typed, 'bravo2'), typed).toEqual([]);
  });

  test('VIEW-73, NO-12: a hidden note and a file without a document are not found', async () => {
    expect(await search('wendy', 'organist')).toEqual([]);
    expect(await search('wendy', 'crypt')).toEqual([]);
  });

  test('VIEW-71: a changed or deleted text is no longer found', async () => {
    await sql.alpha`UPDATE notes SET content = 'Ask the verger' WHERE id = 'note-seen'`;
    expect(await search('dana', 'sexton')).toEqual([]);
    expect(await search('dana', 'verger')).toHaveLength(1);
    await sql.alpha`DELETE FROM notes WHERE id = 'note-seen'`;
    expect(await search('dana', 'verger')).toEqual([]);
    await sql.alpha`DELETE FROM attachments WHERE file_id = 'file-linked'`;
    expect(await search('dana', 'vestry')).toEqual([]);
  });

  test('VIEW-74: the sweep indexes what is older than the index, in batches, once', async () => {
    const { db } = storeFor(env, { id: 'alpha1', shard: 0 });
    await sql.alpha`DELETE FROM search_sources`;
    expect(await search('dana', 'mahogany')).toEqual([]);
    let passed = 0;
    for (let count = await indexSources(db, 1); count >= 0; count = await indexSources(db, 1)) {
      passed += count;
      const [left] = await db.all<{ kinds: number }>('SELECT count(*) AS kinds FROM search_backfill');
      if (left?.kinds === 0) break;
    }
    expect(await indexSources(db, 1)).toBe(0);
    const [indexed] = await db.all<{ count: number }>('SELECT count(*) AS count FROM search_sources');
    expect(indexed?.count).toBe(passed);
    expect(await search('dana', 'mahogany')).toHaveLength(1);
  });

  test.each([1, 2000])(
    'VIEW-72, VIEW-74: of old lines, too, the newest come first (batch of %i)',
    async (size) => {
      const store = storeFor(env, { id: 'alpha1', shard: 0 });
      await forgetSources();
      await indexAll(() => indexSources(store.db, size));
      const newestLine = async () => {
        const terms = { words: ['mahogany'], shortWords: [], number: null, order: null, cents: null };
        const [lines] = sourcePages(store, terms, undefined, 1);
        const found = await store.db.all<{ id: string }>(
          orm`SELECT documents.id FROM ${lines?.page} JOIN documents ON documents.rowid = page.row`,
        );
        return found.map(({ id }) => id);
      };
      expect(await newestLine()).toEqual([rigging.id]);
      await sql.alpha`UPDATE document_lines SET note = note || '.' WHERE document_id = ${chairs.id}`;
      expect(await newestLine()).toEqual([chairs.id]);
    },
  );

  test('VIEW-74: overlapping sweeps skip no row', async () => {
    const { db } = storeFor(env, { id: 'alpha1', shard: 0 });
    await forgetSources();
    await indexAll(() => Promise.all([indexSources(db, 1), indexSources(db, 1)]));
    const [counts] = await db.all<{ indexed: number; all: number }>(
      `SELECT (SELECT count(*) FROM search_sources) AS indexed, (SELECT count(*) FROM document_lines)
        + (SELECT count(*) FROM notes) + (SELECT count(*) FROM files) AS "all"`,
    );
    expect(counts?.all).toBeGreaterThan(3);
    expect(counts?.indexed).toBe(counts?.all);
  });
});
