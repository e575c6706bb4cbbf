import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { docTypes, templateTypes } from '#domain/document';
import { changeRules } from '#domain/workflow/change-order-steps';
import type { ChangeBasis } from '#domain/workflow/change-order-steps';
import { overBudgetUnits } from '#domain/budget/over-budget';
import type { CastBy, MissingApprover } from '#domain/workflow/workflow-response';

/** The administrators' workflow templates and each document's own copy. */
export const bankAccounts = sqliteTable('bank_accounts', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  externalId: text('external_id').notNull(),
  name: text().notNull(),
  isoCurrencyCode: text('iso_currency_code').notNull(),
});

export const workflowTemplates = sqliteTable('workflow_templates', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  slug: text().notNull(),
  name: text().notNull(),
  templateType: text('template_type', { enum: templateTypes }).notNull(),
  createdAt: text('created_at').notNull(),
  version: integer().notNull().default(1),
  changeRule: text('change_rule', { enum: changeRules }).notNull().default('NEW_TOTAL'),
  changePercentHundredths: integer('change_percent_hundredths'),
  requiresBudgetReason: integer('requires_budget_reason', { mode: 'boolean' }).notNull().default(false),
});

export const workflowTemplateSteps = sqliteTable('workflow_template_steps', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  templateId: text('template_id').notNull(),
  stepOrder: integer('step_order').notNull(),
  name: text().notNull(),
  kind: text({ enum: ['STANDARD', 'DEPARTMENT'] }).notNull(),
  amountLimitCents: integer('amount_limit_cents'),
  approvalsNeeded: integer('approvals_needed').notNull(),
  mayApproveOverRelief: integer('may_approve_over_relief', { mode: 'boolean' }).notNull().default(false),
  remindAfterDays: integer('remind_after_days'),
  escalateAfterDays: integer('escalate_after_days'),
  backupId: text('backup_id'),
  overBudgetUnit: text('over_budget_unit', { enum: overBudgetUnits }),
  overBudgetLimit: integer('over_budget_limit'),
});

export const workflowTemplateApprovers = sqliteTable(
  'workflow_template_approvers',
  {
    showId: text('show_id').notNull(),
    stepId: text('step_id').notNull(),
    userId: text('user_id').notNull(),
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.stepId, t.userId] })],
);

export const workflowTemplateBankAccounts = sqliteTable(
  'workflow_template_bank_accounts',
  {
    showId: text('show_id').notNull(),
    bankAccountId: text('bank_account_id').notNull(),
    templateId: text('template_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.bankAccountId] })],
);

export const workflows = sqliteTable('workflows', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  documentId: text('document_id').notNull(),
  templateId: text('template_id').notNull(),
  finalOrder: integer('final_order').notNull(),
  currentOrder: integer('current_order'),
  isLatest: integer('is_latest', { mode: 'boolean' }).notNull().default(true),
  createdAt: text('created_at').notNull(),
  templateVersion: integer('template_version').notNull().default(1),
  changeOrder: text('change_order', { mode: 'json' }).$type<ChangeBasis>(),
  budgetReason: text('budget_reason'),
  oneVotePerFlow: integer('one_vote_per_flow', { mode: 'boolean' }).notNull().default(false),
});

export const workflowSteps = sqliteTable('workflow_steps', {
  id: text().primaryKey(),
  showId: text('show_id').notNull(),
  workflowId: text('workflow_id').notNull(),
  stepOrder: integer('step_order').notNull(),
  name: text().notNull(),
  kind: text({ enum: ['STANDARD', 'DEPARTMENT'] }).notNull(),
  amountLimitCents: integer('amount_limit_cents'),
  approvalsNeeded: integer('approvals_needed').notNull(),
  status: text({ enum: ['PENDING', 'APPROVED', 'REVISION', 'VOID', 'DENIED'] })
    .notNull()
    .default('PENDING'),
  missing: text({ mode: 'json' }).$type<readonly MissingApprover[]>().notNull().default([]),
  mayApproveOverRelief: integer('may_approve_over_relief', { mode: 'boolean' }).notNull().default(false),
  remindAfterDays: integer('remind_after_days'),
  escalateAfterDays: integer('escalate_after_days'),
  backupId: text('backup_id'),
  overBudgetUnit: text('over_budget_unit', { enum: overBudgetUnits }),
  overBudgetLimit: integer('over_budget_limit'),
});

export const workflowStepApprovers = sqliteTable(
  'workflow_step_approvers',
  {
    showId: text('show_id').notNull(),
    stepId: text('step_id').notNull(),
    userId: text('user_id').notNull(),
    documentId: text('document_id').notNull(),
    name: text().notNull(),
    initials: text().notNull(),
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.stepId, t.userId] })],
);

export const stepApprovals = sqliteTable(
  'step_approvals',
  {
    showId: text('show_id').notNull(),
    stepId: text('step_id').notNull(),
    userId: text('user_id').notNull(),
    documentId: text('document_id').notNull(),
    at: text().notNull(),
    eventSeq: integer('event_seq').notNull(),
    contentVersion: integer('content_version').notNull().default(1),
    droppedAt: text('dropped_at'),
    castBy: text('cast_by', { mode: 'json' }).$type<CastBy>(),
    keptSeq: integer('kept_seq'),
  },
  (t) => [primaryKey({ columns: [t.showId, t.stepId, t.userId, t.eventSeq] })],
);

export const waitingApprovals = sqliteTable(
  'waiting_approvals',
  {
    showId: text('show_id').notNull(),
    userId: text('user_id').notNull(),
    type: text({ enum: docTypes }).notNull(),
    documentId: text('document_id').notNull(),
    stepId: text('step_id').notNull(),
    since: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.userId, t.type, t.documentId] })],
);

export const stepDurations = sqliteTable(
  'step_durations',
  {
    showId: text('show_id').notNull(),
    day: text().notNull(),
    stepId: text('step_id').notNull(),
    templateId: text('template_id').notNull(),
    stepName: text('step_name').notNull(),
    workingDays: integer('working_days').notNull(),
  },
  (t) => [primaryKey({ columns: [t.showId, t.day, t.stepId] })],
);
