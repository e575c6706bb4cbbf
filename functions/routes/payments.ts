import { Hono } from 'hono';
import { Refusal } from '#domain/codes';
import { parsePage, parsePersona, parseSort } from '#domain/lists/lists';
import { nameSearch, nameSearches } from '#domain/payments/payment';
import { paymentFilters } from '#domain/payments/payment-filters';
import { paymentAttachments, paymentSubmission } from '#domain/payments/payment-draft';
import type { AppContext, AppEnv } from '#middleware/context';
import { repeatIn } from '#middleware/idempotency-key';
import { showOf } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import {
  listPayments as rowsOfList,
  readPaymentFilterSetup,
  searchPaymentNames,
  readPaymentSums as sumOfList,
} from '#store/show/payments/list-payments';
import { act } from '#verbs/lifecycle/perform-action';
import { mustHaveModule } from '#verbs/lifecycle/reachable-document';
import { askForPayments } from '#verbs/payments/request-payment-sync';
import { attachToPayment, beginPaymentAttachments } from '#verbs/payments/payment-attachments';
import { changeOnce } from '#verbs/approval/idempotent-change';
import type { Seat, ShowContext } from '#verbs/request/context';
import { listPayments, rowsWanted, sumPayments } from '#verbs/payments/list-payments';
import {
  beginAction,
  beginPaymentSubmission,
  beginRepeat,
  beginView,
  viewAfterwards,
} from '#verbs/request/prefetch';
import { submitPayment } from '#verbs/payments/submit-payment';
import { viewPayment } from '#verbs/payments/view-payment';
import { finish } from '#verbs/lifecycle/finish-change';
import { noteRoutes } from './notes-and-attachments.ts';

/** The show of the call, for somebody who has its payments. Throws `FORBIDDEN` (DEC-12). */
async function paymentsOf(c: AppContext, ahead?: (seat: Seat) => void): Promise<ShowContext> {
  const context = await showOf(c, ahead && { ahead });
  mustHaveModule(context, 'PAYMENT');
  return context;
}

async function filterSetup(c: AppContext) {
  const { store } = await paymentsOf(c, (seat) =>
    seat.store.foreseen.begin(readPaymentFilterSetup, seat.store),
  );
  return store.foreseen.ask(readPaymentFilterSetup, store);
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
    const ahead = (seat: Seat) => {
      seat.store.foreseen.begin(rowsOfList, seat.store, rowsWanted(seat, request));
    };
    return c.json(await listPayments(await paymentsOf(c, ahead), request));
  })
  .post('/filter/sums', valid('json', paymentFilters), async (c) => {
    const filters = c.req.valid('json');
    const wanted = { filters, persona: parsePersona(c.req.query('persona')) };
    const ahead = (seat: Seat) => {
      seat.store.foreseen.begin(sumOfList, seat.store, rowsWanted(seat, wanted));
    };
    return c.json(await sumPayments(await paymentsOf(c, ahead), wanted));
  })
  .post('/refresh', async (c) => {
    await askForPayments(await paymentsOf(c));
    return c.json({ accepted: true }, 202);
  })
  .post('/attachments/:id', valid('json', paymentAttachments), async (c) => {
    const given = c.req.valid('json');
    const id = c.req.param('id');
    const repeat = repeatIn(c, given);
    const ahead = (seat: Seat) => {
      beginRepeat(seat, repeat);
      beginAction(seat, 'PAYMENT', id);
      beginPaymentAttachments(seat, id, given);
    };
    return c.json(await attachToPayment(await paymentsOf(c, ahead), id, given, repeat));
  })
  .get('/search/setup', async (c) => c.json(await filterSetup(c)))
  .get('/search/:type', async (c) => {
    const type = nameSearches.find((one) => one === c.req.param('type'));
    const search = (c.req.query('search') ?? '').trim().slice(0, 100);
    const long = search.length >= nameSearch.minimumLength;
    const { store } = await paymentsOf(c, (seat) => {
      if (type && long)
        seat.store.foreseen.begin(searchPaymentNames, seat.store, type, search, nameSearch.maximumRows);
    });
    if (!type) throw new Refusal('invalid_parameter', { message: 'type is not valid.' });
    if (!long) return c.json<string[]>([]);
    return c.json(await store.foreseen.ask(searchPaymentNames, store, type, search, nameSearch.maximumRows));
  })
  .get('/:id', async (c) => {
    const id = c.req.param('id');
    return c.json(await viewPayment(await paymentsOf(c, (seat) => beginView(seat, 'PAYMENT', id)), id));
  })
  .put('/:id/submit', valid('json', paymentSubmission), async (c) => {
    const id = c.req.param('id');
    const body = c.req.valid('json');
    const { workflowTemplateSlug: slug, contentVersion } = body;
    const repeat = repeatIn(c, body);
    const ahead = (seat: Seat) => {
      beginRepeat(seat, repeat);
      beginPaymentSubmission(seat, id, slug);
      viewAfterwards(seat, 'PAYMENT', id);
    };
    const context = await paymentsOf(c, ahead);
    await changeOnce(context, id, repeat, (more) =>
      submitPayment(context, id, slug, { contentVersion, more }),
    );
    return c.json(await viewPayment(context, id));
  })
  .put('/:id/pull', async (c) => {
    const id = c.req.param('id');
    const ahead = (seat: Seat) => {
      beginAction(seat, 'PAYMENT', id);
      viewAfterwards(seat, 'PAYMENT', id);
    };
    const context = await paymentsOf(c, ahead);
    await finish(
      context,
      await act(context, { docType: 'PAYMENT', id }, 'pull', () => ({ at: context.now })),
    );
    return c.json(await viewPayment(context, id));
  })
  .route('/', noteRoutes('PAYMENT'));
