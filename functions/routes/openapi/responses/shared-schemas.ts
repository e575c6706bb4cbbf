import * as v from 'valibot';
import type { Attachment, WithdrawnAttachment } from '#domain/documents/attachments';
import { docTypes, statuses, submissionStatuses } from '#domain/document';
import type { ChangeEvent } from '#domain/history/document-changes';
import type { HistoryEvent } from '#domain/history/history';
import type { Note } from '#domain/documents/notes';
import type { ResolvedAddress, SendHistory } from '#domain/documents/document-view';
import type { DepartmentSettings } from '#domain/reference-data/department-settings';
import type { Settlement } from '#domain/documents/settlement';
import type {
  Vendor,
  VendorAddress,
  VendorAttachment,
  WithdrawnTaxForm,
} from '#domain/reference-data/vendor';
import { absences } from '#domain/workflow/workflow';
import type { MissingApprover } from '#domain/workflow/workflow';
import type { VendorChange } from '#domain/reference-data/vendor-change';
import type { StepApprover, Workflow, WorkflowStep } from '#domain/workflow/workflow-view';
import type { ActionResult } from '#verbs/approval/workflow-action';
import { attachmentFlags } from './attachment-flags.ts';
import { described } from './described.ts';

export { listSums } from './list-row.ts';

export const contentVersion = described(
  'Increases only when the content of the document changes. Send it with decisions.',
  v.number(),
);

/** Schemas that several document types share. */
export const departmentSettings: v.GenericSchema<DepartmentSettings> = v.object({
  accountCodes: v.record(v.string(), v.array(v.string())),
  poNumberPrefix: v.string(),
});

export const vendorAttachment: v.GenericSchema<VendorAttachment> = v.object({
  attachmentId: v.string(),
  label: v.string(),
});

export const vendor: v.GenericSchema<Vendor> = v.object({
  id: v.nullable(v.string()),
  externalId: v.nullable(v.string()),
  name: v.string(),
  number: v.string(),
  contact: v.string(),
  email: v.string(),
  phoneNumber: v.string(),
  address: v.string(),
  city: v.string(),
  state: v.string(),
  postalCode: v.string(),
  addressLineNumber: v.nullable(v.number()),
  isTemporary: v.boolean(),
  isRelatedParty: v.boolean(),
  tempVendorId: v.nullable(v.string()),
  attachments: v.array(vendorAttachment),
  shareEmail: v.string(),
  shareNote: v.string(),
});

export const vendorChange = described(
  'While in approval: the current values of the vendor record that differ from the document. Otherwise null.',
  v.nullable(
    v.object({
      name: v.string(),
      address: v.string(),
      city: v.string(),
      state: v.string(),
      postalCode: v.string(),
    }) satisfies v.GenericSchema<VendorChange>,
  ),
);

export const vendorAddress: v.GenericSchema<VendorAddress> = v.object({
  id: v.string(),
  vendor_address_uuid: v.string(),
  name: v.string(),
  address: v.string(),
  address1: v.string(),
  address2: v.string(),
  city: v.string(),
  state: v.string(),
  zip: v.string(),
  line_number: v.number(),
  is_default: v.boolean(),
  isActive: v.boolean(),
});

export const resolvedAddress: v.GenericSchema<ResolvedAddress> = v.object({
  name: v.string(),
  address1: v.string(),
  address2: v.string(),
});

export const note: v.GenericSchema<Note> = v.object({
  id: v.string(),
  keyId: v.string(),
  content: v.string(),
  commenter: v.object({ id: v.string(), name: v.string() }),
  timestamp: v.string(),
  createdTimestamp: v.string(),
  updatedTimestamp: v.string(),
  isEdited: v.boolean(),
  context: v.picklist(['VOID', 'ADJUSTMENT', 'REVISION', 'DENIED', 'HIDDEN', 'STANDARD']),
  changeOrderNumber: v.number(),
  isReview: v.boolean(),
});

export const attachment: v.GenericSchema<Attachment> = v.object({
  attachmentId: v.string(),
  label: v.string(),
  created: v.string(),
  isTopSheet: v.boolean(),
  ...attachmentFlags,
});

export const withdrawnAttachment: v.GenericSchema<WithdrawnAttachment> = v.object({
  attachmentId: v.string(),
  label: v.string(),
  created: v.string(),
  withdrawnBy: v.object({ id: v.string(), name: v.string() }),
  withdrawnAt: v.string(),
  reason: v.string(),
  replacedBy: described('The attachment that replaced this one under the same name.', v.nullable(v.string())),
  isErased: described('The content of the file was erased on legal request.', v.boolean()),
});

export const withdrawnTaxForm: v.GenericSchema<WithdrawnTaxForm> = v.object({
  attachmentId: v.string(),
  label: v.string(),
  withdrawnBy: v.object({ id: v.string(), name: v.string() }),
  withdrawnAt: v.string(),
  isErased: described('The content of the file was erased on legal request.', v.boolean()),
});

export const historyEvent: v.GenericSchema<HistoryEvent> = v.object({
  id: v.string(),
  userName: v.string(),
  timeStamp: v.string(),
  type: v.picklist(['SUBMITTED', 'APPROVED', 'VOID', 'NEEDS REVISION', 'DENIED', 'CHANGE ORDER']),
  withoutContentVersion: described(
    'Present if the request of the decision named no `contentVersion`. The decision applied to the content at that time.',
    v.exactOptional(v.literal(true)),
  ),
});

export const changeEvent: v.GenericSchema<ChangeEvent> = v.object({
  id: v.string(),
  userName: v.string(),
  timeStamp: v.string(),
  action: described('The action of the event, such as `save` or `attach`.', v.string()),
  summary: described('What the user did, as the rest of a sentence that starts with the name.', v.string()),
  contentVersion: described('The content version of the document after this change.', v.nullable(v.number())),
  fields: v.array(
    v.object({
      field: described(
        'The path of the field, such as `vendor.name`, `lines.{id}.description` or `attachments.{id}`.',
        v.string(),
      ),
      label: v.string(),
      before: described("`''` if the value was added.", v.string()),
      after: described("`''` if the value was removed.", v.string()),
      unit: described('`day`: both values are ISO days.', v.picklist(['text', 'day'])),
    }),
  ),
});

export const stepApprover: v.GenericSchema<StepApprover> = v.object({
  userId: v.string(),
  name: v.string(),
  initials: v.string(),
  hasApproved: v.boolean(),
  approvedAt: v.exactOptional(
    described('The time of the approval. Present if this user has approved.', v.string()),
  ),
  contentVersion: v.exactOptional(described('The content version that this user approved.', v.number())),
});

const missingApprover: v.GenericSchema<MissingApprover> = v.object({
  userId: v.string(),
  name: v.string(),
  initials: v.string(),
  reason: v.picklist(absences),
});

export const workflowStep: v.GenericSchema<WorkflowStep> = v.object({
  id: v.string(),
  order: v.number(),
  name: v.string(),
  kind: v.picklist(['STANDARD', 'DEPARTMENT']),
  status: v.picklist(['PENDING', 'APPROVED', 'REVISION', 'VOID', 'DENIED']),
  approvalsNeeded: v.number(),
  approvers: v.array(stepApprover),
  missingApprovers: described(
    'If too few approvers can approve: the listed approvers who cannot, with the reason.',
    v.array(missingApprover),
  ),
  isFinal: v.boolean(),
});

export const workflow: v.GenericSchema<Workflow> = v.object({
  id: v.string(),
  steps: v.array(workflowStep),
  approvedVersion: v.exactOptional(
    described(
      'Only for a purchase order with an open change order that was not submitted: the version that these approvals were given for.',
      v.object({
        created: v.string(),
        changeOrderNumber: described('0: the purchase order as it was first approved.', v.number()),
        totalCost: v.number(),
        currency: v.string(),
      }),
    ),
  ),
  currentStep: v.nullable(v.object({ id: v.string(), approvers: v.array(stepApprover) })),
});

export const settlement: v.GenericSchema<Settlement> = v.object({
  paymentId: v.string(),
  number: v.string(),
  status: v.picklist(statuses),
  submissionStatus: v.picklist(submissionStatuses),
  invoiceId: v.string(),
  invoiceNumber: v.string(),
  amount: v.number(),
});

export const sendHistory: v.GenericSchema<SendHistory> = v.object({
  created: v.string(),
  isSuccessful: v.boolean(),
  sendType: v.picklist(['ACCOUNTING', 'EMAIL', 'VENDOR_EMAIL']),
  senderFirstName: v.string(),
  senderLastName: v.string(),
  recipients: v.exactOptional(
    described('The addresses of an e-mail, without blind copies.', v.array(v.string())),
  ),
});

export const actionResult: v.GenericSchema<ActionResult> = v.object({
  docId: v.string(),
  docType: v.picklist(docTypes),
  status: v.picklist(statuses),
  submissionStatus: v.picklist(submissionStatuses),
  nextId: v.nullable(v.string()),
});
