import { Refusal } from '#domain/codes';
import { budgetColumns, chartAccounts, parseBudget } from '#domain/budget/import/budget-import';
import type { ChartAccounts, ParsedBudget } from '#domain/budget/import/budget-import';
import { parseAccounts } from '#domain/budget/import/account-table';
import type { MovieMagicElements } from '#domain/budget/import/movie-magic-elements';
import { UnreadableSpreadsheet } from '#edges/files/workbook/unreadable-workbook';
import type { PlanRows } from '#store/d1/query';
import { accountFieldsQuery, companiesQuery } from '#store/show/vendors/read-reference-data';
import { importTable, requireImportSize } from '#verbs/imports/parse-import';
import { accountFieldOf } from '#verbs/reference-data/view-companies';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { currencyOf } from './import-terms.ts';

/** The accounts and currencies of the show. */
export const budgetReferencesPlan = ({ store }: Pick<MembershipContext, 'store'>) => ({
  fields: accountFieldsQuery(store, true),
  companies: companiesQuery(store),
});
export type BudgetReferences = PlanRows<typeof budgetReferencesPlan>;

export const chartOf = ({ fields }: Pick<BudgetReferences, 'fields'>): ChartAccounts =>
  chartAccounts(fields.map(accountFieldOf));

/** A file to import, and the currency of its amounts. */
export interface BudgetFile {
  bytes: Uint8Array;
  fileName: string;
  currency: string | null;
}

/**
 * Parses a spreadsheet, or a budget that Movie Magic Budgeting exported as XML (BUD-12, BUD-44). Throws
 * `file_too_large`, and `invalid_parameter` with a message for a file that cannot be read.
 */
export async function parseBudgetFile(
  context: Pick<RequestContext, 'settings'>,
  rows: BudgetReferences,
  file: BudgetFile,
): Promise<{ currency: string; ignored: string[]; parsed: ParsedBudget }> {
  const currency = currencyOf(context, rows, file.currency);
  const chart = chartOf(rows);
  if (isXml(file.bytes)) {
    const elements = await movieMagicOf(file);
    const { movieMagicAccounts } = await import('#domain/budget/import/movie-magic');
    const accounts = movieMagicAccounts(elements, currency);
    return { currency, ignored: [], parsed: parseAccounts(accounts, chart, currency) };
  }
  const table = await importTable(file, budgetColumns);
  return { currency, ignored: table.ignored, parsed: parseBudget(table, chart, currency) };
}

/** Whether the first character is that of a tag: no spreadsheet begins with it. */
function isXml(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 100));
  return /^[\s\0\uFFFD]*</.test(start);
}

async function movieMagicOf(file: BudgetFile): Promise<MovieMagicElements> {
  requireImportSize(file);
  const { decodeText } = await import('#edges/files/decode-text');
  const { readXml } = await import('#edges/files/xml-reader');
  const movieMagic = await import('#domain/budget/import/movie-magic-elements');
  const elements = new movieMagic.MovieMagicElements();
  try {
    readXml(decodeText(file.bytes), elements);
  } catch (error) {
    if (!(error instanceof UnreadableSpreadsheet)) throw error;
    const last = elements.accounts.at(-1);
    const place = last ? ` after account ${last.number}` : '';
    const message = `This XML file cannot be read${place}. Export it from Movie Magic Budgeting again.`;
    throw new Refusal('invalid_parameter', { message });
  }
  if (elements.accounts.length > 0 || elements.categories.length > 0) return elements;
  const message =
    'This XML file has no accounts of Movie Magic Budgeting. Upload Excel (.xlsx) or CSV instead.';
  throw new Refusal('invalid_parameter', { message });
}
