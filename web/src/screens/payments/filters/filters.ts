import { statusFilters, statusTab } from '#domain/lists/lists';
import { formatMoney, fromCents, parseAmount } from '#domain/values/money';
import { amountOperators, paymentTypes } from '#domain/payments/payment';
import type { AmountOperator, PaymentType } from '#domain/payments/payment';
import type { PaymentFilterBody } from '#domain/payments/payment-filters';
import { rangeChips } from '../../documents/list/filters/common-filters.ts';
import { dayRange, rangeBody, someOf } from '../../documents/list/filters/filter-parts.ts';
import type { DayRange, FilterPart, FilterParts } from '../../documents/list/filters/filter-parts.ts';
import type { PageQuestion } from '../../documents/list/list-definition.ts';
import type { FilterChip } from '../../documents/list/filters/filter-definition.ts';

/** LS-28. Without an amount nothing is compared. */
export interface AmountFilter {
  operator: AmountOperator;
  cents: number | null;
}

/** LS-27, beside status and number. */
export interface PaymentListFilters {
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
    const known = amountOperators.find((one) => one === operator);
    return known ? { operator: known, cents: parseAmount(text, 'USD') } : amount.none;
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
};

/** The body of the list call, and of a bulk approval of everything that it lists (LS-27, DEC-45, DEC-46). */
export function filterBody(
  question: Pick<PageQuestion<'PAYMENT', PaymentListFilters>, 'query' | 'persona' | 'userId'>,
): PaymentFilterBody {
  const { query, persona, userId } = question;
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
  };
}

/** How operators are called. */
export const operatorNames = {
  EQUAL_TO: 'Equal to',
  GREATER_THAN: 'Greater than',
  LESS_THAN: 'Less than',
} as const satisfies Record<AmountOperator, string>;

/** An amount is compared in whatever currency a payment has: only a single chosen one may stand before it. */
function amountText({ operator, cents }: AmountFilter, currencies: readonly string[]): string {
  const [only, ...others] = currencies;
  const isSettled = only !== undefined && others.length === 0;
  const text = isSettled ? formatMoney(cents ?? 0, only) : formatMoney(cents ?? 0, 'USD').replace('$', '');
  return `${operatorNames[operator]} ${text}`;
}

/** The applied filters, each to be taken away by itself. */
export function chipsOf(
  filters: PaymentListFilters,
  day: (day: string) => string,
): FilterChip<PaymentListFilters>[] {
  const { vendorNames, payeeNames, bankNames, currencies, amount: compared } = filters;
  const without = <Value extends string>(values: readonly Value[], value: Value) =>
    values.filter((one) => one !== value);
  return [
    ...rangeChips(filters, day),
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
  ];
}
