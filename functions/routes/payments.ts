import { Hono } from 'hono';
import { Refusal } from '#domain/codes';
import { fetchedAmong, parseColumns, parseGrouping } from '#domain/lists/list-columns';
import { parsePage, parsePersona, parseSort } from '#domain/lists/lists';
import { nameSearches } from '#domain/payments/payment';
import { paymentAttachments, paymentSubmission } from '#domain/payments/payment-draft';
import { paymentFilters } from '#domain/payments/payment-filters';
import type { AppContext, AppEnv } from '#middleware/context';
import { valid } from '#middleware/validate';
import { requireModule } from '#verbs/lifecycle/reachable-document';
import { requestPaymentSync } from '#verbs/payments/request-payment-sync';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import {
  listPayments,
  paymentFilterSetupPlan,
  groupPayments,
  paymentGroupsPlan,
  paymentListPlan,
  paymentNamesPlan,
  paymentSumsPlan,
  sumPayments,
} from '#verbs/payments/list-payments';
import { noteRoutes } from './notes-and-attachments.ts';
import { openShow, showOf } from '#middleware/open-show';
import type { OpenedShow } from '#middleware/open-show';
import type { ReadPlan } from '#store/d1/query';
import { performAction, subjectPlan } from '#verbs/lifecycle/perform-action';
import { changeOnce, runAfterCommitAndRead } from '#verbs/approval/idempotent-change';
import { storedAnswerPlan } from '#verbs/request/idempotency';
import { attachToPayment, paymentAttachmentsPlan } from '#verbs/payments/payment-attachments';
import { paymentSubmissionPlan, submitPayment } from '#verbs/payments/submit-payment';
import { paymentViewPlan, viewPayment } from '#verbs/payments/view-payment';

/** The show of the request. Throws `FORBIDDEN` for a user without the payments module (DEC-12). */
async function paymentsOf(c: AppContext): Promise<RequestContext> {
  const context = await showOf(c);
  requireModule(context, 'PAYMENT');
  return context;
}

/** The same, with the rows of a plan. */
async function openPayments<P extends ReadPlan>(
  c: AppContext,
  planFor: (member: MembershipContext) => P,
): Promise<OpenedShow<P>> {
  const opened = await openShow(c, planFor);
  requireModule(opened.context, 'PAYMENT');
  return opened;
}

/**
 * Payments (API-88 to API-96). `POST /refresh?showId` requests a sync with accounting, in addition to the one every ten
 * minutes; it responds 202 immediately, and lists are updated by realtime events (DEC-44, DEC-100).
 */
export const payments = new Hono<AppEnv>()
  .post('/filter', valid('json', paymentFilters), async (c) => {
    const request = {
      filters: c.req.valid('json'),
      persona: parsePersona(c.req.query('persona')),
      sort: parseSort('PAYMENT', c.req.query('sort')),
      page: parsePage(c.req.query()),
      columns: fetchedAmong(parseColumns('PAYMENT', c.req.query('columns'))),
    };
    const { context, rows } = await openPayments(c, (member) => paymentListPlan(member, request));
    return c.json(listPayments(context, rows));
  })
  .post('/filter/sums', valid('json', paymentFilters), async (c) => {
    const filters = c.req.valid('json');
    const selection = { filters, persona: parsePersona(c.req.query('persona')) };
    const { context, rows } = await openPayments(c, (member) => paymentSumsPlan(member, selection));
    return c.json(sumPayments(context, rows));
  })
  .post('/filter/groups', valid('json', paymentFilters), async (c) => {
    const filters = c.req.valid('json');
    const selection = { filters, persona: parsePersona(c.req.query('persona')) };
    const by = parseGrouping('PAYMENT', c.req.query('by'));
    const { rows } = await openPayments(c, (member) => paymentGroupsPlan(member, selection, by));
    return c.json(groupPayments(rows));
  })
  .post('/refresh', async (c) => {
    await requestPaymentSync(await paymentsOf(c));
    return c.json({ accepted: true }, 202);
  })
  .post('/attachments/:id', valid('json', paymentAttachments), async (c) => {
    const input = c.req.valid('json');
    const id = c.req.param('id');
    const opened = await openPayments(c, (member) => paymentAttachmentsPlan(member, id, input));
    return c.json(await attachToPayment(opened.context, id, input, opened));
  })
  .get('/search/setup', async (c) => c.json((await openPayments(c, paymentFilterSetupPlan)).rows.setup))
  .get('/search/:type', async (c) => {
    const type = nameSearches.find((one) => one === c.req.param('type'));
    const search = (c.req.query('search') ?? '').trim().slice(0, 100);
    const { rows } = await openPayments(c, (member) => paymentNamesPlan(member, type, search));
    if (!type) throw new Refusal('invalid_parameter', { message: 'type is not valid.' });
    return c.json(rows.names ?? []);
  })
  .get('/:id', async (c) => {
    const id = c.req.param('id');
    const { context, rows } = await openPayments(c, (member) => paymentViewPlan(member, id));
    return c.json(viewPayment(context, rows));
  })
  .put('/:id/submit', valid('json', paymentSubmission), async (c) => {
    const id = c.req.param('id');
    const body = c.req.valid('json');
    const { workflowTemplateSlug: slug, contentVersion } = body;
    const opened = await openPayments(c, (member) => ({
      ...storedAnswerPlan(member),
      ...paymentSubmissionPlan(member, id, slug),
    }));
    const { context, rows } = opened;
    const after = paymentViewPlan(context, id);
    const submitted = await changeOnce(context, { id, stored: rows.stored, after }, (terms) =>
      submitPayment(context, id, slug, opened, { contentVersion, ...terms }),
    );
    return c.json(viewPayment(context, submitted));
  })
  .put('/:id/pull', async (c) => {
    const id = c.req.param('id');
    const opened = await openPayments(c, (member) => subjectPlan(member, id));
    const { context } = opened;
    const after = paymentViewPlan(context, id);
    const input = () => ({ at: context.now });
    const outcome = await performAction(context, { docType: 'PAYMENT', id }, 'pull', opened, {
      input,
      after,
    });
    return c.json(viewPayment(context, await runAfterCommitAndRead(context, outcome, after)));
  })
  .route('/', noteRoutes('PAYMENT'));
