import { editPath, reviewPath } from '../../paths.ts';
import { accountingFailed, successTexts, failureTexts } from '../../messages.ts';
import type { DocumentAction, ActionName } from './document-actions.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import { api, ask } from '../../../../api.ts';

const pos = api.api.pos;

/**
 * Sends the PO to accounting. A 424 has accounting's own text. All functions of this file throw `ApiError` (API-12,
 * PO-56, PO-57).
 */
function pushToAccounting(id: string): Promise<PurchaseOrder> {
  return ask(pos.push[':id'].$post({ param: { id } }));
}

/** Updates the PO from accounting (API-13, PO-58). */
function pullFromAccounting(id: string): Promise<PurchaseOrder> {
  return ask(pos[':id'].pull.$put({ param: { id } }));
}

/** Makes the PO a draft again, as a change order of the current user (API-20, CO-02). */
function requestChangeOrder(poId: string, reason: string): Promise<PurchaseOrder> {
  return ask(api.api.workflows.adjust.$post({ json: { poId, reason } }));
}

/** (API-06, CO-08) */
function discardChangeOrder(id: string, contentVersion: number): Promise<PurchaseOrder> {
  const call = { param: { id }, query: { contentVersion: String(contentVersion) } };
  return ask(pos[':id']['discard-change-order'].$post(call));
}

export const purchaseOrderActions = {
  push: {
    perform: async ({ document: { id, name } }) => {
      await pushToAccounting(id);
      return { type: 'success', text: successTexts.pushed(name), goTo: null };
    },
    failed: (error) => accountingFailed(error, failureTexts.push),
  },
  'pull-from-accounting': {
    perform: async ({ document: { id, name } }) => {
      const { contentVersion } = await pullFromAccounting(id);
      return { type: 'success', text: successTexts.refreshed(name), goTo: null, contentVersion };
    },
    failed: (error) => accountingFailed(error, failureTexts.refresh),
  },
  adjust: {
    perform: async ({ document: { id, name }, options }) => {
      await requestChangeOrder(id, options.reason ?? '');
      return { type: 'success', text: successTexts.adjusted(name), goTo: editPath('PO', id) };
    },
    failed: () => failureTexts.adjust,
  },
  discard: {
    perform: async ({ document: { id, name }, contentVersion: seenVersion }) => {
      const { contentVersion } = await discardChangeOrder(id, seenVersion);
      const goTo = reviewPath('PO', id, 'CREATOR');
      return { type: 'success', text: successTexts.discarded(name), goTo, contentVersion };
    },
    failed: () => failureTexts.discard,
  },
} as const satisfies Partial<Record<ActionName, DocumentAction>>;
