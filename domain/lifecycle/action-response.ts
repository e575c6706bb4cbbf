import * as v from 'valibot';
import { described } from '#domain/values/described';
import { statuses, submissionStatuses, docTypes } from '#domain/document';

/** Response of a workflow action (API-16 to API-19). */
export const actionResult = v.object({
  docId: v.string(),
  docType: v.picklist(docTypes),
  status: v.picklist(statuses),
  submissionStatus: v.picklist(submissionStatuses),
  nextId: v.nullable(v.string()),
  onBehalfOf: v.optional(
    described(
      'Present if the decision was made in place of an absent approver, whose it is.',
      v.object({ userId: v.string(), name: v.string() }),
    ),
  ),
});
export type ActionResult = v.InferOutput<typeof actionResult>;
