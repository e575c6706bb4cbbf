import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codes } from '#domain/codes';
import { closeBrowser } from '#edges/pdf/browser-renderer';
import { expectPlainText, openForText, payloads } from '../../support/worker/hostile-text.ts';
import { aDraft, aLine, as, submitted, type Answer } from '../../support/worker/fixtures/client.ts';
import { anInvoice } from '../../support/worker/fixtures/invoices.ts';
import { chosen } from '../../support/worker/fixtures/shows.ts';
import { aFlow, level } from '../../support/worker/fixtures/templates.ts';
import { sql, studioEnv } from '../../support/worker/fixtures/studio.ts';

beforeAll(openForText);
afterAll(() => closeBrowser(studioEnv));

type StoredText = Promise<Answer<object>>;

async function anOrder(own: object): StoredText {
  return as('dana').post('/api/pos', aDraft(own));
}
async function aNote(content: string): StoredText {
  const { id } = (await as('dana').post<{ id: string }>('/api/pos', aDraft())).body;
  return as('dana').post(`/api/pos/${id}/notes?showId=alpha1`, { content, keyId: crypto.randomUUID() });
}
async function aReason(reason: string): StoredText {
  const po = await submitted('dana');
  const body = {
    docId: po.id,
    docType: 'PO',
    showId: 'alpha1',
    reason,
    workflowStepId: po.workflow?.currentStep?.id,
  };
  await as('abel').post('/api/workflows/revision', body);
  return as('dana').get(`/api/pos/${po.id}`);
}
const person = (own: object) => ({
  username: `${crypto.randomUUID()}@backlot.example`,
  firstName: 'New',
  lastName: 'Face',
  roleId: 'PO Creator',
  ...own,
});

/** Every text field, with the answer that returns its value. */
const fields: Record<string, (text: string) => StoredText> = {
  'description of an order': (description) => anOrder({ description }),
  'line of an order': (description) =>
    anOrder({ lineItems: [aLine({ description, episode: description.slice(0, 20) })] }),
  'temporary vendor': (name) =>
    anOrder({ vendor: { isTemporary: true, name, address: name, contact: name }, vendorAddress: null }),
  'number of an invoice': (text) =>
    as('dana').post('/api/invoices', anInvoice({ number: text.slice(0, 30) })),
  'contact of an invoice': (contactName) => as('dana').post('/api/invoices', anInvoice({ contactName })),
  note: aNote,
  reason: aReason,
  department: (name) => as('ada').post('/api/departments?showId=alpha1', { name }),
  category: (name) => as('ada').post('/api/shows/alpha1/categories', { name }),
  address: (name) =>
    as('ada').post('/api/shows/alpha1/address?addressType=BILL_TO', { name, address1: name, city: name }),
  'name of a person': (name) =>
    as('ada').post('/api/users?show=alpha1', person({ firstName: name, lastName: name })),
  'flow and step': (name) =>
    as('ada').post(
      '/api/purchase-order-workflow-template',
      aFlow({ name, steps: [level(['lena'], { name })] }),
    ),
  show: (name) => as('otto').patch('/api/shows/alpha1/resource?showId=alpha1', { name }),
  'file name': (name) => as('dana').upload({ name, bytes: 'x' }),
};
/**
 * Invisible characters are removed (ER-19). The store writes UTF-8, which replaces invalid characters by one or more
 * replacement marks.
 */
const marked = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\0\u200F\u202E\u2066]/g, '')
    .replaceAll(/\uFFFD+|\\ud83d/g, '\uFFFD');

describe('hostile text through every field of the API', () => {
  test.each(Object.entries(payloads))('%s is stored as typed, or refused', async (_, text) => {
    for (const [field, write] of Object.entries(fields)) {
      const { status, body, headers } = await write(text);
      const said = JSON.stringify(body);
      if (status >= 400) {
        expect(Object.keys(codes), `${field}: ${said}`).toContain((body as { code?: string }).code);
        continue;
      }
      expect(headers.get('content-type'), field).toMatch(/^application\/json/);
      expect(headers.get('x-content-type-options'), field).toBe('nosniff');
      // File names lose illegal characters; numbers and reasons are cut to their length.
      if (!['file name', 'number of an invoice', 'show'].includes(field))
        expect(marked(said), field).toContain(JSON.stringify(marked(text).trim()).slice(1, -1));
    }
    await sql.directory`UPDATE shows SET name = 'Alpha Station' WHERE id = 'alpha1'`;
  });

  test('a text of NUL characters is empty', async () => {
    const text = '\u0000 \u0000';
    const statuses: Record<string, number> = {};
    for (const [field, write] of Object.entries(fields)) {
      const { status, body } = await write(text);
      statuses[field] = status;
      expect(JSON.stringify(body), field).not.toContain('u0000');
    }
    expect(statuses).toMatchObject({ note: 400, department: 400, category: 400, address: 400 });
  });

  test('half a surrogate pair is a license that accounting does not know', async () => {
    const { status, body } = await as('otto').post('/api/shows?showId=alpha1', {
      ...chosen,
      name: 'Half',
      license: '\uD800',
    });
    expect([status < 500, Object.keys(codes).includes(String(body['code']))]).toEqual([true, true]);
  });

  test('1 MB is refused in every field, or cut to its bound', async () => {
    for (const [field, write] of Object.entries(fields)) {
      const { status, body } = await write('€'.repeat(350_000));
      const isKept = status < 400 && JSON.stringify(body).length > 100_000;
      expect([field, status < 500, isKept]).toEqual([field, true, false]);
    }
  });
});

describe('hostile text in output', () => {
  // One per output; `hostile-text.long.test.ts` has all of them.
  test.each(['a script', 'a formula', 'a header'] as const)(
    '%s in log, PDF and mail is plain text',
    (name) => expectPlainText(payloads[name]),
    60_000,
  );
});
