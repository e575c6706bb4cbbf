import * as v from 'valibot';
import { leftOutReasons } from '#domain/bulk-approval/left-out';
import { docTypes } from '#domain/document';
import { described } from '#domain/values/described';
import { printedDocument } from './printed-document.ts';

const docType = v.picklist(docTypes);
const day = v.string();

const waitingDocument = v.object({
  ...printedDocument,
  step: v.string(),
  with: v.array(v.object({ id: v.string(), name: v.string() })),
  days: described('Working days at the step, as `days` of `waiting`.', v.number()),
  usualDays: described(
    'The usual working days of the step; null for fewer than five cases.',
    v.nullable(v.number()),
  ),
});

/**
 * What concerns a user besides their queue, by what they may do. A tile that is not theirs is null or empty; each can be
 * listed with the filters that its fields name (HOME-01 to HOME-09).
 */
export const homeTiles = v.object({
  submitted: described(
    'For users who create documents: their own documents in approval, the longest waiting first. List filters: `isOwn`, `isWaiting`.',
    v.nullable(
      v.object({
        counts: v.array(v.object({ docType, count: v.number() })),
        longest: described('At most `submittedShown` of each type.', v.array(waitingDocument)),
      }),
    ),
  ),
  rentals: described(
    'For users who create purchase orders: their own approved orders with rentals that end within seven days. List filters: `isOwn`, `rentalEnd`.',
    v.nullable(
      v.object({
        from: day,
        until: day,
        count: v.number(),
        next: described(
          'The first to end, at most `rentalsShown`.',
          v.array(v.object({ ...printedDocument, endsOn: day })),
        ),
      }),
    ),
  ),
  flagged: described(
    'For approvers: the documents of the queue that a bulk approval would leave out, among those that have waited longest. List filter: `documentIds`.',
    v.array(
      v.object({
        docType,
        ids: v.array(v.string()),
        reasons: described('The most frequent first.', v.array(v.picklist(leftOutReasons))),
        isPartial: described('More documents wait than were looked at.', v.boolean()),
      }),
    ),
  ),
  due: described(
    'For users who create invoices and see all: invoices due this week that are not approved. List filter: `dueDate`.',
    v.nullable(
      v.object({
        from: day,
        until: day,
        count: v.number(),
        sums: v.array(v.object({ currency: v.string(), totalCost: v.number() })),
      }),
    ),
  ),
  failed: described(
    'For the same users, if they see all purchase orders: how many of these accounting has not accepted. List filter: `isFailedToSendToAccounting`.',
    v.nullable(v.number()),
  ),
  failedInvoicesAndPayments: described(
    'For the same users, whatever orders they see: the invoices and payments that accounting has not accepted. List filter: `isFailedToSendToAccounting`.',
    v.nullable(v.array(v.object({ docType, count: v.number() }))),
  ),
  drafts: described(
    'For the same users: how many invoices they have to submit. List filters: `isOwn`, `submissionStatuses`.',
    v.nullable(v.number()),
  ),
  periods: described(
    'For users who change budgets: the accounting periods of all companies that have ended and are open.',
    v.nullable(
      v.object({
        count: v.number(),
        names: described('The first to end, at most `periodsNamed`.', v.array(v.string())),
      }),
    ),
  ),
  away: described(
    'For user managers: absent approvers with documents of a type that no user may decide in their place, most documents first. List filter: `notCoveredFor`.',
    v.nullable(
      v.array(
        v.object({ userId: v.string(), name: v.string(), lastDay: day, docType, undecided: v.number() }),
      ),
    ),
  ),
  waitingForNobody: described(
    'For Show Admins: how many documents of a type no approver may decide now. List filter: `isWaitingForNobody`.',
    v.nullable(v.array(v.object({ docType, count: v.number() }))),
  ),
  stuck: described(
    'For Show Admins: steps at which documents wait longer than usual, the longest first. List filters: `waitingAt`, `waitingSince`.',
    v.nullable(
      v.array(
        v.object({
          docType,
          workflowTemplateId: v.string(),
          step: v.string(),
          count: v.number(),
          days: described('Working days of the longest waiting.', v.number()),
          usualDays: v.number(),
          since: described('The last day of arrival that is longer ago than usual.', day),
        }),
      ),
    ),
  ),
});
export type HomeTiles = v.InferOutput<typeof homeTiles>;
