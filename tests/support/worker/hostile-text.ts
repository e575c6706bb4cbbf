import { readXlsx } from 'hucre/xlsx';
import { expect } from 'vitest';
import { stripInvisible } from '#domain/values/safe-text';
import { receiveMail, pdfOf } from './output/received-mail.ts';
import { parseCsv } from './output/parse-csv.ts';
import { aDraft, aLine, as, sessionOf } from './fixtures/client.ts';
import { openAllTypes } from './fixtures/all-types.ts';
import { anInvoice } from './fixtures/invoices.ts';
import { deliverDocumentMails, mailAs, sendingOf } from './fixtures/mail.ts';
import { makePdf, onePage, uploaded } from './fixtures/pdf.ts';
import { inShow } from './fixtures/rows.ts';
import { fetchWorker, origin, rowsOf, sent, studioEnv } from './fixtures/studio.ts';

export async function openForText(): Promise<void> {
  await openAllTypes();
  const { DIRECTORY } = studioEnv;
  await DIRECTORY.batch([
    DIRECTORY.prepare("UPDATE memberships SET role = 'EP Internal' WHERE user_id = 'otto'"),
    DIRECTORY.prepare("UPDATE memberships SET invoice_module_visible = 1 WHERE user_id = 'dana'"),
  ]);
}

/** Texts that a user may type or paste into any field. */
export const payloads = {
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
} as const satisfies Record<string, string>;

const ids = inShow('alpha1');

interface Full {
  order: string;
  invoice: string;
}

/** As a browser encodes it in a form; it sends no NUL. */
const asFileName = (text: string) =>
  text.replaceAll('\u0000', '').replaceAll(/[\r\n"]/g, (one) => encodeURIComponent(one));

/** Creates an order and an invoice with the text in every field that their PDF, mail or log shows. */
async function saying(text: string): Promise<Full> {
  const set = async (sql: string) => rowsOf('alpha1', sql, text.toWellFormed());
  // Names of another test are taken.
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
  const draft = aDraft({ description: text, lineItems: lines, attachments: [file], category });
  const order = await as('dana').post('/api/pos', draft);
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

/** Expects the text, as plain text, in log, PDF and mail of an order and an invoice. */
export async function expectPlainText(text: string): Promise<void> {
  const { order, invoice } = await saying(text);
  for (const kind of ['po', 'invoice'] as const) {
    for (const format of ['csv', 'xlsx'] as const) {
      const { name, rows } = await logOf(kind, format);
      expect(name).toMatch(onOneLine);
      const cells = rows.flat().filter((cell) => typeof cell === 'string');
      if (format === 'csv') expect(cells.filter((cell) => startsFormula.test(cell))).toEqual([]);
      const begins = stripInvisible(text).slice(0, 5).toWellFormed();
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
    // A script is harmless in a PDF, so that it must be printed.
    if (/<\w/.test(text)) expect(pages.join(' ').replaceAll(/\s/g, '')).toContain(/<\w+/.exec(text)?.[0]);
    sent.outbox.length = 0;
    const note = text.toWellFormed().slice(0, 150);
    const asked = await mailAs(name, sendingOf(docType, id, { emailNote: note, docNumber: text }));
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    const [mail] = (await deliverDocumentMails()).filter(({ attachments }) => attachments);
    const got = await receiveMail(mail);
    expect(got.to).toEqual(['ann@accounts.example']);
    expect(got.html).not.toMatch(/<script|<img src=x|href="javascript:/);
    expect((await pdfOf(got)).name).toMatch(/^[\w.-]{1,50}$/);
  }
}
