import { Hono } from 'hono';
import * as v from 'valibot';
import { optionalId } from '#domain/bounded';
import { lineUpdate } from '#domain/line-update';
import { parsePage, parsePersona, parseSort } from '#domain/lists';
import { purchaseOrderFilters } from '#domain/list-filters';
import { purchaseOrderInput } from '#domain/purchase-order';
import type { AppEnv } from '#middleware/context';
import { repeatIn } from '#middleware/repeat';
import { showOf } from '#middleware/show';
import { valid } from '#middleware/valid';
import { act } from '#verbs/act';
import { discardChangeOrder } from '#verbs/change-order';
import { createPurchaseOrder } from '#verbs/create-purchase-order';
import { listPurchaseOrders, rowsWanted } from '#verbs/list-purchase-orders';
import type { Seat } from '#verbs/context';
import { beginLinking } from '#verbs/link-attachments';
import {
  beginAction,
  beginDraft,
  beginLines,
  beginRepeat,
  beginStoredDraft,
  beginSubmission,
  beginView,
  viewAfterwards,
} from '#verbs/ahead';
import { listPurchaseOrders as rowsOfList } from '#store/show/list-purchase-orders';
import { beginRelievable, listRelievable } from '#verbs/list-relievable';
import { pullFromAccounting } from '#verbs/pull-from-accounting';
import { pushToAccounting } from '#verbs/push-to-accounting';
import { saveLine } from '#verbs/save-line';
import { savePurchaseOrder } from '#verbs/save-purchase-order';
import { submitPurchaseOrder } from '#verbs/submit-purchase-order';
import { tellChange } from '#verbs/tell-change';
import { viewPurchaseOrder } from '#verbs/view-purchase-order';
import { finish } from '#verbs/workflow-action';
import { attachmentRoutes, noteRoutes } from './document-parts.ts';

const relieveQuery = v.object({
  companyId: v.pipe(v.string(), v.maxLength(100)),
  currencyId: v.pipe(v.string(), v.maxLength(100)),
  invoiceId: optionalId,
});
const lineBody = v.object({ lineItem: lineUpdate, persona: v.nullish(v.pipe(v.string(), v.maxLength(20))) });

function beginActionAndView(seat: Seat, id: string): void {
  beginAction(seat, 'PO', id);
  viewAfterwards(seat, 'PO', id);
}

/** Purchase orders (API-02 to API-15). */
export const purchaseOrders = new Hono<AppEnv>()
  .post('/', valid('json', purchaseOrderInput), async (c) => {
    const draft = c.req.valid('json');
    const repeat = repeatIn(c, draft);
    const ahead = (seat: Seat) => {
      beginRepeat(seat, repeat);
      beginDraft(seat, draft);
      beginLinking(seat, 'PO', null, draft.attachments);
    };
    const context = await showOf(c, { named: draft.showId ?? undefined, ahead });
    const { id } = await createPurchaseOrder(context, draft, repeat);
    context.later(tellChange(context, null, id));
    return c.json(await viewPurchaseOrder(context, id), 201);
  })
  .post('/filter', valid('json', purchaseOrderFilters), async (c) => {
    const filters = c.req.valid('json');
    const request = {
      filters,
      persona: parsePersona(c.req.query('persona')),
      sort: parseSort('PO', c.req.query('sort')),
      page: parsePage(c.req.query()),
    };
    const ahead = (seat: Seat) => {
      seat.store.foreseen.begin(rowsOfList, seat.store, rowsWanted(seat, request));
    };
    // The number as of which who may read it is a right, too.
    const fresh = filters.poNumbers.length > 0;
    return c.json(
      await listPurchaseOrders(await showOf(c, { named: filters.showId, ahead, fresh }), request),
    );
  })
  .post('/push/:id', async (c) => {
    const id = c.req.param('id');
    const repeat = repeatIn(c, null);
    const ahead = (seat: Seat) => {
      beginRepeat(seat, repeat);
      beginActionAndView(seat, id);
    };
    const context = await showOf(c, { ahead });
    await pushToAccounting(context, id, repeat);
    return c.json(await viewPurchaseOrder(context, id));
  })
  .post('/lineitem/:id', valid('json', lineBody), async (c) => {
    const { lineItem, persona } = c.req.valid('json');
    parsePersona(persona ?? undefined);
    const repeat = repeatIn(c, lineItem);
    const id = c.req.param('id');
    const ahead = (seat: Seat) => {
      beginRepeat(seat, repeat);
      beginStoredDraft(seat, id);
      beginActionAndView(seat, id);
    };
    return c.json(await saveLine(await showOf(c, { ahead }), id, lineItem, repeat));
  })
  .get('/get-for-relieve/:vendorId', valid('query', relieveQuery), async (c) => {
    const { companyId, currencyId, invoiceId } = c.req.valid('query');
    const parties = {
      vendor: c.req.param('vendorId'),
      projectCompanyExternalId: companyId,
      currencyExternalId: currencyId,
    };
    return c.json({
      poS: await listRelievable(
        await showOf(c, { ahead: (seat) => beginRelievable(seat, parties, invoiceId) }),
        parties,
        invoiceId,
      ),
    });
  })
  .get('/:id', async (c) => {
    parsePersona(c.req.query('persona'));
    const id = c.req.param('id');
    return c.json(
      await viewPurchaseOrder(await showOf(c, { ahead: (seat) => beginView(seat, 'PO', id) }), id),
    );
  })
  .put('/:id', valid('json', purchaseOrderInput), async (c) => {
    const draft = c.req.valid('json');
    const id = c.req.param('id');
    const ahead = (seat: Seat) => {
      beginAction(seat, 'PO', id);
      beginLines(seat, id);
      beginDraft(seat, draft);
      beginLinking(seat, 'PO', id, draft.attachments);
      viewAfterwards(seat, 'PO', id);
    };
    const context = await showOf(c, { ahead });
    const applied = await savePurchaseOrder(context, id, draft);
    await finish(context, applied);
    return c.json(await viewPurchaseOrder(context, id));
  })
  .put('/:id/submit', async (c) => {
    const id = c.req.param('id');
    const ahead = (seat: Seat) => {
      beginSubmission(seat, 'PO', id);
      viewAfterwards(seat, 'PO', id);
    };
    const context = await showOf(c, { ahead });
    await finish(context, await submitPurchaseOrder(context, id, c.req.query('r') === '1'));
    return c.json(await viewPurchaseOrder(context, id));
  })
  .put('/:id/pull-from-approval', async (c) => {
    const id = c.req.param('id');
    const context = await showOf(c, { ahead: (seat) => beginActionAndView(seat, id) });
    await finish(context, await act(context, { docType: 'PO', id }, 'pull', () => ({ at: context.now })));
    return c.json(await viewPurchaseOrder(context, id));
  })
  .post('/:id/discard-change-order', async (c) => {
    const id = c.req.param('id');
    const repeat = repeatIn(c, null);
    const ahead = (seat: Seat) => {
      beginRepeat(seat, repeat);
      beginActionAndView(seat, id);
    };
    const context = await showOf(c, { ahead });
    await discardChangeOrder(context, id, repeat);
    return c.json(await viewPurchaseOrder(context, id));
  })
  .put('/:id/pull', async (c) => {
    const id = c.req.param('id');
    const context = await showOf(c, { ahead: (seat) => beginActionAndView(seat, id) });
    await finish(context, await pullFromAccounting(context, id));
    return c.json(await viewPurchaseOrder(context, id));
  })
  .route('/', attachmentRoutes('PO'))
  .route('/', noteRoutes('PO'));
