import type { TemplateType } from '#domain/document';
import type { TemplateBankAccount, TemplateBody, WorkflowTemplate } from '#domain/workflow/workflow-template';
import { api, ask } from '../../../api.ts';

const calls = {
  PURCHASE_ORDER: api.api['purchase-order-workflow-template'],
  INVOICE: api.api['invoice-workflow-template'],
  PAYMENT: api.api['payment-workflow-template'],
} as const satisfies Record<TemplateType, unknown>;

/** API-22 */
export function readFlows(showId: string): Promise<WorkflowTemplate[]> {
  return ask(api.api['workflow-template'].$get({ query: { showId } }));
}

/** API-108, API-111, API-114. */
export function readFlow(type: TemplateType, id: string): Promise<WorkflowTemplate> {
  return ask(calls[type][':id'].$get({ param: { id } }));
}

/** API-109, API-112, API-115 without an id, else API-110, API-113, API-116. Errors: `ApiError`. */
export function saveFlow(
  type: TemplateType,
  id: string | null,
  json: TemplateBody,
): Promise<WorkflowTemplate> {
  if (id === null) return ask(calls[type].$post({ json }));
  // A PUT that is repeated with its key is no conflict with itself (DEC-99).
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  return ask(calls[type][':id'].$put({ param: { id }, json }, { headers }));
}

export interface Approver {
  id: string;
  name: string;
  initials: string;
}

/** API-69: who may approve documents of this type. */
export async function readApprovers(showId: string, templateType: TemplateType): Promise<Approver[]> {
  const people: readonly Approver[] = await ask(
    api.api.users.$get({ query: { show: showId, templateType } }),
  );
  return people.map(({ id, name, initials }) => ({ id, name, initials }));
}

/** API-106 */
export function readBankAccounts(showId: string): Promise<TemplateBankAccount[]> {
  return ask(calls.PAYMENT['project-bank-accounts'][':id'].$get({ param: { id: showId } }));
}
