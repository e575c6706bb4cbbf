import * as v from 'valibot';
import { statuses, submissionStatuses, docTypes } from '#domain/document';

/** Response of a workflow action (API-16 to API-19). */
export const actionResult = v.object({
  docId: v.string(),
  docType: v.picklist(docTypes),
  status: v.picklist(statuses),
  submissionStatus: v.picklist(submissionStatuses),
  nextId: v.nullable(v.string()),
});
export type ActionResult = v.InferOutput<typeof actionResult>;
