import { and, asc, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { TemplateType } from '#domain/document';
import type { ShowStore } from '../open.ts';
import { workflowTemplateApprovers, workflowTemplateSteps, workflowTemplates } from './flow-tables.ts';
import { showSettings } from './reference-tables.ts';

const defaultOf = {
  PURCHASE_ORDER: showSettings.defaultPurchaseOrderWorkflowId,
  INVOICE: showSettings.defaultInvoiceWorkflowId,
  PAYMENT: showSettings.defaultPaymentWorkflowId,
} as const satisfies Record<TemplateType, unknown>;

/** The show's default flow of a type with its steps and listed approver ids; null when there is none (DEC-24). */
export async function readDefaultTemplate(store: ShowStore, type: TemplateType) {
  return readTemplateWhere(store, eq(workflowTemplates.id, defaultOf[type]));
}

/** The same of one flow of the show, by its id. */
export async function readTemplate(store: ShowStore, id: string) {
  return readTemplateWhere(store, eq(workflowTemplates.id, id));
}

/**
 * The same of the flow that a payment is sent through: the one of this slug, else that of the payment's bank account,
 * else the show's default (DEC-44); null when there is none.
 */
export async function readPaymentTemplate(store: ShowStore, paymentId: string, slug: string | null) {
  const ofBank = sql`(SELECT b.template_id FROM workflow_template_bank_accounts b
    WHERE b.show_id = ${store.showId} AND b.bank_account_id = (SELECT p.bank_account_id FROM payments p
      WHERE p.document_id = ${paymentId} AND p.show_id = ${store.showId}))`;
  const chosen =
    slug === null
      ? eq(workflowTemplates.id, sql`coalesce(${ofBank}, ${defaultOf.PAYMENT})`)
      : eq(workflowTemplates.slug, slug);
  return readTemplateWhere(store, sql`${workflowTemplates.templateType} = 'PAYMENT' AND ${chosen}`);
}

async function readTemplateWhere({ db, showId }: ShowStore, which: SQL) {
  const chosen = and(eq(showSettings.showId, showId), which);
  const [templates, steps, approvers] = await db.batch([
    db
      .select({ template: workflowTemplates })
      .from(showSettings)
      .innerJoin(workflowTemplates, eq(workflowTemplates.showId, showId))
      .where(chosen)
      .limit(1),
    db
      .select({ step: workflowTemplateSteps })
      .from(showSettings)
      .innerJoin(workflowTemplates, eq(workflowTemplates.showId, showId))
      .innerJoin(workflowTemplateSteps, eq(workflowTemplateSteps.templateId, workflowTemplates.id))
      .where(chosen)
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
      .where(chosen)
      .orderBy(asc(workflowTemplateApprovers.position)),
  ]);
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
