import { Hono } from 'hono';
import { invoiceInput } from '#domain/invoice';
import { invoiceFilters, parsePage, parsePersona, parseSort } from '#domain/lists';
import type { AppContext, AppEnv } from '#middleware/context';
import { repeatIn } from '#middleware/repeat';
import { showOf } from '#middleware/show';
import { valid } from '#middleware/valid';
import { act } from '#verbs/act';
import { createInvoice } from '#verbs/create-invoice';
import { listInvoices } from '#verbs/list-invoices';
import { saveInvoice } from '#verbs/save-invoice';
import { submitInvoice } from '#verbs/submit-invoice';
import { tellChange } from '#verbs/tell-change';
import { viewInvoice } from '#verbs/view-invoice';
import { finish } from '#verbs/workflow-action';
import { attachmentRoutes, noteRoutes } from './document-parts.ts';

/** IN-16: whether the number may be another invoice's of the same vendor. */
function override(c: AppContext): boolean {
  return c.req.query('overrideDuplicateValidation') === 'true';
}

/** Invoices (API-79 to API-87). */
export const invoices = new Hono<AppEnv>()
  .post('/', valid('json', invoiceInput), async (c) => {
    const draft = c.req.valid('json');
    const context = await showOf(c, draft.showId ?? undefined);
    const overrides = override(c);
    const { id } = await createInvoice(context, draft, overrides, repeatIn(c, { draft, overrides }));
    context.later(tellChange(context, null, id));
    return c.json(await viewInvoice(context, id), 201);
  })
  .post('/filter', valid('json', invoiceFilters), async (c) => {
    const filters = c.req.valid('json');
    const request = {
      filters,
      persona: parsePersona(c.req.query('persona')),
      sort: parseSort('INVOICE', c.req.query('sort')),
      page: parsePage(c.req.query()),
    };
    return c.json(await listInvoices(await showOf(c, filters.showId), request));
  })
  .get('/:id', async (c) => {
    parsePersona(c.req.query('persona'));
    return c.json(await viewInvoice(await showOf(c), c.req.param('id')));
  })
  .put('/:id', valid('json', invoiceInput), async (c) => {
    const context = await showOf(c);
    const id = c.req.param('id');
    await finish(context, await saveInvoice(context, id, c.req.valid('json'), override(c)));
    return c.json(await viewInvoice(context, id));
  })
  .put('/:id/submit', async (c) => {
    const context = await showOf(c);
    const id = c.req.param('id');
    await finish(context, await submitInvoice(context, id));
    return c.json(await viewInvoice(context, id));
  })
  .put('/:id/pull', async (c) => {
    const context = await showOf(c);
    const id = c.req.param('id');
    const input = () => ({ at: context.now });
    await finish(context, await act(context, { docType: 'INVOICE', id }, 'pull', input));
    return c.json(await viewInvoice(context, id));
  })
  .route('/', attachmentRoutes('INVOICE'))
  .route('/', noteRoutes('INVOICE'));
