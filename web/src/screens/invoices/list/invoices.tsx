import type { InvoiceRow } from '#domain/invoices/invoice-response';
import type { ListRow } from '#domain/lists/lists';
import { api, ask } from '../../../api.ts';
import { lazyPart } from '../../../parts/hooks/lazy-part.tsx';
import { AppliedFilters } from '../../documents/list/filters/applied-filters.tsx';
import { commonFit } from '../../documents/list/filters/common-filters.ts';
import { createSelection } from '../../documents/bulk/selection.tsx';
import { groupedBody, pageQuery } from '../../documents/list/list-definition.ts';
import type { ListDefinition } from '../../documents/list/list-definition.ts';
import type { AppliedProps, FilterFieldsProps } from '../../documents/list/filters/filter-definition.ts';
import { withDrafts } from '../../documents/list/filters/waiting-filters.ts';
import { useChipNames } from '../../documents/list/filters/use-chip-names.ts';
import { columns } from './columns.tsx';
import { invoiceParts } from './filter-parts.ts';
import type { InvoiceListFilters } from './filter-parts.ts';
import { filterBody, filterChips } from './filters.ts';
import { CardLines } from '../../documents/list/card-lines.tsx';
import { useCreatorText } from './creator-text.ts';

/** (UX-09) */
function InvoiceCard({ row }: { row: ListRow<InvoiceRow> }) {
  const creator = useCreatorText(row.creator);
  return (
    <CardLines
      number={row.number}
      row={row}
      who={row.vendorName}
      what={`${row.description} · ${creator}`}
      day={row.date}
    />
  );
}

function Applied({ filters, onlyOwn, onChange }: AppliedProps<InvoiceListFilters>) {
  const names = useChipNames(filters, onlyOwn);
  return <AppliedFilters chips={filterChips(filters, names)} onChange={onChange} />;
}

const dueColumn = ['DUE_DATE'] as const;

/** The list of invoices (LS-08 to LS-11, LS-16, LS-17, LS-26). */
export const invoices: ListDefinition<'INVOICE', ListRow<InvoiceRow>, InvoiceListFilters> = {
  docType: 'INVOICE',
  columns,
  Card: InvoiceCard,
  search: { label: 'Search by invoice number', placeholder: 'Search Invoice #' },
  empty: {
    CREATOR: 'None to display',
    APPROVER:
      "It looks like there aren't any Invoices to approve. Check the Invoices tab if you're looking for a specific invoice.",
  },
  filters: {
    parts: invoiceParts,
    withDrafts,
    columns: ({ due: { startDate, endDate } }) => (startDate || endDate ? dueColumn : undefined),
    fits: commonFit,
    Fields: lazyPart(async () => {
      const { CommonFields } = await import('../../documents/list/filters/common-filter-fields.tsx');
      return (props: FilterFieldsProps<InvoiceListFilters>) => <CommonFields {...props} />;
    }),
    Applied,
  },
  refetchAfterMs: 250,
  onlyOwn: ({ invoiceVisibility }) => invoiceVisibility === 'CREATED_BY_THIS_USER',
  filterBody,
  readPage: async (request) => {
    const json = { ...groupedBody(request, filterBody), showId: request.showId };
    const call = { query: pageQuery(request), json };
    const { invoices: rows, ...totals } = await ask(api.api.invoices.filter.$post(call));
    return { rows, ...totals };
  },
  readSums: async (request) => {
    const { showId, persona } = request;
    const call = { query: { showId, persona }, json: { ...filterBody(request), showId } };
    return ask(api.api.invoices.filter.sums.$post(call));
  },
  log: { exportText: 'Export Invoice Log', noun: 'invoice', path: 'invoice-log', file: 'Invoice_Log' },
  Actions: null,
  Selection: createSelection({
    docType: 'INVOICE',
    numberOf: ({ number }) => number,
    filterBody,
    onlyOwn: () => false,
  }),
};
