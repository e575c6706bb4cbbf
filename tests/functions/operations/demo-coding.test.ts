import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { withOnlyChoice } from '#domain/reference-data/chart-of-accounts';
import { codeOf, codesText, codingOf, usedCodeFields } from '#domain/documents/line-codes';
import type { CodeField } from '#domain/documents/line-codes';
import type { DocType } from '#domain/document';
import { invoiceLineDraft } from '#domain/invoices/invoice-line';
import { lineDraft } from '#domain/documents/line';
import { accountFieldsQuery } from '#store/show/vendors/read-reference-data';
import { openDepartmentsQuery } from '#store/show/imports/import-lookups';
import { memberContext } from '#verbs/request/member-context';
import type { RequestContext } from '#verbs/request/context';
import { printPlan, openPrintContext, printable } from '#verbs/pdf/print-model';
import { accountFieldOf } from '#verbs/reference-data/view-companies';
import { read, readInOneTrip } from '#store/d1/query';
import { invoiceViewPlan, viewInvoice } from '#verbs/invoices/view-invoice';
import { purchaseOrderViewPlan, viewPurchaseOrder } from '#verbs/purchase-orders/view-purchase-order';
import type { Table } from '../../../functions/edges/pdf/document/page-model.ts';
import { makeAssets } from '../../../demo/assets.ts';
import { seedStudio } from '../../../demo/seed.ts';

const anchor = Date.parse('2026-03-02T18:00:00Z');
const { DIRECTORY, SHOWS_0, SHOWS_1, FILES } = env;
const include = { notes: false, attachments: false, history: false, terms: false };

beforeAll(async () => {
  await seedStudio(
    { DIRECTORY, SHOWS_0, SHOWS_1, FILES },
    { seed: 'test', anchor, assets: await makeAssets() },
  );
}, 60_000);

/** Every show of the demo studio, for a user with full visibility. */
async function openShows(): Promise<RequestContext[]> {
  const { results } = await DIRECTORY.prepare(
    `SELECT show_id AS showId, min(user_id) AS userId FROM memberships
     WHERE purchase_order_visibility = 'ALL' AND invoice_visibility = 'ALL' AND is_active = 1 GROUP BY show_id`,
  ).all<{ showId: string; userId: string }>();
  const now = new Date(anchor).toISOString();
  const contexts = await Promise.all(results.map((member) => memberContext(env, member, now)));
  return contexts.filter((context) => context !== null);
}

async function idsOf({ show }: RequestContext, docType: DocType): Promise<string[]> {
  const shard = show.shard === 0 ? SHOWS_0 : SHOWS_1;
  const { results } = await shard
    .prepare('SELECT id FROM documents WHERE show_id = ? AND type = ?')
    .bind(show.id, docType)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

/** The codes of each line of a printed table, in its columns or below the description. */
function printedCodes(table: Table | null, fields: readonly CodeField[]): string[] {
  const { columns, rows } = table ?? { columns: [], rows: [] };
  return rows.map((row) => {
    const inColumns = fields.flatMap(({ config_type, header }) => {
      const text = row[columns.findIndex(({ key }) => key === config_type)]?.text;
      return text ? [`${header} ${text}`] : [];
    });
    return inColumns.length > 0 ? inColumns.join(' · ') : (row[1]?.under?.at(-1) ?? '');
  });
}

type CodedLine = Parameters<typeof codeOf>[0];

/** The lines as the API returns them, and as a form starts with them. */
async function linesOf(
  context: RequestContext,
  docType: 'PO' | 'INVOICE',
  id: string,
): Promise<{ lines: readonly CodedLine[]; drafts: readonly CodedLine[]; departmentId: string }> {
  if (docType === 'PO') {
    const { lineItems: lines, department } = viewPurchaseOrder(
      context,
      await readInOneTrip(purchaseOrderViewPlan(context, id)),
    );
    return { lines, drafts: lines.map(lineDraft), departmentId: department?.id ?? '' };
  }
  const { lineItems: lines, department } = viewInvoice(
    context,
    await readInOneTrip(invoiceViewPlan(context, id)),
  );
  return { lines, drafts: lines.map(invoiceLineDraft), departmentId: department?.id ?? '' };
}

const hasTwoEpisodes = ({ coding, episode = '' }: CodedLine) =>
  episode !== '' && Boolean(coding['EPISODE']) && coding['EPISODE'] !== episode;

test('LI-01: no invoice line of the demo has an episode beside its codes', async () => {
  const rows = await Promise.all(
    [SHOWS_0, SHOWS_1].map((shard) =>
      shard
        .prepare(
          "SELECT l.id FROM document_lines l JOIN documents d ON d.id = l.document_id WHERE d.type = 'INVOICE' AND l.episode <> ''",
        )
        .all(),
    ),
  );
  expect(rows.flatMap(({ results }) => results)).toEqual([]);
});

test.each(['PO', 'INVOICE'] as const)(
  'LI-01, DEC-52: review, form and PDF of every demo document (%s) have the codes of the API',
  async (docType) => {
    const shows = await openShows();
    expect(shows.length).toBeGreaterThan(4);
    const seen = { lines: 0, episodeAlone: 0, differing: 0, free: 0 };
    for (const context of shows) {
      const wanted = { timeZone: 'America/Los_Angeles', displayIndicators: false, withLinked: false };
      const print = openPrintContext(context, wanted, await readInOneTrip(printPlan(context)));
      const fields = (await read(accountFieldsQuery(context.store, true))).map(accountFieldOf);
      const departments = await read(openDepartmentsQuery(context.store));
      for (const id of await idsOf(context, docType)) {
        const { lines, drafts, departmentId } = await linesOf(context, docType, id);
        // The form fills in single choices and removes invalid ones (LI-29, LI-30).
        const allowed = departments.find((one) => one.id === departmentId)?.allowed ?? {};
        const inForm = drafts.map((draft) => ({ coding: withOnlyChoice(codingOf(draft), fields, allowed) }));
        const { part } = await printable(print, { docType, id }, include);
        const names = usedCodeFields(lines, fields);
        const onReview = lines.map((line) => codesText(line, fields));
        const document = `${docType} ${part.model.number}`;
        expect(printedCodes(part.model.table, names), document).toEqual(onReview);
        expect(
          inForm.map((line) => codesText(line, fields)),
          document,
        ).toEqual(onReview);
        seen.lines += lines.length;
        seen.differing += lines.filter(hasTwoEpisodes).length;
        seen.episodeAlone += lines.filter(
          (line) => !line.coding['EPISODE'] && codeOf(line, 'EPISODE') !== '',
        ).length;
        seen.free += lines.filter(({ coding }) => coding['FREE_FIELD']).length;
      }
    }
    // Every kind of coding occurs; an invoice line has no episode field.
    expect(seen.lines).toBeGreaterThan(100);
    expect(seen.free).toBeGreaterThan(0);
    expect(seen.episodeAlone > 0).toBe(docType === 'PO');
    expect(seen.differing > 0).toBe(docType === 'PO');
  },
  120_000,
);
