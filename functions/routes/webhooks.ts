import { Hono } from 'hono';
import * as v from 'valibot';
import { id as someId } from '#domain/values/schema-fields';
import { endpointDraft } from '#domain/webhooks/webhook';
import type { AppEnv } from '#middleware/context';
import { repeatIn } from '#middleware/idempotency-key';
import { showOf, standing } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import { readDeliveries, readDelivery } from '#store/show/webhooks/deliveries';
import { readEndpoint, readEndpoints } from '#store/show/webhooks/endpoints';
import { beginRepeat, reading } from '#verbs/request/prefetch';
import type { Seat } from '#verbs/request/context';
import type { Repeat } from '#verbs/request/idempotency';
import {
  addWebhook,
  changeWebhook,
  listWebhooks,
  removeWebhook,
  rollWebhook,
} from '#verbs/webhooks/manage-endpoints';
import { listDeliveries, redeliver, sendTest } from '#verbs/webhooks/delivery-log';

const page = v.object({ ...standing.entries, before: v.optional(someId) });
const seenSecret = v.object({ secretSince: v.pipe(v.string(), v.maxLength(40)) });

/** The endpoint, and whether this request came before. */
const readingRepeated = (id: string, repeat: Repeat | null) => (seat: Seat) => {
  reading(readEndpoint, id)(seat);
  beginRepeat(seat, repeat);
};

/** Who outside is told of a show's document events, and what came of each delivery. */
export const webhooks = new Hono<AppEnv>()
  .get('/', valid('query', standing), async (c) =>
    c.json(await listWebhooks(await showOf(c, { ahead: reading(readEndpoints) }))),
  )
  .post('/', valid('query', standing), valid('json', endpointDraft), async (c) => {
    const draft = c.req.valid('json');
    const repeat = repeatIn(c, draft);
    const ahead = (seat: Seat) => {
      reading(readEndpoints)(seat);
      beginRepeat(seat, repeat);
    };
    return c.json(await addWebhook(await showOf(c, { ahead }), draft, repeat), 201);
  })
  .put('/:id', valid('query', standing), valid('json', endpointDraft), async (c) => {
    const id = c.req.param('id');
    const context = await showOf(c, { ahead: reading(readEndpoint, id) });
    return c.json(await changeWebhook(context, id, c.req.valid('json')));
  })
  .delete('/:id', valid('query', standing), async (c) => {
    const id = c.req.param('id');
    await removeWebhook(await showOf(c, { ahead: reading(readEndpoint, id) }), id);
    return c.json({ id });
  })
  .post('/:id/secret', valid('query', standing), valid('json', seenSecret), async (c) => {
    const id = c.req.param('id');
    const body = c.req.valid('json');
    const repeat = repeatIn(c, body);
    const context = await showOf(c, { ahead: readingRepeated(id, repeat) });
    return c.json(await rollWebhook(context, id, body.secretSince, repeat));
  })
  .post('/:id/test', valid('query', standing), async (c) => {
    const id = c.req.param('id');
    const repeat = repeatIn(c, null);
    return c.json(await sendTest(await showOf(c, { ahead: readingRepeated(id, repeat) }), id, repeat));
  })
  .get('/:id/deliveries', valid('query', page), async (c) => {
    const id = c.req.param('id');
    const { before = null } = c.req.valid('query');
    const ahead = (seat: Seat) => {
      reading(readEndpoint, id)(seat);
      reading(readDeliveries, id, before)(seat);
    };
    return c.json(await listDeliveries(await showOf(c, { ahead }), id, before));
  })
  .post('/:id/deliveries/:deliveryId', valid('query', standing), async (c) => {
    const id = c.req.param('id');
    const deliveryId = c.req.param('deliveryId');
    const repeat = repeatIn(c, null);
    const ahead = (seat: Seat) => {
      readingRepeated(id, repeat)(seat);
      reading(readDelivery, id, deliveryId)(seat);
    };
    return c.json(await redeliver(await showOf(c, { ahead }), id, deliveryId, repeat));
  });
