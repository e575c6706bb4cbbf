import { Hono } from 'hono';
import * as v from 'valibot';
import { id as someId } from '#domain/values/schema-fields';
import { endpointDraft } from '#domain/webhooks/webhook';
import type { AppEnv } from '#middleware/context';
import { idempotencyKeyOf } from '#middleware/idempotency-key';
import { openShow, standing } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import {
  addWebhook,
  changeWebhook,
  endpointPlan,
  endpointsPlan,
  listWebhooks,
  newEndpointPlan,
  removeWebhook,
  repeatedEndpointPlan,
  rollWebhook,
} from '#verbs/webhooks/manage-endpoints';
import {
  deliveriesPlan,
  listDeliveries,
  redeliver,
  redeliveryPlan,
  sendTest,
} from '#verbs/webhooks/delivery-log';

const page = v.object({ ...standing.entries, before: v.optional(someId) });
const seenSecret = v.object({ secretSince: v.pipe(v.string(), v.maxLength(40)) });

/** Who outside is told of a show's document events, and what came of each delivery. */
export const webhooks = new Hono<AppEnv>()
  .get('/', valid('query', standing), async (c) => {
    const { context, rows } = await openShow(c, endpointsPlan);
    return c.json(listWebhooks(context, rows));
  })
  .post('/', valid('query', standing), valid('json', endpointDraft), async (c) => {
    const draft = c.req.valid('json');
    const repeat = idempotencyKeyOf(c, draft);
    const { context, rows } = await openShow(c, (member) => newEndpointPlan(member, repeat));
    return c.json(await addWebhook(context, rows, draft, repeat), 201);
  })
  .put('/:id', valid('query', standing), valid('json', endpointDraft), async (c) => {
    const id = c.req.param('id');
    const { context, rows } = await openShow(c, (member) => endpointPlan(member, id));
    return c.json(await changeWebhook(context, rows, c.req.valid('json')));
  })
  .delete('/:id', valid('query', standing), async (c) => {
    const id = c.req.param('id');
    const { context, rows } = await openShow(c, (member) => endpointPlan(member, id));
    await removeWebhook(context, rows);
    return c.json({ id });
  })
  .post('/:id/secret', valid('query', standing), valid('json', seenSecret), async (c) => {
    const id = c.req.param('id');
    const body = c.req.valid('json');
    const repeat = idempotencyKeyOf(c, body);
    const { context, rows } = await openShow(c, (member) => repeatedEndpointPlan(member, id, repeat));
    return c.json(await rollWebhook(context, rows, body.secretSince, repeat));
  })
  .post('/:id/test', valid('query', standing), async (c) => {
    const id = c.req.param('id');
    const repeat = idempotencyKeyOf(c, null);
    const { context, rows } = await openShow(c, (member) => repeatedEndpointPlan(member, id, repeat));
    return c.json(await sendTest(context, rows, repeat));
  })
  .get('/:id/deliveries', valid('query', page), async (c) => {
    const id = c.req.param('id');
    const { before = null } = c.req.valid('query');
    const { context, rows } = await openShow(c, (member) => deliveriesPlan(member, id, before));
    return c.json(listDeliveries(context, rows));
  })
  .post('/:id/deliveries/:deliveryId', valid('query', standing), async (c) => {
    const { id, deliveryId } = c.req.param();
    const repeat = idempotencyKeyOf(c, null);
    const { context, rows } = await openShow(c, (member) => redeliveryPlan(member, id, deliveryId, repeat));
    return c.json(await redeliver(context, rows, repeat));
  });
