import * as v from 'valibot';
import { budgetAnswers } from '#domain/budget/budget-answers';
import { baseTotalField } from '#domain/currency/base-total-field';
import { docTypes } from '#domain/document';
import { invoiceFilters, purchaseOrderFilters } from '#domain/lists/list-filters';
import { paymentFilters } from '#domain/payments/payment-filters';
import { booleanFlag, id, namedContent } from '#domain/values/schema-fields';
import { described } from '#domain/values/described';
import { bulkLimit } from './bulk.ts';
import { leftOutReasons } from './left-out.ts';

/** What a bulk run does with each of its documents; `take-back` undoes a run that approved (BULK-08). */
export const bulkActions = ['approve', 'take-back', 'submit', 'push'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** The actions that a user starts on a selection of a list. */
const selectableActions = ['approve', 'submit', 'push'] as const;
export type SelectableAction = (typeof selectableActions)[number];

/** A document as the list showed it. */
const shownItem = v.object({ id, contentVersion: namedContent });

const selection = {
  action: v.optional(v.picklist(selectableActions), 'approve'),
  items: v.nullish(v.pipe(v.array(shownItem), v.maxLength(bulkLimit)), []),
  allSelected: booleanFlag,
  excludedIds: v.nullish(v.pipe(v.array(id), v.maxLength(bulkLimit)), []),
  showId: v.nullish(v.pipe(v.string(), v.maxLength(12)), null),
};

/** A selection of a list: single documents, or all that match the list's filters (BULK-02). */
export const previewRequest = v.variant('docType', [
  v.object({ ...selection, docType: v.literal('PO'), filters: v.nullish(purchaseOrderFilters, null) }),
  v.object({ ...selection, docType: v.literal('INVOICE'), filters: v.nullish(invoiceFilters, null) }),
  v.object({ ...selection, docType: v.literal('PAYMENT'), filters: v.nullish(paymentFilters, null) }),
]);
export type PreviewRequest = v.InferOutput<typeof previewRequest>;
export type PreviewBody = v.InferInput<typeof previewRequest>;

const previewDocument = {
  id: v.string(),
  workflowStepId: described("The current step; `''` for a draft or an approved document.", v.string()),
  contentVersion: v.number(),
  number: v.string(),
  name: described('The vendor, or the payee of a payment.', v.string()),
  totalCost: v.number(),
  currency: v.string(),
  ...baseTotalField,
  onBehalfOf: v.nullable(v.object({ userId: v.string(), name: v.string() })),
  budgetAnswer: described(
    'What the budget gives now, as far as the user may see it. Send it with the item of a bulk approval.',
    v.optional(v.picklist(budgetAnswers)),
  ),
};
const document = v.object(previewDocument);
export type BulkDocument = v.InferOutput<typeof document>;

const leftOutDocument = v.object({
  ...previewDocument,
  reasons: v.array(v.picklist(leftOutReasons)),
  mayInclude: described('False if the single action would refuse it, too.', v.boolean()),
  error: described(
    'The first error of an incomplete draft; the message may be empty. Absent for other reasons.',
    v.optional(v.object({ code: v.string(), message: v.string() })),
  ),
});
export type LeftOutDocument = v.InferOutput<typeof leftOutDocument>;

export const bulkPreview = v.object({
  docType: v.picklist(docTypes),
  documents: described('What a run includes unless the user says otherwise.', v.array(document)),
  leftOut: v.array(leftOutDocument),
  missing: described('Ids of selected documents that the action no longer applies to.', v.array(v.string())),
  isPartial: described('More documents match than one run takes.', v.boolean()),
});
export type BulkPreview = v.InferOutput<typeof bulkPreview>;
