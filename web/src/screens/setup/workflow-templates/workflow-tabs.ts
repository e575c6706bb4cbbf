import type { TemplateType } from '#domain/document';
import { readableTypes } from '#domain/workflow/workflow-template';
import { failed } from '../../documents/messages.ts';
import type { Rights } from '../../../session/api-types.ts';

/** One type of approval flows and where it stands (SH-67, PO-64). */
export interface FlowTab {
  tab: 'purchase-orders' | 'invoices' | 'payments';
  type: TemplateType;
  text: string;
  /** MG-26 */
  failure: string;
}

const workflowsFailed = 'Unable to retrieve workflows';

const tabs: readonly FlowTab[] = [
  { tab: 'purchase-orders', type: 'PURCHASE_ORDER', text: 'Purchase Orders', failure: workflowsFailed },
  { tab: 'invoices', type: 'INVOICE', text: 'Invoices', failure: workflowsFailed },
  { tab: 'payments', type: 'PAYMENT', text: 'Payments', failure: failed.paymentFlows },
];

/** PE-10 to PE-12: the tabs that this person is offered. */
export function openTabs({ permissions, invoices, payments }: Rights): FlowTab[] {
  const types = readableTypes({ permissions, modules: { invoices, payments } });
  return tabs.filter(({ type }) => types.includes(type));
}

const home = '/setup/shows/workflows';

export function listHref({ tab }: FlowTab): string {
  return `${home}?tab=${tab}`;
}

export function flowHref({ tab }: FlowTab, id: string): string {
  return `${home}/${tab}/${id}`;
}

export function newFlowHref({ tab }: FlowTab): string {
  return `${home}/${tab}/create`;
}
