import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeBrowser } from '#edges/pdf/browser-renderer';
import { renderEmail } from '#edges/mail/render-message';
import { openAllTypes } from '../../support/worker/fixtures/all-types.ts';
import { aDraft, aLine, as } from '../../support/worker/fixtures/client.ts';
import { makePdf } from '../../support/worker/fixtures/pdf.ts';
import { studioEnv, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openAllTypes);
afterAll(() => closeBrowser(studioEnv));

interface Stored {
  id: string;
  description: string;
  lineItems: { description: string }[];
}

/** Contains direction marks: on a screen `total 000,1` is displayed as `total 1,000`. */
const faked = 'total \u202E000,1\u202C \u2066x\u2069';
const clean = 'total 000,1 x';
const hebrew = 'ציוד תאורה \u200F(בע"מ)';
const unseen = /[\u202A-\u202E\u2066-\u2069]/;

async function order(description: string) {
  const lineItems = [aLine({ description })];
  const { status, body } = await as('dana').post<Stored>('/api/pos', aDraft({ description, lineItems }));
  expect(status).toBe(201);
  return body;
}

test('ER-19: stored texts have no characters that reorder them', async () => {
  const { id } = await order(faked);
  const { body } = await as('dana').get<Stored>(`/api/pos/${id}`);
  expect(body.description).toBe(clean);
  expect(body.lineItems[0]?.description).toBe(clean);
  const { body: note } = await as('dana').post<{ content: string }>(`/api/pos/${id}/notes?showId=alpha1`, {
    content: faked,
    keyId: crypto.randomUUID(),
  });
  expect(JSON.stringify(note)).not.toMatch(unseen);
  const { body: file } = await as('dana').upload({ name: 'x\u202Efdp.exe', bytes: 'x' });
  expect(file.label).toBe('xfdp.exe');
});

test('ER-19: Hebrew is stored as typed', async () => {
  const { id } = await order(hebrew);
  const { body } = await as('dana').get<Stored>(`/api/pos/${id}`);
  expect(body.description).toBe(hebrew);
});

test('ER-19: a text that was stored with them is printed without them', async () => {
  const { id } = await order('a plain text');
  await sql.alpha`UPDATE documents SET description = ${faked} WHERE id = ${id}`;
  const { pages } = await makePdf('dana', 'PO', id);
  expect(pages.join(' ')).toContain(clean);
  expect(pages.join(' ')).not.toMatch(unseen);
});

test('ER-19: in a mail a name is isolated from its amount, and reorders nothing', () => {
  const rows = [faked, hebrew].map((title) => ({ title, detail: title, amount: '$1,000.00', href: null }));
  const { html, text } = renderEmail({
    place: faked,
    headline: faked,
    note: { from: faked, text: faked },
    facts: [['Vendor', faked]],
    lists: [{ title: 'Orders', rows, more: '' }],
  });
  expect(html).not.toMatch(unseen);
  expect(html).toContain(`<bdi>${clean}</bdi>`);
  expect(html).toContain(`<bdi>${hebrew.replaceAll('"', '&quot;')}</bdi>`);
  expect(text).toContain(`  ${clean}  $1,000.00`);
  expect(text).toContain(`  \u2068${hebrew}\u2069  $1,000.00`);
  expect(text).not.toMatch(/[\u202A-\u202E]/);
});
