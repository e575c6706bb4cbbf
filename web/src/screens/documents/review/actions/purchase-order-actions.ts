import {
  discardChangeOrder,
  pullFromAccounting,
  pushToAccounting,
  requestChangeOrder,
} from './purchase-order-calls.ts';
import { editPath, reviewPath } from '../../paths.ts';
import { accountingFailed, successTexts, failureTexts } from '../../messages.ts';
import type { DocumentAction, ActionName } from './document-actions.ts';

/** The actions that only purchase orders have. */
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
