import * as v from 'valibot';
import { docTypes } from '#domain/document';
import { testEvent, webhookEvents } from '#domain/webhooks/webhook';
import { described } from '#domain/values/described';

/** Schemas of webhook endpoints and their delivery log. */
const endpointFields = {
  id: v.string(),
  url: v.string(),
  description: v.string(),
  events: v.array(v.picklist(webhookEvents)),
  documentTypes: v.array(v.picklist(docTypes)),
  isEnabled: v.boolean(),
  secretSince: v.string(),
  oldSecretUntil: described(
    'The time until which the previous secret also signs. Null if it no longer does.',
    v.nullable(v.string()),
  ),
  failingSince: v.nullable(v.string()),
  givenUpAt: described(
    'The time at which the endpoint was disabled after repeated failures. Null if it was not.',
    v.nullable(v.string()),
  ),
  createdAt: v.string(),
};

export const webhookEndpoint = v.object(endpointFields);
export type Endpoint = v.InferOutput<typeof webhookEndpoint>;

export const webhookEndpointWithSecret = v.object({
  ...endpointFields,
  newSecret: described('The signing secret. It is returned only once.', v.string()),
});

export const webhookDelivery = v.object({
  id: v.string(),
  event: v.picklist([...webhookEvents, testEvent]),
  at: v.string(),
  documentId: v.nullable(v.string()),
  documentType: v.nullable(v.picklist(docTypes)),
  documentNumber: v.nullable(v.string()),
  nextAttemptAt: v.nullable(v.string()),
  error: v.nullable(v.string()),
  attempts: v.number(),
  statusCode: described('The status code of the last attempt.', v.nullable(v.number())),
  durationMs: described('The duration of the last attempt in milliseconds.', v.nullable(v.number())),
  answeredAt: v.nullable(v.string()),
  state: v.picklist(['WAITING', 'DELIVERED', 'FAILED']),
});
export type Delivery = v.InferOutput<typeof webhookDelivery>;
