import { Hono } from 'hono';
import * as v from 'valibot';
import { actionReason, id, namedContent } from '#domain/values/schema-fields';
import { budgetAnswers } from '#domain/budget/budget-answers';
import type { BudgetAnswer } from '#domain/budget/budget-answers';
import { Refusal } from '#domain/codes';
import { showIdOf } from '#domain/values/ids';
import { docTypes } from '#domain/document';
import type { DocType } from '#domain/document';
import { toCents } from '#domain/values/money';
import type { Action } from '#domain/lifecycle/transition';
import type { AppContext, AppEnv } from '#middleware/context';
import { openShow } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import { documentChangePlan } from '#verbs/lifecycle/perform-action';
import { requestChangeOrder } from '#verbs/purchase-orders/change-order';
import { viewPurchaseOrder } from '#verbs/purchase-orders/view-purchase-order';
import { approvalRoutePlan, viewApprovalRoute } from '#verbs/approval/view-approval-route';
import type { QueueOrder } from '#store/show/lists/read-approval-queue';
import { actionPlan, performWorkflowAction } from '#verbs/approval/perform-workflow-action';

/** The one order besides the default (WAIT-10). */
const queueSorts = ['WAITING_SINCE,ASC'] as const;

const text = (maximum: number) => v.nullish(v.pipe(v.string(), v.maxLength(maximum)), null);

/**
 * Fields of the contract without an effect (AP-03, AP-04): days are those of the time zone of the show, and nothing that
 * an action returns or mails has relief indicators.
 */
const ignored = { timeZone: text(64), displayIndicators: v.optional(v.boolean(), false) };

/**
 * The fields of every action (AP-03). `changeOrderNumber` is the open change order that the user saw, 0 for none;
 * `contentVersion` the content that they saw (DEC-30).
 */
const fields = {
  docId: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  workflowId: text(100),
  workflowStepId: text(100),
  changeOrderNumber: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0)), null),
  contentVersion: namedContent,
  reason: actionReason,
  showId: text(12),
  getNext: v.optional(v.boolean(), false),
  sort: v.optional(
    v.pipe(
      v.picklist(queueSorts),
      v.description('The order of the queue from which `getNext` chooses. Default: by number, newest first.'),
    ),
  ),
  archive: v.optional(v.boolean(), false),
  ...ignored,
};

/** The body of an action, limited to the document types that support it (AP-08 to AP-10). */
function requestBody<const Types extends readonly DocType[]>(types: Types) {
  return v.object({ ...fields, docType: v.picklist(types) });
}
const approvalBody = requestBody(['PO', 'INVOICE', 'PAYMENT']);
/** `budgetAnswer` is what the field `budget` of the document said (BUD-25). */
const voteBody = v.object({
  ...approvalBody.entries,
  budgetAnswer: v.nullish(v.picklist(budgetAnswers), null),
});
const sendBackBody = v.object({ ...approvalBody.entries, toStepId: text(100) });
const returnBody = requestBody(['PO', 'INVOICE']);
const denyBody = requestBody(['INVOICE', 'PAYMENT']);
type Body = v.InferOutput<ReturnType<typeof requestBody<readonly DocType[]>>>;

async function performAndRespond(
  c: AppContext,
  action: Action,
  body: Body & { toStepId?: string | null; budgetAnswer?: BudgetAnswer | null },
) {
  const nextOrder: QueueOrder = body.sort ? 'WAITING' : 'NUMBER';
  const opened = await openShow(c, (member) => actionPlan(member, action, { ...body, nextOrder }), {
    named: body.showId ?? showIdOf(body.docId) ?? undefined,
  });
  // These must name their workflow or step, so that an outdated page never acts on the next step (DEC-30).
  if ((action === 'approve' || action === 'send-back') && !body.workflowId && !body.workflowStepId)
    throw new Refusal('MISSING_REQUIRED_FIELDS');
  const request = {
    docType: body.docType,
    docId: body.docId,
    getNext: body.getNext,
    nextOrder,
    contentVersion: body.contentVersion,
    budgetAnswer: body.budgetAnswer ?? null,
    input: {
      archive: body.archive,
      workflowId: body.workflowId ?? null,
      workflowStepId: body.workflowStepId ?? null,
      changeOrderNumber: body.changeOrderNumber,
      reason: body.reason,
      toStepId: body.toStepId ?? null,
    },
  };
  return c.json(await performWorkflowAction(opened.context, action, request, opened));
}

/** The body of API-20. The action itself refuses an empty reason, after permissions and state (DEC-98). */
const adjustBody = v.object({
  poId: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  reason: actionReason,
});

const routeQuery = v.object({
  docType: v.picklist(docTypes),
  docId: v.nullish(id, null),
  total: v.nullish(v.pipe(v.string(), v.regex(/^-?\d{1,10}(\.\d{1,2})?$/), v.transform(Number)), null),
  currency: v.nullish(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)), null),
  departmentId: v.nullish(id, null),
  hasTemporaryVendor: v.nullish(v.picklist(['true', 'false']), null),
  workflowTemplateSlug: v.nullish(id, null),
  showId: v.nullish(id, null),
});

/** Workflow actions on a document (API-16 to API-20), and the approval steps that it will take (ROUTE-01). */
export const workflows = new Hono<AppEnv>()
  .get('/route', valid('query', routeQuery), async (c) => {
    const { hasTemporaryVendor, total, showId, ...entered } = c.req.valid('query');
    const request = {
      ...entered,
      totalCents: total === null ? null : toCents(total),
      vendorIsTemporary: hasTemporaryVendor === null ? null : hasTemporaryVendor === 'true',
    };
    const { context, rows } = await openShow(c, (member) => approvalRoutePlan(member, request), {
      named: showId ?? showIdOf(entered.docId ?? '') ?? undefined,
    });
    return c.json(viewApprovalRoute(context, request, rows));
  })
  .post('/approval', valid('json', voteBody), (c) => performAndRespond(c, 'approve', c.req.valid('json')))
  .post('/revision', valid('json', returnBody), (c) => performAndRespond(c, 'revise', c.req.valid('json')))
  .post('/void', valid('json', returnBody), (c) => performAndRespond(c, 'void', c.req.valid('json')))
  .post('/deny', valid('json', denyBody), (c) => performAndRespond(c, 'deny', c.req.valid('json')))
  .post('/nudge', valid('json', approvalBody), (c) => performAndRespond(c, 'nudge', c.req.valid('json')))
  .post('/take-back', valid('json', approvalBody), (c) =>
    performAndRespond(c, 'take-back', c.req.valid('json')),
  )
  .post('/send-back', valid('json', sendBackBody), (c) =>
    performAndRespond(c, 'send-back', c.req.valid('json')),
  )
  .post('/adjust', valid('json', adjustBody), async (c) => {
    const { poId, reason } = c.req.valid('json');
    const opened = await openShow(c, (member) => documentChangePlan(member, poId), {
      named: showIdOf(poId) ?? undefined,
    });
    const { context } = opened;
    const rows = await requestChangeOrder(context, { poId, reason: reason ?? '' }, opened);
    return c.json(viewPurchaseOrder(context, rows));
  });
