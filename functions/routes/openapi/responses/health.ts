import * as v from 'valibot';
import { docTypes } from '#domain/document';
import { failureReasons, findings, healthLevels } from '#domain/operations/health';
import type { UnmetStep } from '#domain/workflow/unmet-workflows';
import type { Called, Failure, Health, ShowHealth } from '#verbs/operations/view-health';
import { said } from './described.ts';

/** How shows are, for those who look after them. */
const open = { count: v.number(), oldestAt: v.nullable(v.string()) };

const unmetStep: v.GenericSchema<UnmetStep> = v.object({
  flowId: v.string(),
  flow: v.string(),
  step: v.string(),
  department: said('Null: in the whole show.', v.nullable(v.string())),
  approvalsNeeded: v.number(),
  ableToApprove: v.number(),
});

const showHealth: v.GenericSchema<ShowHealth> = v.object({
  id: v.string(),
  name: v.string(),
  isMember: v.boolean(),
  level: v.picklist(healthLevels),
  findings: v.array(v.picklist(findings)),
  waiting: v.array(
    v.object({
      ...open,
      kind: v.string(),
      tried: said('Of them, those that have failed before.', v.number()),
      resting: said('Of them, those that wait for a later try.', v.number()),
    }),
  ),
  failures: v.number(),
  failedToSend: said('Purchase orders that failed to send to accounting.', v.number()),
  accountingRestsUntil: said('Null while accounting is called as always.', v.nullable(v.string())),
  pdfs: v.object(open),
  runs: v.object(open),
  digests: v.object(open),
  unmetSteps: v.array(unmetStep),
  history: said(
    'The last look at the histories; null before the first.',
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

const healthFields = {
  at: v.string(),
  shows: v.array(showHealth),
  versions: v.array(v.object({ database: v.string(), version: v.nullable(v.string()) })),
  digests: v.nullable(
    v.object({ day: v.string(), startedAt: v.string(), plannedAt: v.nullable(v.string()) }),
  ),
};

export const health: v.GenericSchema<Health> = v.object(healthFields);

const called: v.GenericSchema<Called> = v.object({
  id: v.string(),
  docType: v.picklist(docTypes),
  number: v.string(),
});

const failure: v.GenericSchema<Failure> = v.object({
  id: v.string(),
  kind: v.string(),
  document: v.nullable(called),
  attempts: v.number(),
  reason: v.picklist(failureReasons),
  since: v.string(),
  endedAt: v.string(),
  mayRetry: v.boolean(),
});

export const healthOfShow = v.object({
  ...healthFields,
  failures: said('What was given up.', v.array(failure)),
  amiss: said('The documents whose histories are amiss.', v.array(called)),
});
