import { Hono } from 'hono';
import * as v from 'valibot';
import { optionalId } from '#domain/bounded';
import { lineUpdate } from '#domain/line-update';
import { parsePage, parsePersona, parseSort, purchaseOrderFilters } from '#domain/lists';
import { purchaseOrderInput } from '#domain/purchase-order';
import type { AppEnv } from '#middleware/context';
import { repeatIn } from '#middleware/repeat';
import { showOf } from '#middleware/show';
import { valid } from '#middleware/valid';
import { act } from '#verbs/act';
import { discardChangeOrder } from '#verbs/change-order';
import { createPurchaseOrder } from '#verbs/create-purchase-order';
import { listPurchaseOrders } from '#verbs/list-purchase-orders';
import { listRelievable } from '#verbs/list-relievable';
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

/** Purchase orders (API-02 to API-15). */
export const purchaseOrders = new Hono<AppEnv>()
  .post('/', valid('json', purchaseOrderInput), async (c) => {
    const draft = c.req.valid('json');
    const context = await showOf(c, draft.showId ?? undefined);
    const { id } = await createPurchaseOrder(context, draft, repeatIn(c, draft));
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
    return c.json(await listPurchaseOrders(await showOf(c, filters.showId), request));
  })
  .post('/push/:id', async (c) => {
    const context = await showOf(c);
    const id = c.req.param('id');
    await pushToAccounting(context, id, repeatIn(c, null));
    return c.json(await viewPurchaseOrder(context, id));
  })
  .post('/lineitem/:id', valid('json', lineBody), async (c) => {
    const { lineItem, persona } = c.req.valid('json');
    parsePersona(persona ?? undefined);
    const repeat = repeatIn(c, lineItem);
    return c.json(await saveLine(await showOf(c), c.req.param('id'), lineItem, repeat));
  })
  .get('/get-for-relieve/:vendorId', valid('query', relieveQuery), async (c) => {
    const { companyId, currencyId, invoiceId } = c.req.valid('query');
    const parties = {
      vendor: c.req.param('vendorId'),
      projectCompanyExternalId: companyId,
      currencyExternalId: currencyId,
    };
    return c.json({ poS: await listRelievable(await showOf(c), parties, invoiceId) });
  })
  .get('/:id', async (c) => {
    parsePersona(c.req.query('persona'));
    return c.json(await viewPurchaseOrder(await showOf(c), c.req.param('id')));
  })
  .put('/:id', valid('json', purchaseOrderInput), async (c) => {
    const context = await showOf(c);
    const id = c.req.param('id');
    const applied = await savePurchaseOrder(context, id, c.req.valid('json'));
    await finish(context, applied);
    return c.json(await viewPurchaseOrder(context, id));
  })
  .put('/:id/submit', async (c) => {
    const context = await showOf(c);
    const id = c.req.param('id');
    await finish(context, await submitPurchaseOrder(context, id, c.req.query('r') === '1'));
    return c.json(await viewPurchaseOrder(context, id));
  })
  .put('/:id/pull-from-approval', async (c) => {
    const context = await showOf(c);
    const id = c.req.param('id');
    await finish(context, await act(context, { docType: 'PO', id }, 'pull', () => ({ at: context.now })));
    return c.json(await viewPurchaseOrder(context, id));
  })
  .post('/:id/discard-change-order', async (c) => {
    const context = await showOf(c);
    const id = c.req.param('id');
    await discardChangeOrder(context, id, repeatIn(c, null));
    return c.json(await viewPurchaseOrder(context, id));
  })
  .put('/:id/pull', async (c) => {
    const context = await showOf(c);
    const id = c.req.param('id');
    await finish(context, await pullFromAccounting(context, id));
    return c.json(await viewPurchaseOrder(context, id));
  })
  .route('/', attachmentRoutes('PO'))
  .route('/', noteRoutes('PO'));
