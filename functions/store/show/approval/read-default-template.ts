import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { TemplateType } from '#domain/document';
import type { Source } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import type { RowOf } from '#store/d1/query';
import {
  workflowTemplateApprovers,
  workflowTemplateSteps,
  workflowTemplates,
  workflows,
} from '#store/show/tables/workflow-tables';
import { showSettings } from '#store/show/tables/reference-tables';

const defaultOf = {
  PURCHASE_ORDER: showSettings.defaultPurchaseOrderWorkflowId,
  INVOICE: showSettings.defaultInvoiceWorkflowId,
  PAYMENT: showSettings.defaultPaymentWorkflowId,
} as const satisfies Record<TemplateType, unknown>;

const byDefault = prepareRead((source, _values, type: TemplateType) =>
  templateQueries(source, eq(workflowTemplates.id, defaultOf[type])),
);

/**
 * The show's default workflow template of a type, with its steps and their listed approvers; null when there is none
 * (DEC-24).
 */
export const defaultTemplateQuery = (store: Source, type: TemplateType) =>
  mapQuery(byDefault(store, {}, type), templateOf);

const byId = prepareRead((source, { id }: { id: string }) =>
  templateQueries(source, eq(workflowTemplates.id, id)),
);

/** A workflow template of the show by its id, with its steps and their listed approvers; null when there is none. */
export const templateQuery = (store: Source, id: string) => mapQuery(byId(store, { id }), templateOf);

const ofPayment = prepareRead(
  (source, { paymentId, slug }: { paymentId: string; slug: string }, bySlug: boolean) => {
    const ofBank = sql`(SELECT b.template_id FROM workflow_template_bank_accounts b
    WHERE b.show_id = ${source.showId} AND b.bank_account_id = (SELECT p.bank_account_id FROM payments p
      WHERE p.document_id = ${paymentId} AND p.show_id = ${source.showId}))`;
    // With flow selection off, a slug may name only one of the two templates that the payment could get without one.
    const mayChoose = sql`coalesce(${showSettings.settings} ->> 'approvalFlowPaymentSelectionEnabled', 0)
      OR ${workflowTemplates.id} IN (${ofBank}, ${defaultOf.PAYMENT})`;
    const selected = bySlug
      ? sql`${workflowTemplates.slug} = ${slug} AND (${mayChoose})`
      : eq(workflowTemplates.id, sql`coalesce(${ofBank}, ${defaultOf.PAYMENT})`);
    return templateQueries(source, sql`${workflowTemplates.templateType} = 'PAYMENT' AND ${selected}`);
  },
);

/**
 * The template for submitting a payment: the one with this slug where the show lets users choose, else that of the
 * payment's bank account, else the show's default; null when there is none (DEC-44).
 */
export const paymentTemplateQuery = (store: Source, paymentId: string, slug: string | null) =>
  mapQuery(ofPayment(store, { paymentId, slug: slug ?? '' }, slug !== null), templateOf);

const former = prepareRead(({ db, showId }, { documentId }: { documentId: string }) => [
  db
    .select({ name: workflowTemplates.name, version: workflows.templateVersion })
    .from(workflows)
    // Found by its key: D1 keeps no statistics, and would start with every template of the show.
    .crossJoin(workflowTemplates)
    .where(
      and(
        eq(workflows.showId, showId),
        eq(workflows.documentId, documentId),
        eq(workflowTemplates.id, workflows.templateId),
      ),
    )
    .orderBy(desc(workflows.createdAt), desc(workflows.id))
    .limit(1),
]);

/** The name and version of the template of the document's last workflow; null when it was never submitted. */
export const formerWorkflowQuery = (store: Source, documentId: string) =>
  mapQuery(former(store, { documentId }), ([rows]) => rows[0] ?? null);

function templateQueries({ db, showId }: Source, condition: SQL) {
  const selected = and(eq(showSettings.showId, showId), condition);
  return [
    db
      .select({ template: workflowTemplates })
      .from(showSettings)
      .innerJoin(workflowTemplates, eq(workflowTemplates.showId, showId))
      .where(selected)
      .limit(1),
    db
      .select({ step: workflowTemplateSteps })
      .from(showSettings)
      .innerJoin(workflowTemplates, eq(workflowTemplates.showId, showId))
      .innerJoin(workflowTemplateSteps, eq(workflowTemplateSteps.templateId, workflowTemplates.id))
      .where(selected)
      .orderBy(asc(workflowTemplateSteps.stepOrder)),
    db
      .select({ stepId: workflowTemplateApprovers.stepId, userId: workflowTemplateApprovers.userId })
      .from(showSettings)
      .innerJoin(workflowTemplates, eq(workflowTemplates.showId, showId))
      .innerJoin(workflowTemplateSteps, eq(workflowTemplateSteps.templateId, workflowTemplates.id))
      .innerJoin(
        workflowTemplateApprovers,
        and(
          eq(workflowTemplateApprovers.showId, showId),
          eq(workflowTemplateApprovers.stepId, workflowTemplateSteps.id),
        ),
      )
      .where(selected)
      .orderBy(asc(workflowTemplateApprovers.position)),
  ] as const;
}

function templateOf([templates, steps, approvers]: RowOf<ReturnType<typeof byId>>) {
  const template = templates[0]?.template;
  if (!template) return null;
  return {
    ...template,
    steps: steps.map(({ step }) => ({
      ...step,
      approverIds: approvers.filter((row) => row.stepId === step.id).map((row) => row.userId),
    })),
  };
}
