import * as v from 'valibot';
import { described } from './described.ts';

/** Flags of an attachment; each is present only when true. */
export const attachmentFlags = {
  wasSubmitted: v.exactOptional(
    described(
      'Present if the file was part of a submission. Such a file can be withdrawn, but not deleted.',
      v.literal(true),
    ),
  ),
  addedAfterApproval: v.exactOptional(
    described('Present if the file was added after the last full approval.', v.literal(true)),
  ),
};
