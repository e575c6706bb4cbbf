import { Hono } from 'hono';
import * as v from 'valibot';
import { optionalAttachmentsInput } from '#domain/documents/attachment-draft';
import { namedContent, namedContentQuery, optionalId } from '#domain/values/schema-fields';
import { lineUpdate } from '#domain/purchase-orders/line-update';
import { parsePage, parsePersona, parseSort } from '#domain/lists/lists';
import { purchaseOrderFilters } from '#domain/lists/list-filters';
import { purchaseOrderInput } from '#domain/purchase-orders/purchase-order';
import type { AppEnv } from '#middleware/context';
import { repeatIn } from '#middleware/idempotency-key';
import { showOf } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import { act } from '#verbs/lifecycle/perform-action';
import { changeOnce } from '#verbs/approval/idempotent-change';
import { discardChangeOrder } from '#verbs/purchase-orders/change-order';
import { createPurchaseOrder } from '#verbs/purchase-orders/create-purchase-order';
import {
  listPurchaseOrders,
  rowsWanted,
  sumPurchaseOrders,
} from '#verbs/purchase-orders/list-purchase-orders';
import type { Seat } from '#verbs/request/context';
import { beginLinking } from '#verbs/documents/link-attachments';
import {
  beginAction,
  beginDraft,
  beginRepeat,
  beginStoredDraft,
  beginLines,
  beginSubmission,
  beginView,
  viewAfterwards,
} from '#verbs/request/prefetch';
import {
  listPurchaseOrders as rowsOfList,
  readPurchaseOrderSums as sumOfList,
} from '#store/show/purchase-orders/list-purchase-orders';
import { beginRelievable, listRelievable } from '#verbs/relief/list-relievable';
import { prefetchFigures, pullFromAccounting } from '#verbs/purchase-orders/pull-from-accounting';
import { pushToAccounting } from '#verbs/purchase-orders/push-to-accounting';
import { saveLine } from '#verbs/purchase-orders/save-line';
import { prefetchRestore } from '#verbs/lifecycle/restored-content';
import { savePurchaseOrder } from '#verbs/purchase-orders/save-purchase-order';
import { submitPurchaseOrder } from '#verbs/purchase-orders/submit-purchase-order';
import { tellChange } from '#verbs/realtime/publish-document-change';
import { viewPurchaseOrder } from '#verbs/purchase-orders/view-purchase-order';
import { finish } from '#verbs/lifecycle/finish-change';
import { attachmentRoutes, noteRoutes } from './notes-and-attachments.ts';

const relieveQuery = v.object({
  companyId: v.pipe(v.string(), v.maxLength(100)),
  currencyId: v.pipe(v.string(), v.maxLength(100)),
  invoiceId: optionalId,
});
const lineBody = v.object({
  lineItem: lineUpdate,
  persona: v.nullish(v.pipe(v.string(), v.maxLength(20))),
  contentVersion: namedContent,
});
const saveBody = v.object({
  ...purchaseOrderInput.entries,
  attachments: optionalAttachmentsInput,
  contentVersion: namedContent,
});

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
  .post('/filter/sums', valid('json', purchaseOrderFilters), async (c) => {
    const filters = c.req.valid('json');
    const wanted = { filters, persona: parsePersona(c.req.query('persona')) };
    const ahead = (seat: Seat) => {
      seat.store.foreseen.begin(sumOfList, seat.store, rowsWanted(seat, wanted));
    };
    const fresh = filters.poNumbers.length > 0;
    return c.json(await sumPurchaseOrders(await showOf(c, { named: filters.showId, ahead, fresh }), wanted));
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
    const { lineItem, persona, contentVersion } = c.req.valid('json');
    parsePersona(persona ?? undefined);
    const repeat = repeatIn(c, { lineItem, contentVersion });
    const id = c.req.param('id');
    const ahead = (seat: Seat) => {
      beginRepeat(seat, repeat);
      beginStoredDraft(seat, id);
      beginActionAndView(seat, id);
    };
    return c.json(await saveLine(await showOf(c, { ahead }), id, lineItem, repeat, contentVersion));
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
  .put('/:id', valid('json', saveBody), async (c) => {
    const body = c.req.valid('json');
    const { contentVersion, ...given } = body;
    const keepsFiles = given.attachments === null;
    const draft = { ...given, attachments: given.attachments ?? [] };
    const id = c.req.param('id');
    const repeat = repeatIn(c, body);
    const ahead = (seat: Seat) => {
      beginRepeat(seat, repeat);
      beginAction(seat, 'PO', id);
      beginLines(seat, id);
      beginDraft(seat, draft);
      beginLinking(seat, 'PO', id, draft.attachments);
      viewAfterwards(seat, 'PO', id);
    };
    const context = await showOf(c, { ahead });
    await changeOnce(context, id, repeat, (more) =>
      savePurchaseOrder(context, id, draft, { contentVersion, more, keepsFiles }),
    );
    return c.json(await viewPurchaseOrder(context, id));
  })
  .put('/:id/submit', valid('query', namedContentQuery), async (c) => {
    const id = c.req.param('id');
    const { contentVersion } = c.req.valid('query');
    const wantsNumber = c.req.query('r') === '1';
    const repeat = repeatIn(c, { wantsNumber, contentVersion });
    const ahead = (seat: Seat) => {
      beginRepeat(seat, repeat);
      beginSubmission(seat, 'PO', id);
      viewAfterwards(seat, 'PO', id);
    };
    const context = await showOf(c, { ahead });
    await changeOnce(context, id, repeat, (more) =>
      submitPurchaseOrder(context, id, wantsNumber, { contentVersion, more }),
    );
    return c.json(await viewPurchaseOrder(context, id));
  })
  .put('/:id/pull-from-approval', async (c) => {
    const id = c.req.param('id');
    const context = await showOf(c, { ahead: (seat) => beginActionAndView(seat, id) });
    await finish(context, await act(context, { docType: 'PO', id }, 'pull', () => ({ at: context.now })));
    return c.json(await viewPurchaseOrder(context, id));
  })
  .post('/:id/discard-change-order', valid('query', namedContentQuery), async (c) => {
    const id = c.req.param('id');
    const { contentVersion } = c.req.valid('query');
    const repeat = repeatIn(c, contentVersion);
    const ahead = (seat: Seat) => {
      beginRepeat(seat, repeat);
      prefetchRestore(seat, id);
      beginActionAndView(seat, id);
    };
    const context = await showOf(c, { ahead });
    await discardChangeOrder(context, id, repeat, contentVersion);
    return c.json(await viewPurchaseOrder(context, id));
  })
  .put('/:id/pull', async (c) => {
    const id = c.req.param('id');
    const ahead = (seat: Seat) => {
      prefetchFigures(seat, id);
      beginActionAndView(seat, id);
    };
    const context = await showOf(c, { ahead });
    await finish(context, await pullFromAccounting(context, id));
    return c.json(await viewPurchaseOrder(context, id));
  })
  .route('/', attachmentRoutes('PO'))
  .route('/', noteRoutes('PO'));
