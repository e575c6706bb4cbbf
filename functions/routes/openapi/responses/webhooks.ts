import * as v from 'valibot';
import { docTypes } from '#domain/document';
import { testEvent, webhookEvents } from '#domain/webhooks/webhook';
import type { Endpoint } from '#verbs/webhooks/manage-endpoints';
import type { Delivery } from '#verbs/webhooks/delivery-log';
import { said } from './described.ts';

/** Endpoints that receive a show's document events, and the log of what was sent to them. */
const endpointFields = {
  id: v.string(),
  url: v.string(),
  description: v.string(),
  events: v.array(v.picklist(webhookEvents)),
  documentTypes: v.array(v.picklist(docTypes)),
  isEnabled: v.boolean(),
  secretSince: v.string(),
  oldSecretUntil: said('Null unless the secret before this one still signs, too.', v.nullable(v.string())),
  failingSince: v.nullable(v.string()),
  givenUpAt: said('When the endpoint was disabled because it kept failing.', v.nullable(v.string())),
  createdAt: v.string(),
};

export const webhookEndpoint: v.GenericSchema<Endpoint> = v.object(endpointFields);

export const webhookEndpointWithSecret = v.object({
  ...endpointFields,
  newSecret: said('Shown only in this answer.', v.string()),
});

export const webhookDelivery: v.GenericSchema<Delivery> = v.object({
  id: v.string(),
  event: v.picklist([...webhookEvents, testEvent]),
  at: v.string(),
  documentId: v.nullable(v.string()),
  documentType: v.nullable(v.picklist(docTypes)),
  documentNumber: v.nullable(v.string()),
  nextAttemptAt: v.nullable(v.string()),
  error: v.nullable(v.string()),
  attempts: v.number(),
  statusCode: said('Of the last attempt.', v.nullable(v.number())),
  durationMs: said('Of the last attempt.', v.nullable(v.number())),
  answeredAt: v.nullable(v.string()),
  state: v.picklist(['WAITING', 'DELIVERED', 'FAILED']),
});
