import { fromCents, parseAmount } from '#domain/values/money';
import { amountOperators, paymentTypes } from '#domain/payments/payment';
import type { AmountOperator, PaymentType } from '#domain/payments/payment';
import { dayRange, someOf } from '../../documents/list/filters/filter-parts.ts';
import type { DayRange, FilterPart, FilterParts } from '../../documents/list/filters/filter-parts.ts';
import { waitingParts } from '../../documents/list/filters/waiting-filters.ts';
import type { WaitingFilters } from '../../documents/list/filters/waiting-filters.ts';

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

export const amount: FilterPart<AmountFilter> = {
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
