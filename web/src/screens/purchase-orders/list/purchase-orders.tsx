import type { Listed } from '#domain/lists/lists';
import type { PurchaseOrderRow } from '#domain/purchase-orders/purchase-order';
import { api, ask } from '../../../api.ts';
import { later } from '../../../parts/hooks/lazy-part.tsx';
import { AppliedFilters } from '../../documents/list/filters/applied-filters.tsx';
import { commonFit } from '../../documents/list/filters/common-filters.ts';
import { pageQuery } from '../../documents/list/list-definition.ts';
import type { ListKind } from '../../documents/list/list-definition.ts';
import type { AppliedProps } from '../../documents/list/filters/filter-definition.ts';
import { useChipNames } from '../../documents/list/filters/use-chip-names.ts';
import { PurchaseOrderCard } from './card.tsx';
import { columns } from './columns.tsx';
import { chipsOf, filterBody, purchaseOrderParts } from './filters.ts';
import type { PurchaseOrderListFilters } from './filters.ts';
import { HealthLink } from './health-link.tsx';
import { ImportLink } from './import-link.tsx';

function Applied({ filters, onlyOwn, onChange }: AppliedProps<PurchaseOrderListFilters>) {
  const names = useChipNames(filters, onlyOwn);
  return (
    <>
      <AppliedFilters chips={chipsOf(filters, names)} onChange={onChange} />
      {filters.isFailedToSend ? <HealthLink /> : null}
    </>
  );
}

/** The list of purchase orders (LS-02 to LS-07, LS-12 to LS-15). */
export const purchaseOrders: ListKind<'PO', Listed<PurchaseOrderRow>, PurchaseOrderListFilters> = {
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
    fits: commonFit,
    Fields: later(async () => (await import('./filter-fields.tsx')).FilterFields),
    Applied,
  },
  refetchAfterMs: 250,
  onlyOwn: ({ purchaseOrderVisibility }) => purchaseOrderVisibility === 'CREATED_BY_THIS_USER',
  readPage: async (question) => {
    const json = { ...filterBody(question), showId: question.showId };
    const call = { query: pageQuery(question), json };
    const { poS: rows, ...totals } = await ask(api.api.pos.filter.$post(call));
    return { rows, ...totals };
  },
  readSums: async (question) => {
    const { showId, persona } = question;
    const call = { query: { showId, persona }, json: { ...filterBody(question), showId } };
    return ask(api.api.pos.filter.sums.$post(call));
  },
  log: { name: 'PO', noun: 'PO', path: 'po-log', file: 'PO_Log' },
  Acts: ImportLink,
  Selection: null,
};
