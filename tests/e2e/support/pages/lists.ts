import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { DocType } from '../../../../domain/document.ts';
const paths: Record<DocType, string> = {
  PO: '/api/pos/filter',
  INVOICE: '/api/invoices/filter',
  PAYMENT: '/api/payments/filter',
};

/** Returns the row or card of a document, by its description or a payment's number. */
export function rowOf(page: Page, document: { description: string } | { number: string }): Locator {
  const hasText = 'description' in document ? document.description : document.number;
  return page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText });
}

/** Opens the list and waits for the rows of its first response: skeleton rows take no clicks. */
export async function openList(page: Page, path: string, docType: DocType = 'PO'): Promise<void> {
  const listResponse = page.waitForResponse((response) => response.url().includes(paths[docType]));
  await page.goto(path);
  await listResponse;
  // The first page is requested before anything is drawn.
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect(page.locator('main .animate-skeleton')).toHaveCount(0);
}

export async function chooseStatus(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('option', { name: label, exact: true }).click();
}

/**
 * Hides changes of other users from this page, because each would make it refetch. Also answers that it missed nothing
 * while it connected: on a busy machine that answer is late, which counts as something missed.
 */
export async function blockDocumentChanges(page: Page): Promise<void> {
  await page.routeWebSocket('**/socket.io/**', (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const [, question] = /^42(\d+)\["told_within"/.exec(String(message)) ?? [];
      if (question === undefined) server.send(message);
      else socket.send(`43${question}[false]`);
    });
    server.onMessage((message) => {
      if (!String(message).includes('document_changed')) socket.send(message);
    });
  });
}
