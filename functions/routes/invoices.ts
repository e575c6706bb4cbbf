import { Hono } from 'hono';
import * as v from 'valibot';
import { optionalAttachmentsInput } from '#domain/documents/attachment-draft';
import { namedContent, submitQuery } from '#domain/values/schema-fields';
import { invoiceInput } from '#domain/invoices/invoice';
import { fetchedAmong, parseColumns, parseGrouping } from '#domain/lists/list-columns';
import { parsePage, parsePersona, parseSort } from '#domain/lists/lists';
import { invoiceFilters } from '#domain/lists/list-filters';
import { similarRequest } from '#domain/invoices/similar-invoice';
import type { AppContext, AppEnv } from '#middleware/context';
import { valid } from '#middleware/validate';
import {
  groupInvoices,
  invoiceGroupsPlan,
  invoiceListPlan,
  invoiceSumsPlan,
  listInvoices,
  sumInvoices,
} from '#verbs/invoices/list-invoices';
import type { MembershipContext } from '#verbs/request/context';
import { attachmentRoutes, noteRoutes } from './notes-and-attachments.ts';
import { openShow } from '#middleware/open-show';
import { performAction, subjectPlan } from '#verbs/lifecycle/perform-action';
import { changeOnce, runAfterCommitAndRead } from '#verbs/approval/idempotent-change';
import { storedAnswerPlan } from '#verbs/request/idempotency';
import { createInvoice, newInvoicePlan } from '#verbs/invoices/create-invoice';
import { invoiceSavePlan, saveInvoice } from '#verbs/invoices/save-invoice';
import { similarToTyped, similarToTypedPlan } from '#verbs/invoices/similar-invoices';
import { invoiceSubmissionPlan, submitInvoice } from '#verbs/invoices/submit-invoice';
import { invoiceViewPlan, viewInvoice } from '#verbs/invoices/view-invoice';

/** Whether the invoice may have the number of another invoice of the same vendor (IN-16). */
function override(c: AppContext): boolean {
  return c.req.query('overrideDuplicateValidation') === 'true';
}

const saveBody = v.object({
  ...invoiceInput.entries,
  attachments: optionalAttachmentsInput,
  contentVersion: namedContent,
});

/** Invoices (API-79 to API-87). */
export const invoices = new Hono<AppEnv>()
  .post('/', valid('json', invoiceInput), async (c) => {
    const draft = c.req.valid('json');
    const overrides = override(c);
    const plan = (member: MembershipContext) => newInvoicePlan(member, draft);
    const { context, rows } = await openShow(c, plan, { named: draft.showId ?? undefined });
    const created = await createInvoice(context, draft, overrides, rows);
    return c.json(viewInvoice(context, created.rows), 201);
  })
  .post('/filter', valid('json', invoiceFilters), async (c) => {
    const filters = c.req.valid('json');
    const request = {
      filters,
      persona: parsePersona(c.req.query('persona')),
      sort: parseSort('INVOICE', c.req.query('sort')),
      page: parsePage(c.req.query()),
      columns: fetchedAmong(parseColumns('INVOICE', c.req.query('columns'))),
    };
    const plan = (member: MembershipContext) => invoiceListPlan(member, request);
    const { context, rows } = await openShow(c, plan, { named: filters.showId });
    return c.json(listInvoices(context, rows));
  })
  .post('/filter/sums', valid('json', invoiceFilters), async (c) => {
    const filters = c.req.valid('json');
    const selection = { filters, persona: parsePersona(c.req.query('persona')) };
    const plan = (member: MembershipContext) => invoiceSumsPlan(member, selection);
    const { context, rows } = await openShow(c, plan, { named: filters.showId });
    return c.json(sumInvoices(context, rows));
  })
  .post('/filter/groups', valid('json', invoiceFilters), async (c) => {
    const filters = c.req.valid('json');
    const selection = { filters, persona: parsePersona(c.req.query('persona')) };
    const by = parseGrouping('INVOICE', c.req.query('by'));
    const plan = (member: MembershipContext) => invoiceGroupsPlan(member, selection, by);
    const { context, rows } = await openShow(c, plan, { named: filters.showId });
    return c.json(groupInvoices(context, rows));
  })
  .post('/similar', valid('json', similarRequest), async (c) => {
    const request = c.req.valid('json');
    const plan = (member: MembershipContext) => similarToTypedPlan(member, request);
    const { context, rows } = await openShow(c, plan, { named: request.showId ?? undefined });
    return c.json(similarToTyped(context, rows));
  })
  .get('/:id', async (c) => {
    parsePersona(c.req.query('persona'));
    const id = c.req.param('id');
    const { context, rows } = await openShow(c, (member) => invoiceViewPlan(member, id));
    return c.json(viewInvoice(context, rows));
  })
  .put('/:id', valid('json', saveBody), async (c) => {
    const { contentVersion, ...input } = c.req.valid('json');
    const id = c.req.param('id');
    const overrides = override(c);
    const keepsFiles = input.attachments === null;
    const draft = { ...input, attachments: input.attachments ?? [] };
    const opened = await openShow(c, (member) => ({
      ...storedAnswerPlan(member),
      ...invoiceSavePlan(member, id, draft),
    }));
    const { context, rows } = opened;
    const after = invoiceViewPlan(context, id);
    const saved = await changeOnce(context, { id, stored: rows.stored, after }, (terms) =>
      saveInvoice(context, draft, overrides, opened, { contentVersion, keepsFiles, ...terms }),
    );
    return c.json(viewInvoice(context, saved));
  })
  .put('/:id/submit', valid('query', submitQuery), async (c) => {
    const id = c.req.param('id');
    const { contentVersion, budgetReason } = c.req.valid('query');
    const opened = await openShow(c, (member) => ({
      ...storedAnswerPlan(member),
      ...invoiceSubmissionPlan(member, id),
    }));
    const { context, rows } = opened;
    const after = invoiceViewPlan(context, id);
    const submitted = await changeOnce(context, { id, stored: rows.stored, after }, (terms) =>
      submitInvoice(context, id, { budgetReason }, opened, { contentVersion, ...terms }),
    );
    return c.json(viewInvoice(context, submitted));
  })
  .put('/:id/pull', async (c) => {
    const id = c.req.param('id');
    const opened = await openShow(c, (member) => subjectPlan(member, id));
    const { context } = opened;
    const after = invoiceViewPlan(context, id);
    const input = () => ({ at: context.now });
    const outcome = await performAction(context, { docType: 'INVOICE', id }, 'pull', opened, {
      input,
      after,
    });
    return c.json(viewInvoice(context, await runAfterCommitAndRead(context, outcome, after)));
  })
  .route('/', attachmentRoutes('INVOICE'))
  .route('/', noteRoutes('INVOICE'));
