import * as v from 'valibot';
import type { Attachment } from '#domain/attachments';
import { docTypes, statuses, submissionStatuses } from '#domain/document';
import type { HistoryEvent } from '#domain/history';
import type { Note } from '#domain/notes';
import type { DepartmentSettings, ResolvedAddress, SendHistory } from '#domain/purchase-order';
import type { Settlement } from '#domain/settlement';
import type { Vendor, VendorAddress, VendorAttachment } from '#domain/vendor';
import type { StepApprover, Workflow, WorkflowStep } from '#domain/workflow-view';
import type { ActionResult } from '#verbs/workflow-action';
import { said } from './said.ts';

/** What several documents have in common on the wire. */
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
});

export const historyEvent: v.GenericSchema<HistoryEvent> = v.object({
  id: v.string(),
  userName: v.string(),
  timeStamp: v.string(),
  type: v.picklist(['SUBMITTED', 'APPROVED', 'VOID', 'NEEDS REVISION', 'DENIED', 'CHANGE ORDER']),
});

export const stepApprover: v.GenericSchema<StepApprover> = v.object({
  userId: v.string(),
  name: v.string(),
  initials: v.string(),
  hasApproved: v.boolean(),
  approvedAt: v.exactOptional(said('When; only of who has approved.', v.string())),
});

export const workflowStep: v.GenericSchema<WorkflowStep> = v.object({
  id: v.string(),
  order: v.number(),
  name: v.string(),
  kind: v.picklist(['STANDARD', 'DEPARTMENT']),
  status: v.picklist(['PENDING', 'APPROVED', 'REVISION', 'VOID', 'DENIED']),
  approvalsNeeded: v.number(),
  approvers: v.array(stepApprover),
  isFinal: v.boolean(),
});

export const workflow: v.GenericSchema<Workflow> = v.object({
  id: v.string(),
  steps: v.array(workflowStep),
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
});

export const actionResult: v.GenericSchema<ActionResult> = v.object({
  docId: v.string(),
  docType: v.picklist(docTypes),
  status: v.picklist(statuses),
  submissionStatus: v.picklist(submissionStatuses),
  nextId: v.nullable(v.string()),
});
