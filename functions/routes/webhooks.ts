import { Hono } from 'hono';
import * as v from 'valibot';
import { id as someId } from '#domain/values/schema-fields';
import { endpointDraft } from '#domain/webhooks/webhook';
import type { AppEnv } from '#middleware/context';
import { openShow, optionalShowQuery } from '#middleware/open-show';
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
  rotateSecret,
} from '#verbs/webhooks/manage-endpoints';
import {
  deliveriesPlan,
  listDeliveries,
  redeliver,
  redeliveryPlan,
  sendTest,
} from '#verbs/webhooks/delivery-log';

const page = v.object({ ...optionalShowQuery.entries, before: v.optional(someId) });
const seenSecret = v.object({ secretSince: v.pipe(v.string(), v.maxLength(40)) });

/** Webhook endpoints for a show's document events, and their delivery logs. */
export const webhooks = new Hono<AppEnv>()
  .get('/', valid('query', optionalShowQuery), async (c) => {
    const { context, rows } = await openShow(c, endpointsPlan);
    return c.json(listWebhooks(context, rows));
  })
  .post('/', valid('query', optionalShowQuery), valid('json', endpointDraft), async (c) => {
    const draft = c.req.valid('json');
    const { context, rows } = await openShow(c, newEndpointPlan);
    return c.json(await addWebhook(context, rows, draft), 201);
  })
  .put('/:id', valid('query', optionalShowQuery), valid('json', endpointDraft), async (c) => {
    const id = c.req.param('id');
    const { context, rows } = await openShow(c, (member) => endpointPlan(member, id));
    return c.json(await changeWebhook(context, rows, c.req.valid('json')));
  })
  .delete('/:id', valid('query', optionalShowQuery), async (c) => {
    const id = c.req.param('id');
    const { context, rows } = await openShow(c, (member) => endpointPlan(member, id));
    await removeWebhook(context, rows);
    return c.json({ id });
  })
  .post('/:id/secret', valid('query', optionalShowQuery), valid('json', seenSecret), async (c) => {
    const id = c.req.param('id');
    const body = c.req.valid('json');
    const { context, rows } = await openShow(c, (member) => repeatedEndpointPlan(member, id));
    return c.json(await rotateSecret(context, rows, body.secretSince));
  })
  .post('/:id/test', valid('query', optionalShowQuery), async (c) => {
    const id = c.req.param('id');
    const { context, rows } = await openShow(c, (member) => repeatedEndpointPlan(member, id));
    return c.json(await sendTest(context, rows));
  })
  .get('/:id/deliveries', valid('query', page), async (c) => {
    const id = c.req.param('id');
    const { before = null } = c.req.valid('query');
    const { context, rows } = await openShow(c, (member) => deliveriesPlan(member, id, before));
    return c.json(listDeliveries(context, rows));
  })
  .post('/:id/deliveries/:deliveryId', valid('query', optionalShowQuery), async (c) => {
    const { id, deliveryId } = c.req.param();
    const { context, rows } = await openShow(c, (member) => redeliveryPlan(member, id, deliveryId));
    return c.json(await redeliver(context, rows));
  });
