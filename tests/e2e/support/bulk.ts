import type { Locator, Page } from '@playwright/test';
import type { PaymentSummary } from '../../../domain/payment.ts';

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
  at: number;
}

/** Every call of this page about bulk approvals from now on. */
export function bulkCalls(page: Page): BulkCall[] {
  const calls: BulkCall[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/workflows/bulk-approval')) return;
    const path = pathname.replace(/^\/api\/workflows\/bulk-approval\/?/, '');
    const body = request.postDataJSON() as BulkCall['body'];
    calls.push({ method: request.method(), path, body, at: Date.now() });
  });
  return calls;
}
