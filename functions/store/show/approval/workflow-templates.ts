import { and, asc, count, eq, gt, isNotNull, lt, sql } from 'drizzle-orm';
import type { TemplateType } from '#domain/document';
import type { ChangeRule } from '#domain/workflow/change-order-steps';
import { overBudgetColumns } from '#domain/budget/over-budget';
import type { DraftStep } from '#domain/workflow/workflow-template';
import { insertJsonRows } from '#store/d1/json-object';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';
import { authorEventsOf } from '#store/show/documents/author-events';
import { documents } from '#store/show/tables/document-tables';
import {
  bankAccounts,
  workflows,
  workflowTemplateApprovers,
  workflowTemplateBankAccounts,
  workflowTemplates,
  workflowTemplateSteps,
} from '#store/show/tables/workflow-tables';
import { showSettings } from '#store/show/tables/reference-tables';

export type TemplateSet = RowOf<ReturnType<typeof templateSetQuery>>;

const templateRows = prepareRead(({ db, showId }) => [
  db
    .select()
    .from(workflowTemplates)
    .where(eq(workflowTemplates.showId, showId))
    .orderBy(sql`${workflowTemplates.name} COLLATE NOCASE`, asc(workflowTemplates.id)),
  db
    .select()
    .from(workflowTemplateSteps)
    .where(eq(workflowTemplateSteps.showId, showId))
    .orderBy(asc(workflowTemplateSteps.stepOrder)),
  db
    .select()
    .from(workflowTemplateApprovers)
    .where(eq(workflowTemplateApprovers.showId, showId))
    .orderBy(asc(workflowTemplateApprovers.position)),
  db.select().from(bankAccounts).where(eq(bankAccounts.showId, showId)).orderBy(asc(bankAccounts.name)),
  db.select().from(workflowTemplateBankAccounts).where(eq(workflowTemplateBankAccounts.showId, showId)),
  db.select().from(showSettings).where(eq(showSettings.showId, showId)).limit(1),
  db
    .select({ templateId: workflows.templateId, total: count() })
    .from(workflows)
    .where(and(eq(workflows.showId, showId), isNotNull(workflows.currentOrder)))
    .groupBy(workflows.templateId),
]);

/** All workflow templates of a show with their steps, approvers and bank accounts, by name. A show has only a few. */
export const templateSetQuery = (source: Source) => mapQuery(templateRows(source, {}), templateSet);

function templateSet([templates, steps, approvers, accounts, owners, settings, inProgress]: RowOf<
  ReturnType<typeof templateRows>
>) {
  const [settingsRow] = settings;
  return {
    templates: templates.map((template) => ({
      ...template,
      steps: steps
        .filter(({ templateId }) => templateId === template.id)
        .map((step) => ({
          ...step,
          approverIds: approvers.filter(({ stepId }) => stepId === step.id).map(({ userId }) => userId),
        })),
      bankAccountIds: owners
        .filter(({ templateId }) => templateId === template.id)
        .map(({ bankAccountId }) => bankAccountId),
      itemsInProgress: inProgress.find(({ templateId }) => templateId === template.id)?.total ?? 0,
    })),
    accounts,
    defaults: {
      PURCHASE_ORDER: settingsRow?.defaultPurchaseOrderWorkflowId ?? null,
      INVOICE: settingsRow?.defaultInvoiceWorkflowId ?? null,
      PAYMENT: settingsRow?.defaultPaymentWorkflowId ?? null,
    } satisfies Record<TemplateType, string | null>,
  };
}

const accountsOfShow = prepareRead(({ db, showId }) => [
  db
    .select({
      id: bankAccounts.id,
      externalId: bankAccounts.externalId,
      name: bankAccounts.name,
      isoCurrencyCode: bankAccounts.isoCurrencyCode,
    })
    .from(bankAccounts)
    .where(eq(bankAccounts.showId, showId))
    .orderBy(asc(bankAccounts.name)),
]);

/** Bank accounts of the show by name (API-106). */
export const bankAccountsQuery = (source: Source) => mapQuery(accountsOfShow(source, {}), ([rows]) => rows);

const inApprovalOn = (showId: string, templateId: string) =>
  and(eq(workflows.showId, showId), eq(workflows.templateId, templateId), isNotNull(workflows.currentOrder));

/**
 * The documents in approval on a template, with what decides whether other steps have approvers for them (DEC-20,
 * DEC-21, DEC-97).
 */
export async function readInProgress({ db, showId }: ShowStore, templateId: string) {
  return db
    .select({
      docType: documents.type,
      totalCents: documents.totalCents,
      baseTotalCents: documents.baseTotalCents,
      departmentId: documents.departmentId,
      ownerId: documents.ownerId,
      submitterId: documents.submitterId,
      authorEvents: authorEventsOf(documents.id),
    })
    .from(workflows)
    .crossJoin(documents)
    .where(
      and(
        inApprovalOn(showId, templateId),
        eq(documents.id, workflows.documentId),
        eq(documents.showId, showId),
      ),
    );
}

/** Documents in approval on a copy older than `version`, by id after `after`. */
export async function readOutdated(
  { db, showId }: ShowStore,
  template: { id: string; version: number },
  cursor: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: workflows.documentId })
    .from(workflows)
    .where(
      and(
        inApprovalOn(showId, template.id),
        lt(workflows.templateVersion, template.version),
        gt(workflows.documentId, cursor.after),
      ),
    )
    .orderBy(asc(workflows.documentId))
    .limit(cursor.limit);
  return rows.map(({ id }) => id);
}

export function insertTemplate({ db }: ShowStore, row: typeof workflowTemplates.$inferInsert): Write {
  return db.insert(workflowTemplates).values(row);
}

/**
 * Sets the next version of a template. When it is no longer the version that was read, the version becomes null, which
 * fails the batch.
 */
export function changeTemplate(
  { showId }: ShowStore,
  { id, version }: { id: string; version: number },
  { name, change, requiresBudgetReason }: { name: string; change: ChangeRule; requiresBudgetReason: boolean },
): Write {
  return sql`UPDATE workflow_templates SET name = ${name}, change_rule = ${change.rule},
      change_percent_hundredths = ${change.percentHundredths},
      requires_budget_reason = ${requiresBudgetReason ? 1 : 0},
      version = CASE WHEN version = ${version} THEN version + 1 END
    WHERE show_id = ${showId} AND id = ${id}`;
}

export function replaceSteps(
  { showId }: ShowStore,
  templateId: string,
  steps: readonly (DraftStep & { id: string })[],
): Write[] {
  const rows = steps.map(({ overBudget, ...step }, index) => ({
    ...step,
    ...overBudgetColumns(overBudget),
    stepOrder: index + 1,
  }));
  const approvers = steps.flatMap(({ id, approverIds }) =>
    approverIds.map((userId, position) => ({ stepId: id, userId, position })),
  );
  return [
    sql`DELETE FROM workflow_template_approvers WHERE show_id = ${showId} AND step_id IN
      (SELECT id FROM workflow_template_steps WHERE show_id = ${showId} AND template_id = ${templateId})`,
    sql`DELETE FROM workflow_template_steps WHERE show_id = ${showId} AND template_id = ${templateId}`,
    insertJsonRows(workflowTemplateSteps, { showId, templateId }, rows),
    insertJsonRows(workflowTemplateApprovers, { showId }, approvers),
  ];
}

/**
 * Replaces the bank accounts that select a payment template. The key rejects one that belongs to another template
 * (DEC-65).
 */
export function replaceAccounts({ showId }: ShowStore, templateId: string, ids: readonly string[]): Write[] {
  return [
    sql`DELETE FROM workflow_template_bank_accounts WHERE show_id = ${showId} AND template_id = ${templateId}`,
    sql`INSERT INTO workflow_template_bank_accounts (show_id, bank_account_id, template_id)
      SELECT ${showId}, value, ${templateId} FROM json_each(${JSON.stringify(ids)})`,
  ];
}

const defaultColumn = {
  PURCHASE_ORDER: 'defaultPurchaseOrderWorkflowId',
  INVOICE: 'defaultInvoiceWorkflowId',
  PAYMENT: 'defaultPaymentWorkflowId',
} as const satisfies Record<TemplateType, keyof typeof showSettings.$inferInsert>;

/** Makes a template the default of its type; with `always` false only while there is no default (DEC-65). */
export function chooseDefault(
  { db, showId }: ShowStore,
  { id, type, always }: { id: string; type: TemplateType; always: boolean },
): Write {
  const name = defaultColumn[type];
  const column = showSettings[name];
  const currentOrNew = sql`CASE WHEN EXISTS (SELECT 1 FROM workflow_templates t WHERE t.show_id = ${showId}
    AND t.id = ${column}) THEN ${column} ELSE ${id} END`;
  return db
    .insert(showSettings)
    .values({ showId, [name]: id })
    .onConflictDoUpdate({ target: showSettings.showId, set: { [name]: always ? id : currentOrNew } });
}
