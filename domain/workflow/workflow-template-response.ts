import * as v from 'valibot';
import { changeRules } from './change-order-steps.ts';
import { templateTypes } from '#domain/document';
import { described } from '#domain/values/described';
import { overBudgetField } from '#domain/budget/over-budget-field';

const stepPerson = v.object({
  userId: v.string(),
  name: v.string(),
  initials: v.string(),
  isActive: v.boolean(),
});

export const templateStepView = v.object({
  id: v.string(),
  order: v.number(),
  name: v.string(),
  kind: v.picklist(['STANDARD', 'DEPARTMENT']),
  amountLimit: v.nullable(v.number()),
  approvalsNeeded: v.number(),
  mayApproveOverRelief: described(
    'A flow with such a step can approve invoices that exceed the balance of a purchase order line.',
    v.boolean(),
  ),
  approvers: described(
    '`isActive` is false for users who are still listed but can no longer approve.',
    v.array(stepPerson),
  ),
  remindAfterDays: described(
    'The approvers are reminded on the first working day after this many; null: never.',
    v.nullable(v.number()),
  ),
  escalateAfterDays: described(
    'The backup approver is added on the first working day after this many; null: never.',
    v.nullable(v.number()),
  ),
  backup: v.nullable(stepPerson),
  overBudget: overBudgetField,
});
export type TemplateStepView = v.InferOutput<typeof templateStepView>;

export const templateBankAccount = v.object({
  id: v.string(),
  externalId: v.string(),
  name: v.string(),
  isoCurrencyCode: v.string(),
});
export type TemplateBankAccount = v.InferOutput<typeof templateBankAccount>;

export const workflowTemplate = v.object({
  id: v.string(),
  showId: v.string(),
  slug: v.string(),
  name: v.string(),
  templateType: v.picklist(templateTypes),
  isDefault: v.boolean(),
  version: v.number(),
  steps: v.array(templateStepView),
  paymentBankAccounts: v.array(templateBankAccount),
  itemsInProgress: v.number(),
  changeOrderRule: described(
    'Which amount decides for a change order: NEW_TOTAL, CHANGE (the change alone), or CHANGE_OVER_PERCENT (the change, if it exceeds `changeOrderPercent` of the approved total). Only flows of purchase orders have another rule than NEW_TOTAL.',
    v.picklist(changeRules),
  ),
  changeOrderPercent: v.nullable(v.number()),
  requiresBudgetReason: described(
    'A document that takes an account over its budget can be submitted only with a reason.',
    v.boolean(),
  ),
});
export type WorkflowTemplate = v.InferOutput<typeof workflowTemplate>;

export const unmetStep = v.object({
  flowId: v.string(),
  flow: v.string(),
  step: v.string(),
  department: described('Null if the step is for the whole show.', v.nullable(v.string())),
  approvalsNeeded: v.number(),
  ableToApprove: v.number(),
});
export type UnmetStep = v.InferOutput<typeof unmetStep>;
