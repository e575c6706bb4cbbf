import { Hono } from 'hono';
import { Refusal } from '#domain/codes';
import type { TemplateType } from '#domain/document';
import { templateInput, templateLevel } from '#domain/workflow/workflow-template';
import type { AppEnv } from '#middleware/context';
import { repeatIn } from '#middleware/idempotency-key';
import { showOf } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import { readPaymentTemplates } from '#store/show/payments/payment-workflow-templates';
import { readBankAccounts, readTemplateSet } from '#store/show/approval/workflow-templates';
import { beginRepeat, reading, readingWithPeople } from '#verbs/request/prefetch';
import type { Seat } from '#verbs/request/context';
import type { Repeat } from '#verbs/request/idempotency';
import { mustHaveModule } from '#verbs/lifecycle/reachable-document';
import { createTemplate, saveTemplate } from '#verbs/approval/save-workflow-template';
import { runErrand } from '#verbs/jobs/run-job';
import { listTemplates, viewTemplate } from '#verbs/approval/view-workflow-template';

/** Approval flows of every type that the user may see (API-22). */
export const workflowTemplates = new Hono<AppEnv>().get('/', async (c) =>
  c.json(await listTemplates(await showOf(c, { ahead: readingWithPeople(readTemplateSet) }))),
);

/** What a flow is checked against, and, behind its write, what its page shows. */
function beginSaving(seat: Seat, repeat: Repeat | null): void {
  const set = readingWithPeople(readTemplateSet);
  beginRepeat(seat, repeat);
  set(seat);
  seat.store.foreseen.afterWrite = (store) => {
    set({ ...seat, store });
  };
}

/** Read, create and change a flow of one type (API-108 to API-116). A PUT may be repeated like a POST (DEC-99). */
function templatesOf(type: TemplateType) {
  return new Hono<AppEnv>()
    .get('/:id', async (c) => {
      const context = await showOf(c, { ahead: readingWithPeople(readTemplateSet) });
      return c.json(await viewTemplate(context, type, c.req.param('id')));
    })
    .post('/', valid('json', templateInput), async (c) => {
      const input = c.req.valid('json');
      const repeat = repeatIn(c, input);
      const ahead = (seat: Seat) => beginSaving(seat, repeat);
      const context = await showOf(c, { named: input.showId ?? undefined, ahead });
      const { id } = await createTemplate(context, type, input, repeat);
      return c.json(await viewTemplate(context, type, id), 201);
    })
    .put('/:id', valid('json', templateInput), async (c) => {
      const input = c.req.valid('json');
      const id = c.req.param('id');
      const repeat = repeatIn(c, input);
      const context = await showOf(c, { ahead: (seat) => beginSaving(seat, repeat) });
      await saveTemplate(context, { type, id }, input, repeat, runErrand);
      return c.json(await viewTemplate(context, type, id));
    });
}

export const purchaseOrderTemplates = templatesOf('PURCHASE_ORDER');
export const invoiceTemplates = templatesOf('INVOICE');

/**
 * Payment flows: also what the submit dialog of a payment chooses from (API-107, DEC-44), and the bank accounts that may
 * choose one (API-106; `id` is the show's).
 */
export const paymentTemplates = new Hono<AppEnv>()
  .get('/listing', async (c) => {
    const context = await showOf(c, { ahead: reading(readPaymentTemplates) });
    mustHaveModule(context, 'PAYMENT');
    return c.json(await context.store.foreseen.ask(readPaymentTemplates, context.store));
  })
  .get('/project-bank-accounts/:id', async (c) => {
    const context = await showOf(c, { named: c.req.param('id'), ahead: reading(readBankAccounts) });
    if (context.show.id !== c.req.param('id')) throw new Refusal('NOT_FOUND');
    if (templateLevel(context, 'PAYMENT') === 'NONE') throw new Refusal('FORBIDDEN');
    return c.json(await context.store.foreseen.ask(readBankAccounts, context.store));
  })
  .route('/', templatesOf('PAYMENT'));
