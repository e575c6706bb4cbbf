import type { ListRow } from '#domain/lists/lists';
import type { PaymentSummary } from '#domain/payments/payment-response';
import { api, ask } from '../../../api.ts';
import { groupedBody, pageQuery } from '../../documents/list/list-definition.ts';
import type { ListDefinition } from '../../documents/list/list-definition.ts';
import { createSelection } from '../../documents/bulk/selection.tsx';
import { columns } from './columns.tsx';
import { paymentFilters } from '../filters/filter-definition.tsx';
import { filterBody } from '../filters/filters.ts';
import type { PaymentListFilters } from '../filters/filter-parts.ts';
import { CardLines } from '../../documents/list/card-lines.tsx';
import { paymentDay } from '#domain/payments/payment-day';
import { useState } from 'react';
import { RefreshCw } from 'lucide-react';
import { Button } from '../../../parts/controls/button.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useSession } from '../../../session/session.tsx';

/** Makes the server ask accounting for new payments. The list updates as they arrive (DEC-44). */
function RefreshPayments() {
  const { show } = useSession();
  const flash = useToast();
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    try {
      const call = { query: { showId: show.id } };
      await ask(api.api.payments.refresh.$post(call));
      flash('info', 'Checking Accounting for new payments. They appear here as they arrive.');
    } catch {
      flash('error', 'Unable to ask Accounting for new payments.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button onPress={() => void refresh()} isPending={busy}>
      <RefreshCw aria-hidden className="size-4" />
      <span className="max-sm:sr-only">Refresh from Accounting</span>
    </Button>
  );
}

/** (PA-08) */
function PaymentCard({ row }: { row: ListRow<PaymentSummary> }) {
  return (
    <CardLines
      number={row.number}
      row={row}
      who={row.payeeName}
      what={`${row.paymentType} · ${row.bankName}`}
      day={paymentDay(row)}
    />
  );
}

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
  filterBody,
  readPage: async (request) => {
    const call = { query: pageQuery(request), json: groupedBody(request, filterBody) };
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
  Selection: createSelection({
    docType: 'PAYMENT',
    numberOf: ({ number }) => number,
    filterBody,
    onlyOwn: () => false,
  }),
};
