import {
  discardChangeOrder,
  pullFromAccounting,
  pushToAccounting,
  requestChangeOrder,
} from './purchase-order-calls.ts';
import { editPath, reviewPath } from '../../paths.ts';
import { accountingFailed, done, failed } from '../../messages.ts';
import type { Act, ActName } from './document-actions.ts';

/** What can be done with purchase orders alone. */
export const orderActs = {
  push: {
    perform: async ({ document: { id, name } }) => {
      await pushToAccounting(id);
      return { type: 'success', text: done.pushed(name), goTo: null };
    },
    failed: (error) => accountingFailed(error, failed.push),
  },
  'pull-from-accounting': {
    perform: async ({ document: { id, name } }) => {
      const { contentVersion } = await pullFromAccounting(id);
      return { type: 'success', text: done.refreshed(name), goTo: null, contentVersion };
    },
    failed: (error) => accountingFailed(error, failed.refresh),
  },
  adjust: {
    perform: async ({ document: { id, name }, options }) => {
      await requestChangeOrder(id, options.reason ?? '');
      return { type: 'success', text: done.adjusted(name), goTo: editPath('PO', id) };
    },
    failed: () => failed.adjust,
  },
  discard: {
    perform: async ({ document: { id, name }, contentVersion: seen }) => {
      const { contentVersion } = await discardChangeOrder(id, seen);
      const goTo = reviewPath('PO', id, 'CREATOR');
      return { type: 'success', text: done.discarded(name), goTo, contentVersion };
    },
    failed: () => failed.discard,
  },
} as const satisfies Partial<Record<ActName, Act>>;
