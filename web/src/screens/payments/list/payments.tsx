import type { ListRow } from '#domain/lists/lists';
import { api, ask } from '../../../api.ts';
import { pageQuery } from '../../documents/list/list-definition.ts';
import type { ListDefinition } from '../../documents/list/list-definition.ts';
import { PaymentSelection } from '../bulk/selection.tsx';
import { PaymentCard } from './card.tsx';
import { columns } from './columns.tsx';
import { paymentFilters } from '../filters/filter-definition.tsx';
import { filterBody } from '../filters/filters.ts';
import type { PaymentListFilters } from '../filters/filters.ts';
import { RefreshPayments } from './refresh-payments.tsx';
import type { PaymentSummary } from '#domain/payments/payment-response';

/** The list of payments (LS-18, LS-19, LS-27, PA-07 to PA-10, DEC-93). */
export const payments: ListDefinition<'PAYMENT', ListRow<PaymentSummary>, PaymentListFilters> = {
  docType: 'PAYMENT',
  columns,
  Card: PaymentCard,
  search: { label: 'Search by payment number', placeholder: 'Search Payment #' },
  empty: {
    CREATOR: 'None to display',
    APPROVER:
      "It looks like there aren't any Payments to approve. Check the Payments tab if you're looking for a specific payment.",
  },
  filters: paymentFilters,
  refetchAfterMs: 50,
  onlyOwn: () => false,
  readPage: async (request) => {
    const call = { query: pageQuery(request), json: filterBody(request) };
    const { payments: rows, ...totals } = await ask(api.api.payments.filter.$post(call));
    return { rows, ...totals };
  },
  readSums: async (request) => {
    const { showId, persona } = request;
    const call = { query: { showId, persona }, json: filterBody(request) };
    return ask(api.api.payments.filter.sums.$post(call));
  },
  log: null,
  Actions: RefreshPayments,
  Selection: PaymentSelection,
};
