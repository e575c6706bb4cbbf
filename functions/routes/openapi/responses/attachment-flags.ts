import * as v from 'valibot';
import { said } from './described.ts';

/** What is said of an attachment only where it is so. */
export const attachmentMarks = {
  wasSubmitted: v.exactOptional(
    said(
      'Present if the file was part of a submission. Such a file can be withdrawn, but not deleted.',
      v.literal(true),
    ),
  ),
  addedAfterApproval: v.exactOptional(
    said('Present if the file was added after the last full approval.', v.literal(true)),
  ),
};
