import { figuresHeading } from '#domain/budget/actuals';
import type { OpenCosts } from '#domain/budget/cost-report/response';
import { costCents, lineConversion } from '#domain/currency/costing';
import { moduleVisible } from '#domain/identity/permissions';
import { fromCents } from '#domain/values/money';
import type { PlanRows } from '#store/d1/query';
import { hasActualsQuery } from '#store/show/budget/actuals';
import { openCostsQuery } from '#store/show/budget/cost-reports';
import { paymentsWithoutInvoicesQuery } from '#store/show/payments/payments-without-invoices';
import { accountFieldsQuery } from '#store/show/vendors/read-reference-data';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { requireBudgetReader } from './budget-reader.ts';
import { chartOf } from './read-budget-file.ts';
import { budgetsPlan } from './view-budget.ts';
import { countingOf } from './view-measures.ts';

/** Payments without invoices that the page lists. */
const maxPayments = 200;

export const openCostsPlan = ({ store }: Pick<MembershipContext, 'store'>) => ({
  ...budgetsPlan({ store }),
  fields: accountFieldsQuery(store, true),
  hasActuals: hasActualsQuery(store),
  open: openCostsQuery(store),
  payments: paymentsWithoutInvoicesQuery(store, maxPayments + 1),
});
type OpenCostsRows = PlanRows<typeof openCostsPlan>;

/** Open orders and accruals by account, and payments without invoices, as they are now (REPORT-07). Throws `FORBIDDEN`. */
export function viewOpenCosts(context: RequestContext, rows: OpenCostsRows): OpenCosts {
  const { sees, isPartial, partial } = requireBudgetReader(context);
  const { known } = chartOf(rows);
  const currency = countingOf(rows)?.currencyCode ?? '';
  const open = rows.open.filter(({ account }) => sees(account));
  const sumOf = (amountOf: (row: (typeof open)[number]) => number) =>
    fromCents(open.reduce((sum, row) => sum + amountOf(row), 0));
  return {
    ...partial,
    currency,
    heading: figuresHeading(rows.hasActuals),
    rows: open.map(({ account, openCents, accruedCents }) => ({
      account,
      description: known?.get(account) ?? '',
      open: fromCents(openCents),
      accrued: fromCents(accruedCents),
    })),
    totals: { open: sumOf(({ openCents }) => openCents), accrued: sumOf(({ accruedCents }) => accruedCents) },
    // A payment without an invoice has no account, by which its sight could be limited.
    paymentsWithoutInvoices:
      isPartial || !moduleVisible(context.modules, 'PAYMENT') ? null : paymentsOf(rows.payments, currency),
  };
}

/** The payments with their amounts in the currency of the budget, at the rate of their submit (BUD-93). */
function paymentsOf(
  found: OpenCostsRows['payments'],
  budgetCurrency: string,
): NonNullable<OpenCosts['paymentsWithoutInvoices']> {
  const rows = found.slice(0, maxPayments).map(({ costing, currencyCode, uninvoicedCents, ...row }) => {
    const conversion = lineConversion(costing, { lineNumber: 1, taxCode: null });
    const isConverted = (conversion?.currency ?? currencyCode) === budgetCurrency;
    return {
      payment: {
        id: row.id,
        number: row.number,
        vendorName: row.vendorName,
        date: row.businessDay,
        original: { currency: currencyCode, amount: fromCents(uninvoicedCents) },
      },
      cents: isConverted ? costCents(uninvoicedCents, conversion) : null,
    };
  });
  return {
    rows: rows.map(({ payment, cents }) => ({
      ...payment,
      amount: cents === null ? null : fromCents(cents),
    })),
    total: fromCents(rows.reduce((sum, { cents }) => sum + (cents ?? 0), 0)),
    hasMore: found.length > maxPayments,
  };
}
