import type { TemplateType } from '#domain/document';
import { readableTypes } from '#domain/workflow/workflow-template';
import { failureTexts } from '../../documents/messages.ts';
import type { Rights } from '../../../session/api-types.ts';

/** A type of approval flow and its addresses (SH-67, PO-64). */
export interface WorkflowTab {
  tab: 'purchase-orders' | 'invoices' | 'payments';
  type: TemplateType;
  text: string;
  /** (MG-26) */
  failure: string;
}

const workflowsFailed = 'Unable to retrieve workflows';

const tabs: readonly WorkflowTab[] = [
  { tab: 'purchase-orders', type: 'PURCHASE_ORDER', text: 'Purchase Orders', failure: workflowsFailed },
  { tab: 'invoices', type: 'INVOICE', text: 'Invoices', failure: workflowsFailed },
  { tab: 'payments', type: 'PAYMENT', text: 'Payments', failure: failureTexts.paymentWorkflows },
];

/** The tabs that the user may see (PE-10 to PE-12). */
export function openTabs({ permissions, invoices, payments }: Rights): WorkflowTab[] {
  const types = readableTypes({ permissions, modules: { invoices, payments } });
  return tabs.filter(({ type }) => types.includes(type));
}

const home = '/setup/shows/workflows';

export function listHref({ tab }: WorkflowTab): string {
  return `${home}?tab=${tab}`;
}

export function workflowHref({ tab }: WorkflowTab, id: string): string {
  return `${home}/${tab}/${id}`;
}

export function newWorkflowHref({ tab }: WorkflowTab): string {
  return `${home}/${tab}/create`;
}
