import * as v from 'valibot';
import { docTypes, statuses, submissionStatuses } from '#domain/document';
import { pendingAges } from '#domain/workflow/pending-age';
import { described } from '#domain/values/described';
import { homeTiles } from './home-tiles-response.ts';
import { printedDocument } from './printed-document.ts';

/** Schemas of the home page, searches, reference data, files and PDFs. */
export const home = v.object({
  waiting: described(
    'The documents that wait for the approval of the user, by type, age and currency.',
    v.array(
      v.object({
        docType: v.picklist(docTypes),
        age: described(
          'By working days: DAY 0, THREE_DAYS 1 to 3, WEEK 4 or 5, LONGER more.',
          v.picklist(pendingAges.map(({ id }) => id)),
        ),
        currency: v.string(),
        count: v.number(),
        totalCost: v.number(),
        since: described('The time at which the oldest of these documents began to wait.', v.string()),
      }),
    ),
  ),
  firsts: described(
    'For each type: the document that has waited longest, and the largest one of each currency, the most frequent currency first.',
    v.array(
      v.object({
        docType: v.picklist(docTypes),
        why: v.picklist(['OLDEST', 'LARGEST']),
        id: v.string(),
        number: described('`NA` if the user is not allowed to see the number.', v.string()),
        vendorName: v.string(),
        currency: v.string(),
        totalCost: v.number(),
        since: v.string(),
        days: described('Working days since then, as `days` of `waiting`.', v.number()),
      }),
    ),
  ),
  revisions: described(
    'The documents that were sent back to the user for revision, newest first, at most `revisionsShown`.',
    v.array(
      v.object({
        ...printedDocument,
      }),
    ),
  ),
  questions: described(
    'The open questions to the user, newest first, at most `questionsShown`.',
    v.array(
      v.object({
        ...printedDocument,
        question: v.string(),
        asker: v.string(),
        since: v.string(),
        isOwn: described('The document is the user’s own.', v.boolean()),
      }),
    ),
  ),
  own: described(
    'The documents of a user who is not an approver: returned documents first, then the newest. Empty for approvers.',
    v.array(
      v.object({
        ...printedDocument,
        status: v.picklist(statuses),
        submissionStatus: v.picklist(submissionStatuses),
      }),
    ),
  ),
  commitments: described(
    'The totals of the purchase orders that the user can see, by department and in the most used currency: approved, invoiced, and waiting for the user. Departments with waiting documents come first.',
    v.nullable(
      v.object({
        currency: v.string(),
        departments: v.array(
          v.object({
            id: v.nullable(v.string()),
            name: v.string(),
            committed: v.number(),
            invoiced: v.number(),
            waiting: v.number(),
          }),
        ),
        others: described('The number of additional departments.', v.number()),
      }),
    ),
  ),
  tiles: homeTiles,
});
export type Home = v.InferOutput<typeof home>;
