import { Hono } from 'hono';
import * as v from 'valibot';
import { optionalAttachmentsInput } from '#domain/documents/attachment-draft';
import { namedContent, namedContentQuery } from '#domain/values/schema-fields';
import { invoiceInput } from '#domain/invoices/invoice';
import { parsePage, parsePersona, parseSort } from '#domain/lists/lists';
import { invoiceFilters } from '#domain/lists/list-filters';
import { similarRequest } from '#domain/invoices/similar-invoice';
import type { AppContext, AppEnv } from '#middleware/context';
import { repeatIn } from '#middleware/idempotency-key';
import { showOf } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import { act } from '#verbs/lifecycle/perform-action';
import { changeOnce } from '#verbs/approval/idempotent-change';
import { createInvoice } from '#verbs/invoices/create-invoice';
import { listInvoices, rowsWanted, sumInvoices } from '#verbs/invoices/list-invoices';
import { listInvoices as rowsOfList, readInvoiceSums as sumOfList } from '#store/show/invoices/list-invoices';
import type { Seat } from '#verbs/request/context';
import { beginInvoiceDraft } from '#verbs/invoices/validate-invoice';
import {
  beginAction,
  beginLines,
  beginRepeat,
  beginSubmission,
  beginView,
  viewAfterwards,
} from '#verbs/request/prefetch';
import { saveInvoice } from '#verbs/invoices/save-invoice';
import { prefetchSimilar, similarToTyped } from '#verbs/invoices/similar-invoices';
import { submitInvoice } from '#verbs/invoices/submit-invoice';
import { tellChange } from '#verbs/realtime/publish-document-change';
import { viewInvoice } from '#verbs/invoices/view-invoice';
import { finish } from '#verbs/lifecycle/finish-change';
import { attachmentRoutes, noteRoutes } from './notes-and-attachments.ts';

/** IN-16: whether the number may be another invoice's of the same vendor. */
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
    const repeat = repeatIn(c, { draft, overrides });
    const ahead = (seat: Seat) => {
      beginRepeat(seat, repeat);
      beginInvoiceDraft(seat, draft, null);
    };
    const context = await showOf(c, { named: draft.showId ?? undefined, ahead });
    const { id } = await createInvoice(context, draft, overrides, repeat);
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
    const ahead = (seat: Seat) => {
      seat.store.foreseen.begin(rowsOfList, seat.store, rowsWanted(seat, request));
    };
    return c.json(await listInvoices(await showOf(c, { named: filters.showId, ahead }), request));
  })
  .post('/filter/sums', valid('json', invoiceFilters), async (c) => {
    const filters = c.req.valid('json');
    const wanted = { filters, persona: parsePersona(c.req.query('persona')) };
    const ahead = (seat: Seat) => {
      seat.store.foreseen.begin(sumOfList, seat.store, rowsWanted(seat, wanted));
    };
    return c.json(await sumInvoices(await showOf(c, { named: filters.showId, ahead }), wanted));
  })
  .post('/similar', valid('json', similarRequest), async (c) => {
    const request = c.req.valid('json');
    const ahead = (seat: Seat) => prefetchSimilar(seat, request);
    const context = await showOf(c, { named: request.showId ?? undefined, ahead });
    return c.json(await similarToTyped(context, request));
  })
  .get('/:id', async (c) => {
    parsePersona(c.req.query('persona'));
    const id = c.req.param('id');
    return c.json(
      await viewInvoice(await showOf(c, { ahead: (seat) => beginView(seat, 'INVOICE', id) }), id),
    );
  })
  .put('/:id', valid('json', saveBody), async (c) => {
    const { contentVersion, ...given } = c.req.valid('json');
    const id = c.req.param('id');
    const overrides = override(c);
    const repeat = repeatIn(c, { draft: given, overrides, contentVersion });
    const keepsFiles = given.attachments === null;
    const draft = { ...given, attachments: given.attachments ?? [] };
    const ahead = (seat: Seat) => {
      beginRepeat(seat, repeat);
      beginAction(seat, 'INVOICE', id);
      beginLines(seat, id);
      beginInvoiceDraft(seat, draft, id);
      viewAfterwards(seat, 'INVOICE', id);
    };
    const context = await showOf(c, { ahead });
    await changeOnce(context, id, repeat, (more) =>
      saveInvoice(context, id, draft, overrides, { contentVersion, more, keepsFiles }),
    );
    return c.json(await viewInvoice(context, id));
  })
  .put('/:id/submit', valid('query', namedContentQuery), async (c) => {
    const id = c.req.param('id');
    const { contentVersion } = c.req.valid('query');
    const repeat = repeatIn(c, contentVersion);
    const ahead = (seat: Seat) => {
      beginRepeat(seat, repeat);
      beginSubmission(seat, 'INVOICE', id);
      viewAfterwards(seat, 'INVOICE', id);
    };
    const context = await showOf(c, { ahead });
    await changeOnce(context, id, repeat, (more) => submitInvoice(context, id, { contentVersion, more }));
    return c.json(await viewInvoice(context, id));
  })
  .put('/:id/pull', async (c) => {
    const id = c.req.param('id');
    const ahead = (seat: Seat) => {
      beginAction(seat, 'INVOICE', id);
      viewAfterwards(seat, 'INVOICE', id);
    };
    const context = await showOf(c, { ahead });
    const input = () => ({ at: context.now });
    await finish(context, await act(context, { docType: 'INVOICE', id }, 'pull', input));
    return c.json(await viewInvoice(context, id));
  })
  .route('/', attachmentRoutes('INVOICE'))
  .route('/', noteRoutes('INVOICE'));
