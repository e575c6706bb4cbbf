import { Refusal } from '#domain/codes';
import { commonBaseCurrency } from '#domain/budget/budget';
import type { ImportError } from '#domain/import/import-response';
import { toCents } from '#domain/values/money';
import type { RowOf } from '#store/d1/query';
import type { companiesQuery } from '#store/show/vendors/read-reference-data';
import { companyOf } from '#verbs/reference-data/view-companies';
import type { RequestContext } from '#verbs/request/context';

type CompanyRows = RowOf<ReturnType<typeof companiesQuery>>[number];

/**
 * The base currency of the show (BUD-06). In a show without one, throws `invalid_parameter` for a currency that no company
 * has, and without one that all companies share.
 */
export function currencyOf(
  { settings: { baseCurrency } }: Pick<RequestContext, 'settings'>,
  { companies }: { companies: readonly CompanyRows[] },
  chosen: string | null,
): string {
  if (baseCurrency !== null) {
    if (chosen === null || chosen === baseCurrency) return baseCurrency;
    const message = `Budgets of this show are in its base currency, ${baseCurrency}.`;
    throw new Refusal('invalid_parameter', { message });
  }
  const all = companies.map(companyOf);
  if (chosen === null) {
    const base = commonBaseCurrency(all);
    if (base !== null) return base;
    const message = 'The companies of this show have no common currency. Choose the currency of the budget.';
    throw new Refusal('invalid_parameter', { message });
  }
  const isKnown = all.some((company) =>
    company.project_company_currencies.some(({ iso_currency_code: code }) => code === chosen),
  );
  if (!isKnown)
    throw new Refusal('invalid_parameter', { message: `No company of this show uses ${chosen}.` });
  return chosen;
}

/** Throws `invalid_parameter` with the first error. */
export function requireWithoutFaults({ faults }: { faults: readonly ImportError[] }): void {
  const [first] = faults;
  if (!first) return;
  const row = first.row === null ? '' : `Row ${first.row}: `;
  throw new Refusal('invalid_parameter', { message: `${row}${first.message}` });
}

/**
 * Throws `invalid_parameter` for a file with errors, and `WORKFLOW_CONFLICT` when it would create something else than the
 * dry run showed. `count` and `total` in cents are those of the file.
 */
export function requireImportable(
  parsed: { faults: readonly ImportError[] },
  file: { count: number; total: number },
  announced: { count: number; total: number },
): void {
  requireWithoutFaults(parsed);
  if (file.count !== announced.count || file.total !== toCents(announced.total)) {
    const message = 'What this file would create has changed in the meantime. Check the file again.';
    throw new Refusal('WORKFLOW_CONFLICT', { message });
  }
}
