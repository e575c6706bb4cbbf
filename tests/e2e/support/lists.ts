import type { Locator, Page } from '@playwright/test';
import type { PurchaseOrderFilterBody } from '../../../domain/lists.ts';
import type { PurchaseOrder } from '../../../domain/purchase-order.ts';

/** One question of a list to the server. */
export interface ListCall {
  page: number;
  count: number;
  persona: string;
  showId: string;
  sort: string;
  filters: PurchaseOrderFilterBody & { vendorData?: { number: string; name: string }[] };
  /** Milliseconds of the browser's clock. */
  at: number;
}

/** Everything that the lists of this page ask the server from now on. */
export function listCalls(page: Page): ListCall[] {
  const calls: ListCall[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.replace(/\/$/, '') !== '/api/pos/filter') return;
    const query = (name: string) => url.searchParams.get(name) ?? '';
    calls.push({
      page: Number(query('page')),
      count: Number(query('count')),
      persona: query('persona'),
      showId: query('showId'),
      sort: query('sort'),
      filters: request.postDataJSON() as ListCall['filters'],
      at: Date.now(),
    });
  });
  return calls;
}

/** The row or card of a document. */
export function rowOf(page: Page, order: Pick<PurchaseOrder, 'description'>): Locator {
  const { description } = order;
  return page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: description });
}

/** Opens the list, and waits for its first answer. */
export async function openList(page: Page, path: string): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes('/api/pos/filter'));
  await page.goto(path);
  await answered;
}

/** Shows another status. */
export async function chooseStatus(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('option', { name: label, exact: true }).click();
}
