import { statusFilters, statusTab } from '#domain/lists/lists';
import { formatMoney, fromCents } from '#domain/values/money';
import type { AmountOperator } from '#domain/payments/payment';
import type { PaymentFilterBody } from '#domain/payments/payment-filters';
import { rangeChips } from '../../documents/list/filters/common-filters.ts';
import { rangeBody } from '../../documents/list/filters/filter-parts.ts';
import { waitingBody, waitingChips } from '../../documents/list/filters/waiting-filters.ts';
import type { PageRequest } from '../../documents/list/list-definition.ts';
import type { FilterChip } from '../../documents/list/filters/filter-definition.ts';
import { amount } from './filter-parts.ts';
import type { AmountFilter, PaymentListFilters } from './filter-parts.ts';

/** The body of the list request, and of a bulk approval of everything listed (LS-27, DEC-45, DEC-46). */
export function filterBody(
  request: Pick<PageRequest<'PAYMENT', PaymentListFilters>, 'query' | 'persona' | 'userId'>,
): PaymentFilterBody {
  const { query, persona, userId } = request;
  const { range, vendorNames, payeeNames, bankNames, currencies, ...filters } = query.filters;
  const { operator, cents } = filters.amount;
  return {
    ...statusFilters(statusTab('PAYMENT', persona, query.status), userId),
    paymentNumbers: query.number === '' ? [] : [query.number],
    dateRange: rangeBody(range),
    vendorNames: [...vendorNames],
    payeeNames: [...payeeNames],
    bankNames: [...bankNames],
    paymentTypes: [...filters.paymentTypes],
    currencies: [...currencies],
    amountFilter: cents === null ? null : { operator, totalAmount: fromCents(cents) },
    ...waitingBody(query.filters, query.sort),
  };
}

export const operatorNames = {
  EQUAL_TO: 'Equal to',
  GREATER_THAN: 'Greater than',
  LESS_THAN: 'Less than',
} as const satisfies Record<AmountOperator, string>;

/** Amounts are compared in any currency, so a currency is shown only if exactly one is selected. */
function amountText({ operator, cents }: AmountFilter, currencies: readonly string[]): string {
  const [only, ...others] = currencies;
  const isSettled = only !== undefined && others.length === 0;
  const text = isSettled ? formatMoney(cents ?? 0, only) : formatMoney(cents ?? 0, 'USD').replace('$', '');
  return `${operatorNames[operator]} ${text}`;
}

export function filterChips(
  filters: PaymentListFilters,
  names: { day: (day: string) => string; person: (id: string) => string },
): FilterChip<PaymentListFilters>[] {
  const { vendorNames, payeeNames, bankNames, currencies, amount: compared } = filters;
  const without = <Value extends string>(values: readonly Value[], value: Value) =>
    values.filter((one) => one !== value);
  return [
    ...rangeChips(filters, names.day),
    ...vendorNames.map((name) => ({
      id: `vendor:${name}`,
      text: `Vendor: ${name}`,
      without: { ...filters, vendorNames: without(vendorNames, name) },
    })),
    ...payeeNames.map((name) => ({
      id: `payee:${name}`,
      text: `Payee: ${name}`,
      without: { ...filters, payeeNames: without(payeeNames, name) },
    })),
    ...bankNames.map((name) => ({
      id: `bank:${name}`,
      text: name,
      without: { ...filters, bankNames: without(bankNames, name) },
    })),
    ...filters.paymentTypes.map((type) => ({
      id: `type:${type}`,
      text: type,
      without: { ...filters, paymentTypes: without(filters.paymentTypes, type) },
    })),
    ...currencies.map((currency) => ({
      id: `currency:${currency}`,
      text: currency,
      without: { ...filters, currencies: without(currencies, currency) },
    })),
    ...(compared.cents === null
      ? []
      : [
          {
            id: 'amount',
            text: amountText(compared, currencies),
            without: { ...filters, amount: amount.none },
          },
        ]),
    ...waitingChips(filters, names),
  ];
}
