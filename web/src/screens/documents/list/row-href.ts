import { editable } from '#domain/document';
import type { DocType, Persona, SubmissionStatus } from '#domain/document';
import { editPath, reviewPath } from '../paths.ts';

/**
 * The link of a row (LS-06, LS-10, SH-63, DEC-79): drafts open the form, which redirects users who may not edit;
 * approvers always open the review, and payments always open in review.
 */
export function hrefOf(
  docType: DocType,
  row: { id: string; submissionStatus: SubmissionStatus },
  persona: Persona,
): string {
  const edits = persona === 'CREATOR' && editable(row.submissionStatus);
  return edits ? editPath(docType, row.id) : reviewPath(docType, row.id, persona);
}
