import { expect, test } from 'vitest';
import type { Persona } from '#domain/document';
import { pageSize } from '#domain/lists/lists';
import { preloadRequests } from '../../../web/preload-requests.ts';
import type { PreloadRequest } from '../../../web/preload-requests.ts';
import { pageQuery } from '../../../web/src/screens/documents/list/list-definition.ts';
import { readQuery } from '../../../web/src/screens/documents/list/list-query.ts';
import { defaultSort } from '../../../web/src/session/queue-sort.ts';
import { purchaseOrderParts } from '../../../web/src/screens/purchase-orders/list/filter-parts.ts';
import { filterBody } from '../../../web/src/screens/purchase-orders/list/filters.ts';

/** The request of a list that opens without a query in its address. */
function listRequest(persona: Persona, count: number, onlyOwn: boolean) {
  const query = readQuery('PO', purchaseOrderParts, new URLSearchParams(), (status) =>
    defaultSort('PO', persona, 'me', status),
  );
  const request = { showId: 'alpha', userId: 'me', page: 1, after: null, persona, count, onlyOwn, query };
  return {
    path: `/api/pos/filter?${new URLSearchParams(pageQuery(request)).toString()}`,
    body: JSON.stringify({ ...filterBody(request), showId: 'alpha' }),
  };
}

/** Fills in the placeholders as `public/start.js` does. */
function fillIn(request: PreloadRequest, count: number, creators: string[]) {
  const fill = (text: string) => text.replace('{show}', 'alpha').replace('{count}', String(count));
  const body = fill(JSON.stringify(request.body)).replace('"{creators}"', JSON.stringify(creators));
  return { path: fill(request.path), body };
}

const [creatorOrders] = preloadRequests.orders;
const [waitingOrders] = preloadRequests.queue;

test.each([
  ['LS-12', 'CREATOR', creatorOrders, false],
  ['PE-18', 'CREATOR', creatorOrders, true],
  ['LS-13', 'APPROVER', waitingOrders, false],
] as const)(
  '%s: the preloaded request equals the request of the list (%s)',
  (_id, persona, request, onlyOwn) => {
    for (const count of [pageSize.mobile, pageSize.dashboard]) {
      const given = fillIn(request, count, onlyOwn ? ['me'] : []);
      expect(given).toEqual(listRequest(persona, count, onlyOwn));
    }
  },
);
