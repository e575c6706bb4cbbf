import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { DocType } from '../../../domain/document.ts';
import type {
  InvoiceFilterBody,
  PaymentFilterBody,
  PurchaseOrderFilterBody,
} from '../../../domain/list-filters.ts';

interface Bodies {
  PO: PurchaseOrderFilterBody;
  INVOICE: InvoiceFilterBody;
  PAYMENT: PaymentFilterBody;
}

/** One question of a list to the server. */
export interface ListCall<Type extends DocType = 'PO'> {
  page: number;
  count: number;
  persona: string;
  showId: string;
  sort: string;
  filters: Omit<Bodies[Type], 'vendorData'> & { vendorData?: { number: string; name: string }[] };
}

const paths: Record<DocType, string> = {
  PO: '/api/pos/filter',
  INVOICE: '/api/invoices/filter',
  PAYMENT: '/api/payments/filter',
};

/** Everything that the lists of this page ask the server about one type of document from now on. */
export function listCalls(page: Page): ListCall[];
export function listCalls<Type extends DocType>(page: Page, docType: Type): ListCall<Type>[];
export function listCalls(page: Page, docType: DocType = 'PO'): ListCall<DocType>[] {
  const calls: ListCall<DocType>[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.replace(/\/$/, '') !== paths[docType]) return;
    const query = (name: string) => url.searchParams.get(name) ?? '';
    calls.push({
      page: Number(query('page')),
      count: Number(query('count')),
      persona: query('persona'),
      showId: query('showId'),
      sort: query('sort'),
      filters: request.postDataJSON() as ListCall<DocType>['filters'],
    });
  });
  return calls;
}

/** The row or card of a document: by its description, a payment's by its number. */
export function rowOf(page: Page, document: { description: string } | { number: string }): Locator {
  const hasText = 'description' in document ? document.description : document.number;
  return page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText });
}

/** Opens the list, and waits until the rows of its first answer stand: the grey ones before them take no click. */
export async function openList(page: Page, path: string, docType: DocType = 'PO'): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes(paths[docType]));
  await page.goto(path);
  await answered;
  // The first page is asked for before anything is drawn.
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect(page.locator('main .animate-skeleton')).toHaveCount(0);
}

/** Shows another status. */
export async function chooseStatus(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('option', { name: label, exact: true }).click();
}

/** What others do in the show is not told to this page: each such change would make its lists ask again. */
export async function withoutNews(page: Page): Promise<void> {
  await page.routeWebSocket('**/socket.io/**', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!String(message).includes('document_changed')) socket.send(message);
    });
  });
}
