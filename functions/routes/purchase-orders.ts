import { Hono } from 'hono';
import * as v from 'valibot';
import { attachmentsInput } from '#domain/attachments';
import { lineUpdate } from '#domain/line-update';
import { parsePage, parsePersona, parseSort, purchaseOrderFilters } from '#domain/lists';
import { noteEdit, noteInput } from '#domain/notes';
import { purchaseOrderInput } from '#domain/purchase-order';
import type { AppEnv } from '#middleware/context';
import { repeatIn } from '#middleware/repeat';
import { showOf } from '#middleware/show';
import { valid } from '#middleware/valid';
import { act } from '#verbs/act';
import { attach } from '#verbs/attach';
import { discardChangeOrder } from '#verbs/change-order';
import { createPurchaseOrder } from '#verbs/create-purchase-order';
import { listPurchaseOrders } from '#verbs/list-purchase-orders';
import { addNote, editNote } from '#verbs/note';
import { pullFromAccounting } from '#verbs/pull-from-accounting';
import { pushToAccounting } from '#verbs/push-to-accounting';
import { saveLine } from '#verbs/save-line';
import { savePurchaseOrder } from '#verbs/save-purchase-order';
import { submitPurchaseOrder } from '#verbs/submit-purchase-order';
import { tellChange } from '#verbs/tell-change';
import { viewPurchaseOrder } from '#verbs/view-purchase-order';
import { finish } from '#verbs/workflow-action';

const attachmentsBody = v.object({ attachments: attachmentsInput });
const lineBody = v.object({ lineItem: lineUpdate, persona: v.nullish(v.pipe(v.string(), v.maxLength(20))) });

/** Purchase orders (API-02 to API-13, API-15). */
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
  .post('/attachments/:id', valid('json', attachmentsBody), async (c) => {
    const context = await showOf(c);
    const target = { docType: 'PO' as const, id: c.req.param('id') };
    return c.json({ attachments: await attach(context, target, c.req.valid('json').attachments) });
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
  .post('/:id/notes', valid('json', noteInput), async (c) => {
    const target = { docType: 'PO' as const, id: c.req.param('id') };
    const draft = c.req.valid('json');
    return c.json(await addNote(await showOf(c), target, draft, repeatIn(c, draft)), 201);
  })
  .put('/:id/notes', valid('json', noteEdit), async (c) => {
    const target = { docType: 'PO' as const, id: c.req.param('id') };
    return c.json(await editNote(await showOf(c), target, c.req.valid('json')));
  });
