import { formatDay } from '#domain/values/days';
import { usePeople } from '../../../forms/document/model/use-reference-data.ts';
import { useDateFormat } from '../../../parts/display/date-format.tsx';
import { lazyPart } from '../../../parts/hooks/lazy-part.tsx';
import { AppliedFilters } from '../../documents/list/filters/applied-filters.tsx';
import { rangeFits } from '../../documents/list/filters/filter-parts.ts';
import { namesWaiting, withDrafts } from '../../documents/list/filters/waiting-filters.ts';
import type { AppliedProps, FilterDefinition } from '../../documents/list/filters/filter-definition.ts';
import { paymentParts } from './filter-parts.ts';
import type { PaymentListFilters } from './filter-parts.ts';
import { filterChips } from './filters.ts';

function Applied({ filters, onChange }: AppliedProps<PaymentListFilters>) {
  const format = useDateFormat();
  const { data: people } = usePeople(namesWaiting(filters));
  const chips = filterChips(filters, {
    day: (day) => formatDay(day, format),
    person: (id) => people?.find((one) => one.id === id)?.name ?? '…',
  });
  return <AppliedFilters chips={chips} onChange={onChange} />;
}

/** The filters of payments (LS-27). */
export const paymentFilters: FilterDefinition<PaymentListFilters> = {
  parts: paymentParts,
  withDrafts,
  fits: ({ range }) => rangeFits(range),
  Fields: lazyPart(async () => (await import('./filter-fields.tsx')).FilterFields),
  Applied,
};
