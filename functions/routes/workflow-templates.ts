import { Hono } from 'hono';
import { Refusal } from '#domain/codes';
import type { TemplateType } from '#domain/document';
import { templateInput, templateLevel } from '#domain/workflow/workflow-template';
import type { AppEnv } from '#middleware/context';
import { openShow } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import { paymentTemplatesQuery } from '#store/show/payments/payment-workflow-templates';
import { bankAccountsQuery } from '#store/show/approval/workflow-templates';
import type { MembershipContext } from '#verbs/request/context';
import { requireModule } from '#verbs/lifecycle/reachable-document';
import { createTemplate, savePlan, saveTemplate } from '#verbs/approval/save-workflow-template';
import { runJob } from '#verbs/jobs/run-job';
import { listTemplates, templatesPlan, viewTemplate } from '#verbs/approval/view-workflow-template';

/** Approval flows of every type that the user may see (API-22). */
export const workflowTemplates = new Hono<AppEnv>().get('/', async (c) => {
  const { context, rows } = await openShow(c, templatesPlan);
  return c.json(listTemplates(context, rows));
});

/**
 * Reads, creates and changes a flow of one type (API-108 to API-116). A PUT accepts an idempotency key, too (DEC-99).
 */
function templatesOf(type: TemplateType) {
  return new Hono<AppEnv>()
    .get('/:id', async (c) => {
      const { context, rows } = await openShow(c, templatesPlan);
      return c.json(viewTemplate(context, rows, type, c.req.param('id')));
    })
    .post('/', valid('json', templateInput), async (c) => {
      const input = c.req.valid('json');
      const named = input.showId ?? undefined;
      const { context, rows } = await openShow(c, savePlan, { named });
      const saved = await createTemplate(context, rows, { type, input });
      return c.json(viewTemplate(context, saved.rows, type, saved.id), 201);
    })
    .put('/:id', valid('json', templateInput), async (c) => {
      const input = c.req.valid('json');
      const id = c.req.param('id');
      const { context, rows } = await openShow(c, savePlan);
      const saved = await saveTemplate(context, rows, { type, id, input }, runJob);
      return c.json(viewTemplate(context, saved.rows, type, id));
    });
}

export const purchaseOrderTemplates = templatesOf('PURCHASE_ORDER');
export const invoiceTemplates = templatesOf('INVOICE');

/**
 * Payment flows, with the list for the submit dialog of a payment (API-107, DEC-44) and the bank accounts that may be
 * assigned to a flow (API-106; `id` is the show's).
 */
export const paymentTemplates = new Hono<AppEnv>()
  .get('/listing', async (c) => {
    const { context, rows } = await openShow(c, ({ store }) => ({
      templates: paymentTemplatesQuery(store),
    }));
    requireModule(context, 'PAYMENT');
    return c.json(rows.templates);
  })
  .get('/project-bank-accounts/:id', async (c) => {
    const id = c.req.param('id');
    const plan = ({ store }: MembershipContext) => ({ accounts: bankAccountsQuery(store) });
    const { context, rows } = await openShow(c, plan, { named: id });
    if (context.show.id !== id) throw new Refusal('NOT_FOUND');
    if (templateLevel(context, 'PAYMENT') === 'NONE') throw new Refusal('FORBIDDEN');
    return c.json(rows.accounts);
  })
  .route('/', templatesOf('PAYMENT'));
