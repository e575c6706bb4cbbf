import type { Locator, Page } from '@playwright/test';
import type { BulkRun } from '../../../../domain/bulk-approval/bulk.ts';
import type { PaymentSummary } from '../../../../domain/payments/payment.ts';

/** Opens the queue of payments that wait for this person, narrowed to those of one test. */
export async function openQueue(page: Page, prefix: string): Promise<void> {
  await page.goto(`/approvals/payments?number=${prefix}`);
  await boxOf(page, { number: prefix }).first().waitFor();
}

/** The box of a payment, on its row or its card. */
export function boxOf(page: Page, { number }: Pick<PaymentSummary, 'number'>): Locator {
  return page.getByRole('checkbox', { name: `Select Payment #${number}` });
}

/** Ticks or unticks a box as a hand does: the box that is drawn covers the one that is read aloud. */
export async function tick(box: Locator): Promise<void> {
  await box.locator('xpath=ancestor::label').click();
}

export function selectAll(page: Page): Locator {
  return page.getByRole('checkbox', { name: 'Select all' });
}

export function approveButton(page: Page): Locator {
  return page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Approve' });
}

/** What stands in the corner while a run goes on, and until its end has been seen. */
export function panelOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Bulk approval' });
}

/** One call of a browser about bulk approvals. */
export interface BulkCall {
  method: string;
  path: string;
  body: Record<string, unknown> | null;
}

/** Every call of this page about bulk approvals from now on. */
export function bulkCalls(page: Page): BulkCall[] {
  const calls: BulkCall[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/workflows/bulk-approval')) return;
    const path = pathname.replace(/^\/api\/workflows\/bulk-approval\/?/, '');
    const body = request.postDataJSON() as BulkCall['body'];
    calls.push({ method: request.method(), path, body });
  });
  return calls;
}

/** As this page has it, the run goes on until it is let end, however quickly it ends in truth. */
export async function runGoesOn(page: Page): Promise<() => void> {
  let isHeld = true;
  await page.route('**/api/workflows/bulk-approval/*', async (route) => {
    if (!isHeld || route.request().method() !== 'GET') return route.fallback();
    const answer = await route.fetch();
    const run = (await answer.json()) as BulkRun;
    const json = run.status === 'success' ? { ...run, status: 'in_progress' } : run;
    return route.fulfill({ response: answer, json });
  });
  return () => (isHeld = false);
}

/** Notes everything that the panel says from now on. */
export async function listenToPanel(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver(() => {
      const panel = document.querySelector<HTMLElement>('[aria-label="Bulk approval"]');
      const text = panel?.innerText.replace(/\s+/g, ' ') ?? '';
      if (text !== heard.at(-1)) heard.push(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}
