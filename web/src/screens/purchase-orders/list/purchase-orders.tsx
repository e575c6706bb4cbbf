import type { ListRow } from '#domain/lists/lists';
import type { PurchaseOrderRow } from '#domain/purchase-orders/purchase-order-response';
import { api, ask } from '../../../api.ts';
import { lazyPart } from '../../../parts/hooks/lazy-part.tsx';
import { AppliedFilters } from '../../documents/list/filters/applied-filters.tsx';
import { commonFit } from '../../documents/list/filters/common-filters.ts';
import { createSelection } from '../../documents/bulk/selection.tsx';
import { groupedBody, pageQuery } from '../../documents/list/list-definition.ts';
import type { ListDefinition } from '../../documents/list/list-definition.ts';
import type { AppliedProps } from '../../documents/list/filters/filter-definition.ts';
import { withDrafts } from '../../documents/list/filters/waiting-filters.ts';
import { useChipNames } from '../../documents/list/filters/use-chip-names.ts';
import { RowBadge, columns } from './columns.tsx';
import { purchaseOrderParts } from './filter-parts.ts';
import type { PurchaseOrderListFilters } from './filter-parts.ts';
import { filterChips, filterBody } from './filters.ts';
import { ImportLink } from './import-link.tsx';
import { orderNumber } from '#domain/documents/document-number';
import { CardLines } from '../../documents/list/card-lines.tsx';

/** (UX-09) */
function PurchaseOrderCard({ row }: { row: ListRow<PurchaseOrderRow> }) {
  return (
    <CardLines
      number={
        <>
          {orderNumber(row)} <RowBadge row={row} />
        </>
      }
      row={row}
      who={row.vendor.name}
      what={`${row.description} · ${row.creator.name}`}
      day={row.poDate}
    />
  );
}

function Applied({ filters, onlyOwn, onChange }: AppliedProps<PurchaseOrderListFilters>) {
  const names = useChipNames(filters, onlyOwn);
  return <AppliedFilters chips={filterChips(filters, names)} onChange={onChange} />;
}

/** The list of purchase orders (LS-02 to LS-07, LS-12 to LS-15). */
export const purchaseOrders: ListDefinition<'PO', ListRow<PurchaseOrderRow>, PurchaseOrderListFilters> = {
  docType: 'PO',
  columns,
  Card: PurchaseOrderCard,
  search: { label: 'Search by PO number', placeholder: 'Search PO #' },
  empty: {
    CREATOR: 'None to display.',
    APPROVER:
      "It looks like there aren't any Purchase Orders to approve. Check the Purchase Orders tab if you're looking for a specific PO.",
  },
  filters: {
    parts: purchaseOrderParts,
    withDrafts,
    fits: commonFit,
    Fields: lazyPart(async () => (await import('./filter-fields.tsx')).FilterFields),
    Applied,
  },
  refetchAfterMs: 250,
  onlyOwn: ({ purchaseOrderVisibility }) => purchaseOrderVisibility === 'CREATED_BY_THIS_USER',
  filterBody,
  readPage: async (request) => {
    const json = { ...groupedBody(request, filterBody), showId: request.showId };
    const call = { query: pageQuery(request), json };
    const { poS: rows, ...totals } = await ask(api.api.pos.filter.$post(call));
    return { rows, ...totals };
  },
  readSums: async (request) => {
    const { showId, persona } = request;
    const call = { query: { showId, persona }, json: { ...filterBody(request), showId } };
    return ask(api.api.pos.filter.sums.$post(call));
  },
  log: { exportText: 'Export PO Log', noun: 'PO', path: 'po-log', file: 'PO_Log' },
  Actions: ImportLink,
  Selection: createSelection({
    docType: 'PO',
    numberOf: (row: ListRow<PurchaseOrderRow>) => orderNumber(row),
    filterBody,
    onlyOwn: ({ purchaseOrderVisibility }) => purchaseOrderVisibility === 'CREATED_BY_THIS_USER',
  }),
};
