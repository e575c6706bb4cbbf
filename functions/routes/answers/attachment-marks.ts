import * as v from 'valibot';
import { said } from './said.ts';

/** What is said of an attachment only where it is so. */
export const attachmentMarks = {
  wasSubmitted: v.exactOptional(
    said(
      'Only of a file that was part of a submission: it can be withdrawn, never deleted.',
      v.literal(true),
    ),
  ),
  addedAfterApproval: v.exactOptional(
    said('Only of a file that was added after the last full approval.', v.literal(true)),
  ),
};
