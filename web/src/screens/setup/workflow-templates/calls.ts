import type { TemplateType } from '#domain/document';
import type { TemplateBody } from '#domain/workflow/workflow-template';
import { api, ask } from '../../../api.ts';
import type { TemplateBankAccount, WorkflowTemplate } from '#domain/workflow/workflow-template-response';

const calls = {
  PURCHASE_ORDER: api.api['purchase-order-workflow-template'],
  INVOICE: api.api['invoice-workflow-template'],
  PAYMENT: api.api['payment-workflow-template'],
} as const satisfies Record<TemplateType, unknown>;

/** (API-22) */
export function readWorkflows(showId: string): Promise<WorkflowTemplate[]> {
  return ask(api.api['workflow-template'].$get({ query: { showId } }));
}

/** (API-108, API-111, API-114) */
export function readWorkflow(type: TemplateType, id: string): Promise<WorkflowTemplate> {
  return ask(calls[type][':id'].$get({ param: { id } }));
}

/**
 * Creates a flow without an id (API-109, API-112, API-115), else changes it (API-110, API-113, API-116). Throws
 * `ApiError`.
 */
export function saveWorkflow(
  type: TemplateType,
  id: string | null,
  json: TemplateBody,
): Promise<WorkflowTemplate> {
  if (id === null) return ask(calls[type].$post({ json }));
  // With the key, a repeated PUT does not conflict with itself (DEC-99).
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  return ask(calls[type][':id'].$put({ param: { id }, json }, { headers }));
}

export interface Approver {
  id: string;
  name: string;
  initials: string;
}

/** The users who may approve documents of this type (API-69). */
export async function readApprovers(showId: string, templateType: TemplateType): Promise<Approver[]> {
  const people: readonly Approver[] = await ask(
    api.api.users.$get({ query: { show: showId, templateType } }),
  );
  return people.map(({ id, name, initials }) => ({ id, name, initials }));
}

/** (API-106) */
export function readBankAccounts(showId: string): Promise<TemplateBankAccount[]> {
  return ask(calls.PAYMENT['project-bank-accounts'][':id'].$get({ param: { id: showId } }));
}
