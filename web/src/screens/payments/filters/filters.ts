import { statusFilters, statusTab } from '#domain/lists/lists';
import { formatMoney, fromCents, parseAmount } from '#domain/values/money';
import { amountOperators, paymentTypes } from '#domain/payments/payment';
import type { AmountOperator, PaymentType } from '#domain/payments/payment';
import type { PaymentFilterBody } from '#domain/payments/payment-filters';
import { rangeChips } from '../../documents/list/filters/common-filters.ts';
import { dayRange, rangeBody, someOf } from '../../documents/list/filters/filter-parts.ts';
import type { DayRange, FilterPart, FilterParts } from '../../documents/list/filters/filter-parts.ts';
import { waitingBody, waitingChips, waitingParts } from '../../documents/list/filters/waiting-filters.ts';
import type { WaitingFilters } from '../../documents/list/filters/waiting-filters.ts';
import type { PageRequest } from '../../documents/list/list-definition.ts';
import type { FilterChip } from '../../documents/list/filters/filter-definition.ts';

/** Applied only with an amount (LS-28). */
export interface AmountFilter {
  operator: AmountOperator;
  cents: number | null;
}

/** The filters apart from status and number (LS-27). */
export interface PaymentListFilters extends WaitingFilters {
  range: DayRange;
  vendorNames: readonly string[];
  payeeNames: readonly string[];
  bankNames: readonly string[];
  paymentTypes: readonly PaymentType[];
  currencies: readonly string[];
  amount: AmountFilter;
}

const types: FilterPart<readonly PaymentType[]> = {
  none: [],
  read: (params) => paymentTypes.filter((type) => params.getAll('type').includes(type)),
  write: (chosen) => chosen.map((type) => ['type', type] as const),
};

const amount: FilterPart<AmountFilter> = {
  none: { operator: 'EQUAL_TO', cents: null },
  read: (params) => {
    const [operator, text = ''] = (params.get('amount') ?? '').split('~');
    const operatorId = amountOperators.find((one) => one === operator);
    return operatorId ? { operator: operatorId, cents: parseAmount(text, 'USD') } : amount.none;
  },
  write: ({ operator, cents }) => (cents === null ? [] : [['amount', `${operator}~${fromCents(cents)}`]]),
};

export const paymentParts: FilterParts<PaymentListFilters> = {
  range: dayRange,
  vendorNames: someOf('vendor'),
  payeeNames: someOf('payee'),
  bankNames: someOf('bank'),
  paymentTypes: types,
  currencies: someOf('currency'),
  amount,
  ...waitingParts,
};

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
