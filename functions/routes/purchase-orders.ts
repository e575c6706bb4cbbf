import { Hono } from 'hono';
import * as v from 'valibot';
import { optionalAttachmentsInput } from '#domain/documents/attachment-draft';
import { namedContent, namedContentQuery, optionalId, submitQuery } from '#domain/values/schema-fields';
import { lineUpdate } from '#domain/purchase-orders/line-update';
import { fetchedAmong, parseColumns, parseGrouping } from '#domain/lists/list-columns';
import { parsePage, parsePersona, parseSort } from '#domain/lists/lists';
import { purchaseOrderFilters } from '#domain/lists/list-filters';
import { purchaseOrderInput } from '#domain/purchase-orders/purchase-order';
import type { AppEnv } from '#middleware/context';
import { valid } from '#middleware/validate';
import {
  groupPurchaseOrders,
  listPurchaseOrders,
  purchaseOrderGroupsPlan,
  purchaseOrderListPlan,
  purchaseOrderSumsPlan,
  sumPurchaseOrders,
} from '#verbs/purchase-orders/list-purchase-orders';
import type { MembershipContext } from '#verbs/request/context';
import { submitPurchaseOrder } from '#verbs/purchase-orders/submit-purchase-order';
import { attachmentRoutes, noteRoutes } from './notes-and-attachments.ts';
import { openShow } from '#middleware/open-show';
import { performAction, documentChangePlan, subjectPlan } from '#verbs/lifecycle/perform-action';
import { changeOnce, runAfterCommitAndRead } from '#verbs/approval/idempotent-change';
import { submissionPlan } from '#verbs/approval/plan-workflow';
import { storedAnswerPlan } from '#verbs/request/idempotency';
import { discardChangeOrder, discardPlan } from '#verbs/purchase-orders/change-order';
import { createPurchaseOrder, newPurchaseOrderPlan } from '#verbs/purchase-orders/create-purchase-order';
import { listRelievable, relievablePlan } from '#verbs/relief/list-relievable';
import { accountingPullPlan, pullFromAccounting } from '#verbs/purchase-orders/pull-from-accounting';
import { lineClosingPlan, setLineClosed } from '#verbs/purchase-orders/close-line';
import { pushToAccounting } from '#verbs/purchase-orders/push-to-accounting';
import { lineSavePlan, saveLine } from '#verbs/purchase-orders/save-line';
import { purchaseOrderSavePlan, savePurchaseOrder } from '#verbs/purchase-orders/save-purchase-order';
import { purchaseOrderViewPlan, viewPurchaseOrder } from '#verbs/purchase-orders/view-purchase-order';

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
const closingBody = v.object({ isClosed: v.boolean() });
const saveBody = v.object({
  ...purchaseOrderInput.entries,
  attachments: optionalAttachmentsInput,
  contentVersion: namedContent,
});

/** Purchase orders (API-02 to API-15). */
export const purchaseOrders = new Hono<AppEnv>()
  .post('/', valid('json', purchaseOrderInput), async (c) => {
    const draft = c.req.valid('json');
    const plan = (member: MembershipContext) => newPurchaseOrderPlan(member, draft);
    const { context, rows } = await openShow(c, plan, { named: draft.showId ?? undefined });
    const created = await createPurchaseOrder(context, draft, rows);
    return c.json(viewPurchaseOrder(context, created.rows), 201);
  })
  .post('/filter', valid('json', purchaseOrderFilters), async (c) => {
    const filters = c.req.valid('json');
    const request = {
      filters,
      persona: parsePersona(c.req.query('persona')),
      sort: parseSort('PO', c.req.query('sort')),
      page: parsePage(c.req.query()),
      columns: fetchedAmong(parseColumns('PO', c.req.query('columns'))),
    };
    const plan = (member: MembershipContext) => purchaseOrderListPlan(member, request);
    // The milestone from which a user may read the number is a permission, so it is read from the primary.
    const fresh = filters.poNumbers.length > 0;
    const { context, rows } = await openShow(c, plan, { named: filters.showId, fresh });
    return c.json(listPurchaseOrders(context, rows));
  })
  .post('/filter/sums', valid('json', purchaseOrderFilters), async (c) => {
    const filters = c.req.valid('json');
    const selection = { filters, persona: parsePersona(c.req.query('persona')) };
    const plan = (member: MembershipContext) => purchaseOrderSumsPlan(member, selection);
    const fresh = filters.poNumbers.length > 0;
    const { context, rows } = await openShow(c, plan, { named: filters.showId, fresh });
    return c.json(sumPurchaseOrders(context, rows));
  })
  .post('/filter/groups', valid('json', purchaseOrderFilters), async (c) => {
    const filters = c.req.valid('json');
    const selection = { filters, persona: parsePersona(c.req.query('persona')) };
    const by = parseGrouping('PO', c.req.query('by'));
    const fresh = filters.poNumbers.length > 0;
    const plan = (member: MembershipContext) => purchaseOrderGroupsPlan(member, selection, by);
    const { rows } = await openShow(c, plan, { named: filters.showId, fresh });
    return c.json(groupPurchaseOrders(rows));
  })
  .post('/push/:id', async (c) => {
    const id = c.req.param('id');
    const opened = await openShow(c, (member) => documentChangePlan(member, id));
    return c.json(viewPurchaseOrder(opened.context, await pushToAccounting(opened.context, id, opened)));
  })
  .post('/lineitem/:id', valid('json', lineBody), async (c) => {
    const { lineItem, persona, contentVersion } = c.req.valid('json');
    parsePersona(persona ?? undefined);
    const id = c.req.param('id');
    const opened = await openShow(c, (member) => lineSavePlan(member, id));
    return c.json(await saveLine(opened.context, id, lineItem, opened, { contentVersion }));
  })
  .put('/:id/lines/:lineId/closed', valid('json', closingBody), async (c) => {
    const { id, lineId } = c.req.param();
    const { isClosed } = c.req.valid('json');
    const opened = await openShow(c, (member) => lineClosingPlan(member, id));
    const line = { id, lineId, isClosed };
    return c.json(viewPurchaseOrder(opened.context, await setLineClosed(opened.context, line, opened)));
  })
  .get('/get-for-relieve/:vendorId', valid('query', relieveQuery), async (c) => {
    const { companyId, currencyId, invoiceId } = c.req.valid('query');
    const parties = {
      vendor: c.req.param('vendorId'),
      projectCompanyExternalId: companyId,
      currencyExternalId: currencyId,
    };
    const { context, rows } = await openShow(c, (member) => relievablePlan(member, parties, invoiceId));
    return c.json({ poS: await listRelievable(context, parties, invoiceId, rows) });
  })
  .get('/:id', async (c) => {
    parsePersona(c.req.query('persona'));
    const id = c.req.param('id');
    const { context, rows } = await openShow(c, (member) => purchaseOrderViewPlan(member, id));
    return c.json(viewPurchaseOrder(context, rows));
  })
  .put('/:id', valid('json', saveBody), async (c) => {
    const body = c.req.valid('json');
    const { contentVersion, ...input } = body;
    const keepsFiles = input.attachments === null;
    const draft = { ...input, attachments: input.attachments ?? [] };
    const id = c.req.param('id');
    const opened = await openShow(c, (member) => ({
      ...storedAnswerPlan(member),
      ...purchaseOrderSavePlan(member, id, draft),
    }));
    const { context, rows } = opened;
    const after = purchaseOrderViewPlan(context, id);
    const saved = await changeOnce(context, { id, stored: rows.stored, after }, (terms) =>
      savePurchaseOrder(context, draft, opened, { contentVersion, keepsFiles, ...terms }),
    );
    return c.json(viewPurchaseOrder(context, saved));
  })
  .put('/:id/submit', valid('query', submitQuery), async (c) => {
    const id = c.req.param('id');
    const { contentVersion, budgetReason } = c.req.valid('query');
    const wantsNumber = c.req.query('r') === '1';
    const opened = await openShow(c, (member) => ({
      ...storedAnswerPlan(member),
      ...submissionPlan(member, 'PO', id),
    }));
    const { context, rows } = opened;
    const after = purchaseOrderViewPlan(context, id);
    const submitted = await changeOnce(context, { id, stored: rows.stored, after }, (terms) =>
      submitPurchaseOrder(context, id, { wantsNumber, budgetReason }, opened, { contentVersion, ...terms }),
    );
    return c.json(viewPurchaseOrder(context, submitted));
  })
  .put('/:id/pull-from-approval', async (c) => {
    const id = c.req.param('id');
    const opened = await openShow(c, (member) => subjectPlan(member, id));
    const { context } = opened;
    const after = purchaseOrderViewPlan(context, id);
    const input = () => ({ at: context.now });
    const outcome = await performAction(context, { docType: 'PO', id }, 'pull', opened, { input, after });
    return c.json(viewPurchaseOrder(context, await runAfterCommitAndRead(context, outcome, after)));
  })
  .post('/:id/discard-change-order', valid('query', namedContentQuery), async (c) => {
    const id = c.req.param('id');
    const { contentVersion } = c.req.valid('query');
    const opened = await openShow(c, (member) => discardPlan(member, id));
    const { context } = opened;
    const rows = await discardChangeOrder(context, id, opened, { contentVersion });
    return c.json(viewPurchaseOrder(context, rows));
  })
  .put('/:id/pull', async (c) => {
    const id = c.req.param('id');
    const opened = await openShow(c, (member) => accountingPullPlan(member, id));
    const { context } = opened;
    const after = purchaseOrderViewPlan(context, id);
    const outcome = await pullFromAccounting(context, id, opened, after);
    return c.json(viewPurchaseOrder(context, await runAfterCommitAndRead(context, outcome, after)));
  })
  .route('/', attachmentRoutes('PO'))
  .route('/', noteRoutes('PO'));
