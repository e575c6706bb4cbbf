import { Hono } from 'hono';
import { Refusal } from '#domain/codes';
import { parsePage, parsePersona, parseSort } from '#domain/lists';
import {
  nameSearch,
  nameSearches,
  paymentAttachments,
  paymentFilters,
  paymentSubmission,
} from '#domain/payment';
import type { AppContext, AppEnv } from '#middleware/context';
import { showOf } from '#middleware/show';
import { valid } from '#middleware/valid';
import { readPaymentFilterSetup, searchPaymentNames } from '#store/show/list-payments';
import { act, mustHaveModule } from '#verbs/act';
import { askForPayments } from '#verbs/ask-for-payments';
import { attachToPayment } from '#verbs/attach-to-payment';
import type { ShowContext } from '#verbs/context';
import { listPayments } from '#verbs/list-payments';
import { submitPayment } from '#verbs/submit-payment';
import { viewPayment } from '#verbs/view-payment';
import { finish } from '#verbs/workflow-action';
import { noteRoutes } from './document-parts.ts';

/** The show of the call, for somebody who has its payments. Throws `FORBIDDEN` (DEC-12). */
async function paymentsOf(c: AppContext): Promise<ShowContext> {
  const context = await showOf(c);
  mustHaveModule(context, 'PAYMENT');
  return context;
}

/**
 * Payments (API-88 to API-96). `POST /refresh?showId` asks accounting for what is new now, which the cron does every
 * ten minutes anyway; it answers 202 at once, and lists hear of what came (DEC-44, DEC-100).
 */
export const payments = new Hono<AppEnv>()
  .post('/filter', valid('json', paymentFilters), async (c) => {
    const request = {
      filters: c.req.valid('json'),
      persona: parsePersona(c.req.query('persona')),
      sort: parseSort('PAYMENT', c.req.query('sort')),
      page: parsePage(c.req.query()),
    };
    return c.json(await listPayments(await paymentsOf(c), request));
  })
  .post('/refresh', async (c) => {
    await askForPayments(await paymentsOf(c));
    return c.json({ accepted: true }, 202);
  })
  .post('/attachments/:id', valid('json', paymentAttachments), async (c) => {
    const context = await paymentsOf(c);
    return c.json({ attachments: await attachToPayment(context, c.req.param('id'), c.req.valid('json')) });
  })
  .get('/search/setup', async (c) => c.json(await readPaymentFilterSetup((await paymentsOf(c)).store)))
  .get('/search/:type', async (c) => {
    const { store } = await paymentsOf(c);
    const type = nameSearches.find((one) => one === c.req.param('type'));
    if (!type) throw new Refusal('invalid_parameter', { message: 'type' });
    const search = (c.req.query('search') ?? '').trim().slice(0, 100);
    if (search.length < nameSearch.minimumLength) return c.json<string[]>([]);
    return c.json(await searchPaymentNames(store, type, search, nameSearch.maximumRows));
  })
  .get('/:id', async (c) => c.json(await viewPayment(await paymentsOf(c), c.req.param('id'))))
  .put('/:id/submit', valid('json', paymentSubmission), async (c) => {
    const context = await paymentsOf(c);
    const id = c.req.param('id');
    await finish(context, await submitPayment(context, id, c.req.valid('json').workflowTemplateSlug));
    return c.json(await viewPayment(context, id));
  })
  .put('/:id/pull', async (c) => {
    const context = await paymentsOf(c);
    const id = c.req.param('id');
    await finish(
      context,
      await act(context, { docType: 'PAYMENT', id }, 'pull', () => ({ at: context.now })),
    );
    return c.json(await viewPayment(context, id));
  })
  .route('/', noteRoutes('PAYMENT'));
