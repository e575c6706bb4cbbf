import type { Locator, Page } from '@playwright/test';
import type { PaymentSummary } from '#domain/payments/payment-response';
import type { BulkRun } from '#domain/bulk-approval/bulk-response';

/** Opens the queue of payments that wait for this user, filtered to those of one test. */
export async function openQueue(page: Page, prefix: string): Promise<void> {
  await page.goto(`/approvals/payments?number=${prefix}`);
  await boxOf(page, { number: prefix }).first().waitFor();
}

/** Returns the checkbox of a payment, on its row or card. */
export function boxOf(page: Page, { number }: Pick<PaymentSummary, 'number'>): Locator {
  return page.getByRole('checkbox', { name: `Select Payment #${number}` });
}

/** Clicks the label of a checkbox, because the drawn box covers the input. */
export async function tick(box: Locator): Promise<void> {
  await box.locator('xpath=ancestor::label').click();
}

export function selectAll(page: Page): Locator {
  return page.getByRole('checkbox', { name: 'Select all' });
}

export function approveButton(page: Page): Locator {
  return page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Approve' });
}

/** Returns the panel of a run, shown while it is running and until the user closes it. */
export function panelOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Bulk approval' });
}

/** A request about bulk approvals. */
export interface BulkCall {
  method: string;
  path: string;
  body: Record<string, unknown> | null;
}

/** Records every request of this page about bulk approvals. */
export function bulkCalls(page: Page): BulkCall[] {
  const calls: BulkCall[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/workflows/bulk-approval')) return;
    const path = pathname.replace(/^\/api\/workflows\/bulk-approval\/?/, '');
    // The preview of a selection is no call of a run.
    if (path === 'preview') return;
    const body = request.postDataJSON() as BulkCall['body'];
    calls.push({ method: request.method(), path, body });
  });
  return calls;
}

/** Shows the page a running run until the returned function is called, even if it has ended. */
export async function delayRunEnd(page: Page): Promise<() => void> {
  let isDelayed = true;
  await page.route('**/api/workflows/bulk-approval/*', async (route) => {
    if (!isDelayed || route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const run = (await response.json()) as BulkRun;
    const json = run.status === 'success' ? { ...run, status: 'in_progress' } : run;
    return route.fulfill({ response, json });
  });
  return () => (isDelayed = false);
}

/** Records every text of the panel. Returns a function that reads the texts. */
export async function recordPanelTexts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const texts: string[] = [];
    Object.assign(window, { texts });
    new MutationObserver(() => {
      const panel = document.querySelector<HTMLElement>('[aria-label="Bulk approval"]');
      const text = panel?.innerText.replace(/\s+/g, ' ') ?? '';
      if (text !== texts.at(-1)) texts.push(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { texts: string[] }).texts);
}
