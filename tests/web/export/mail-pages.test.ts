import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { invoiceRoutes } from '../../../web/src/screens/invoices/routes.ts';
import { paymentRoutes } from '../../../web/src/screens/payments/routes.ts';
import { purchaseOrderRoutes } from '../../../web/src/screens/purchase-orders/routes.ts';
import { setupRoutes } from '../../../web/src/screens/setup/routes.ts';
import { mailPages } from '../../support/mail-pages.ts';

const routes = [...purchaseOrderRoutes, ...invoiceRoutes, ...paymentRoutes, ...setupRoutes];

/** The routes of a page, without redirects and catch-all routes. */
function routesOf(path: string): (string | undefined)[] {
  const found = (matchRoutes(routes, path) ?? []).map(({ route }) => route.path);
  return found.some((name) => name === '*' || name === 'review/*') ? [] : found;
}

test.each(Object.keys(mailPages))('EM-11, SH-12: the web client has the page %s of an e-mail', (page) => {
  expect(routesOf(page.replace(':id', 'alpha1_x'))).not.toEqual([]);
});

test("SH-63: a payment has no review in the creator's persona", () => {
  expect(routesOf('/payment/review/alpha1_x/creator')).toEqual([]);
});
