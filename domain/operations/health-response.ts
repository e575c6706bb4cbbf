import * as v from 'valibot';
import { docTypes } from '#domain/document';
import { failureReasons, findings, healthLevels } from '#domain/operations/health';
import { unmetStep } from '#domain/workflow/workflow-template-response';
import { described } from '#domain/values/described';

/** The health of shows, for their administrators. */
const open = { count: v.number(), oldestAt: v.nullable(v.string()) };

const showHealth = v.object({
  id: v.string(),
  name: v.string(),
  isMember: v.boolean(),
  level: v.picklist(healthLevels),
  findings: v.array(v.picklist(findings)),
  waiting: v.array(
    v.object({
      ...open,
      kind: v.string(),
      tried: described('The number of these jobs that have failed before.', v.number()),
      resting: described('The number of these jobs that wait for a later retry.', v.number()),
    }),
  ),
  failures: v.number(),
  failedToSend: described('The number of documents that could not be sent to accounting.', v.number()),
  failedToSendByType: described(
    'The same by document type. Types without such documents are left out.',
    v.array(v.object({ docType: v.picklist(docTypes), count: v.number() })),
  ),
  accountingRestsUntil: described(
    'The time until which calls to accounting are suspended. Null if they are not.',
    v.nullable(v.string()),
  ),
  pdfs: v.object(open),
  runs: v.object(open),
  digests: v.object(open),
  unmetSteps: v.array(unmetStep),
  history: described(
    'The last verification of the audit trails. Null before the first.',
    v.nullable(
      v.object({
        askedAt: v.string(),
        isGoingOn: v.boolean(),
        finishedAt: v.nullable(v.string()),
        documents: v.number(),
        events: v.number(),
        amiss: v.number(),
        faults: v.array(v.object({ documentId: v.string(), what: v.string() })),
      }),
    ),
  ),
});
export type ShowHealth = v.InferOutput<typeof showHealth>;

const healthFields = {
  at: v.string(),
  shows: v.array(showHealth),
  versions: v.array(v.object({ database: v.string(), version: v.nullable(v.string()) })),
  digests: v.nullable(
    v.object({ day: v.string(), startedAt: v.string(), plannedAt: v.nullable(v.string()) }),
  ),
  sweptAt: described(
    'When the last sweep ended, which runs every minute. Null before the first.',
    v.nullable(v.string()),
  ),
};

export const health = v.object(healthFields);
export type Health = v.InferOutput<typeof health>;

const documentName = v.object({
  id: v.string(),
  docType: v.picklist(docTypes),
  number: v.string(),
});
export type DocumentName = v.InferOutput<typeof documentName>;

const failure = v.object({
  id: v.string(),
  kind: v.string(),
  document: v.nullable(documentName),
  attempts: v.number(),
  reason: v.picklist(failureReasons),
  since: v.string(),
  endedAt: v.string(),
  mayRetry: v.boolean(),
});
export type Failure = v.InferOutput<typeof failure>;

export const healthOfShow = v.object({
  ...healthFields,
  failures: described('The failed jobs.', v.array(failure)),
  amiss: described('The documents whose audit trail has errors.', v.array(documentName)),
});
