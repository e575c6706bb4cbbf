import { formatDay } from '#domain/values/days';
import { useDateFormat } from '../../../parts/display/date-format.tsx';
import { later } from '../../../parts/hooks/lazy-part.tsx';
import { AppliedFilters } from '../../documents/list/filters/applied-filters.tsx';
import { rangeFits } from '../../documents/list/filters/filter-parts.ts';
import type { AppliedProps, FilterKind } from '../../documents/list/filters/filter-definition.ts';
import { chipsOf, paymentParts } from './filters.ts';
import type { PaymentListFilters } from './filters.ts';

function Applied({ filters, onChange }: AppliedProps<PaymentListFilters>) {
  const format = useDateFormat();
  const chips = chipsOf(filters, (day) => formatDay(day, format));
  return <AppliedFilters chips={chips} onChange={onChange} />;
}

/** LS-27: the filters of payments. */
export const paymentFilters: FilterKind<PaymentListFilters> = {
  parts: paymentParts,
  fits: ({ range }) => rangeFits(range),
  Fields: later(async () => (await import('./filter-fields.tsx')).FilterFields),
  Applied,
};
