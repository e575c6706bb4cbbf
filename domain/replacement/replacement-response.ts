import * as v from 'valibot';
import { docTypes, templateTypes } from '#domain/document';
import { described } from '#domain/values/described';
import { id, optionalId } from '#domain/values/schema-fields';
import { replacementOutcomes, replacementReasons } from './replacement.ts';

/** A replacement to preview: of one approval flow, or of all flows that the user may change (REPL-01). */
export const newReplacement = v.object({ formerId: id, replacementId: id, workflowTemplateId: optionalId });
export type NewReplacement = v.InferOutput<typeof newReplacement>;

/** Documents of a preview or of a result that are listed by name. */
export const maxListedDocuments = 200;

const namedUser = v.object({ userId: v.string(), name: v.string() });
const outcome = v.picklist(replacementOutcomes);
const reason = described(
  'Why the step does not simply pass to the new approver; null for `REPLACED`.',
  v.nullable(v.picklist(replacementReasons)),
);
const isBackup = described(
  "Of the step's backup approver: `MERGED` leaves the step without one. Absent for an approver.",
  v.optional(v.boolean()),
);
const step = v.object({ order: v.number(), step: v.string(), isBackup, outcome, reason });

const documentName = {
  docId: v.string(),
  docType: v.picklist(docTypes),
  number: v.string(),
};

const flow = v.object({
  id: v.string(),
  name: v.string(),
  templateType: v.picklist(templateTypes),
  steps: v.array(
    v.object({
      step: v.string(),
      isBackup,
      outcome,
      reason,
      departments: described(
        'For a department step: the departments of the former approver, and whether the new one is a member.',
        v.array(v.object({ name: v.string(), isMember: v.boolean() })),
      ),
    }),
  ),
});
export type ReplacedFlow = v.InferOutput<typeof flow>;

const total = v.object({
  docType: v.picklist(docTypes),
  currencyCode: v.string(),
  waiting: described('How many documents wait for the former approver now.', v.number()),
  amount: described('Their sum.', v.number()),
  later: described('How many documents reach them at a later step.', v.number()),
  laterAmount: v.number(),
  backup: described(
    'How many other documents have the former approver only as backup approver of a step.',
    v.optional(v.number()),
  ),
});
export type ReplacementTotal = v.InferOutput<typeof total>;

export const replacementStates = ['PREVIEW', 'RUNNING', 'DONE', 'FAILED'] as const;

const summary = {
  id: v.string(),
  state: v.picklist(replacementStates),
  former: namedUser,
  replacement: namedUser,
  workflowTemplateId: v.nullable(v.string()),
  requestedBy: namedUser,
  createdAt: v.string(),
  startedAt: v.nullable(v.string()),
  finishedAt: v.nullable(v.string()),
  documents: described(
    'How many documents have an open step of the former approver, or have them as its backup approver.',
    v.number(),
  ),
  processed: v.number(),
};
export const replacementSummary = v.object(summary);

/** A previewed, running or finished replacement (REPL-02, REPL-05). */
export const replacementResponse = v.object({
  ...summary,
  flows: v.array(flow),
  totals: v.array(total),
  replaced: described('How many documents pass, or have passed, to the new approver.', v.number()),
  exceptions: described(
    'The documents that the new approver may not decide or already decides; the first 200.',
    v.array(v.object({ ...documentName, steps: v.array(step) })),
  ),
  exceptionCount: v.number(),
  differences: described(
    'The documents whose result differs from the preview; `preview` is empty for a document that came later, `result` for one that no longer waits for the former approver. The first 200.',
    v.array(v.object({ ...documentName, preview: v.array(step), result: v.array(step) })),
  ),
  differenceCount: v.number(),
});
export type Replacement = v.InferOutput<typeof replacementResponse>;

/** What still waits for a user, and the replacements of them in the last month. */
export const replacementsOfUser = v.object({
  documents: described('How many documents have an open step of the user.', v.number()),
  flows: described('How many approval flows list the user, also as backup approver.', v.number()),
  replacements: v.array(replacementSummary),
});
export type ReplacementsOfUser = v.InferOutput<typeof replacementsOfUser>;
