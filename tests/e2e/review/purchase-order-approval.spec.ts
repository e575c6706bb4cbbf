import { readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { pageTexts } from '../../support/pdf/read-text.ts';
import { uniqueDescription } from '../support/data/orders.ts';
import { qpdfCheck } from '../support/data/pdf.ts';
import { signIn } from '../support/environment/sign-in.ts';

interface LineText {
  description: string;
  quantity: string;
  unitCost: string;
  rental?: { start: string; end: string };
}

const lines: LineText[] = [
  { description: 'Brass ship lamps', quantity: '3', unitCost: '120.50' },
  {
    description: 'Lighthouse lens',
    quantity: '1',
    unitCost: '900',
    rental: { start: '11/23/2026', end: '11/29/2026' },
  },
  { description: 'Amber gels', quantity: '10', unitCost: '4.25' },
];
const total = '$1,304.00';

/** Signs a user in with a browser context of their own. */
async function openAs(browser: Browser, email: string, blockSocket = false): Promise<Page> {
  const context = await browser.newContext();
  if (blockSocket) {
    await context.route('**/socket.io/**', (route) => route.abort());
    await context.routeWebSocket('**/socket.io/**', (socket) => socket.close());
  }
  const page = await context.newPage();
  await signIn(page, email);
  await expect(page).toHaveURL(/\/approvals/);
  return page;
}

/** Opens a select and chooses the first option of this name. */
async function pick(page: Page, label: string, option: RegExp): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option }).first().click();
}

async function typeLine(page: Page, index: number, line: LineText): Promise<void> {
  const row = page.locator(`tr[data-row="${index}"]`);
  await row.getByRole('button', { name: `Edit line ${index + 1}` }).click();
  if (line.rental) {
    await row.getByRole('button', { name: 'Item Type' }).click();
    await page.getByRole('option', { name: /weekly/i }).click();
    await row.getByRole('textbox', { name: 'Rental Start' }).fill(line.rental.start);
    await row.getByRole('textbox', { name: 'Rental End' }).fill(line.rental.end);
  }
  await row.getByRole('textbox', { name: 'Quantity' }).fill(line.quantity);
  const cost = line.rental ? 'Total Rental Cost' : 'Unit Cost';
  await row.getByRole('textbox', { name: cost }).fill(line.unitCost);
  await row.getByRole('textbox', { name: 'Description' }).fill(line.description);
}

async function quote(): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage([300, 200]).drawText('Quote 4711 for the lighthouse', { x: 20, y: 120, size: 14 });
  return Buffer.from(await document.save());
}

/** Raises and submits the purchase order in the browser. Returns its number as the interface shows it. */
async function raiseOrder(page: Page, description: string): Promise<string> {
  await page.getByRole('link', { name: 'Purchase Orders' }).first().click();
  await page.getByRole('link', { name: 'Create New' }).click();
  await page.getByRole('combobox', { name: 'Vendor' }).pressSequentially('Foxglove');
  await page
    .getByRole('option', { name: /Foxglove Sign Company/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: 'Description' }).first().fill(description);
  await pick(page, 'Company', /Northern Lights/);
  for (const [index, line] of lines.entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Add Line' }).click();
    await typeLine(page, index, line);
  }
  const file = { name: 'quote-4711.pdf', mimeType: 'application/pdf', buffer: await quote() };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await expect(page.getByText('quote-4711.pdf')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: /quote-4711/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Save & Review' }).click();
  const heading = page.getByRole('heading', { name: /^Purchase Order SD-\d{5}/ });
  await expect(heading).toBeVisible();
  await expect(page.getByText(total).first()).toBeVisible();
  const number = /SD-\d{5}/.exec((await heading.textContent()) ?? '')?.[0] ?? '';
  await page.getByRole('button', { name: 'Submit for Approval' }).click();
  await expect(page.getByText(`PO #${number} submitted for approval.`)).toBeVisible();
  return number;
}

test('PO-14, LS-14, AP-12, RT-05, PD-14, DEC-100: an order goes from draft to PDF, for approvers with the socket and a creator without', async ({
  browser,
}) => {
  const description = uniqueDescription();
  const marcus = await openAs(browser, 'marcus@backlot.example');
  await expect(marcus.getByRole('heading', { name: 'Approvals' })).toBeVisible();
  const priya = await openAs(browser, 'priya@backlot.example');
  const dana = await openAs(browser, 'dana@backlot.example', true);
  const number = await raiseOrder(dana, description);

  // The queue of each approver shows the order without a reload when it is their turn.
  await approve(marcus, number, description);
  await expect(priya.getByText(description).first()).toBeVisible();
  await dana.getByText(description).first().click();
  await expect(dana.getByRole('heading', { name: `Purchase Order ${number}` })).toBeVisible();
  await expect(dana.getByText('Submitted for approval').first()).toBeVisible();
  await approve(priya, number, description);

  // The creator's page updates to Approved without a reload.
  await expect(dana.getByText('Submitted for approval')).toHaveCount(0);
  await expect(dana.getByText('Sent to Accounting')).toBeVisible();
  await expect(dana.getByText('Pending', { exact: true })).toHaveCount(0);

  await dana.getByRole('button', { name: 'Export PDF' }).click();
  const download = dana.waitForEvent('download', { timeout: 120_000 });
  await dana.getByRole('button', { name: 'Download PDF' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`PO_${number}.pdf`);
  await expect(dana.getByText(`PO #${number} successfully downloaded.`)).toBeVisible();
  const bytes = new Uint8Array(await readFile(await file.path()));
  expect(await qpdfCheck(bytes)).toEqual({ exitCode: 0, complaints: [] });
  const text = (await pageTexts(bytes)).join(' ');
  for (const part of [
    number,
    'Foxglove Sign Company',
    total,
    'PO History',
    'Marcus Oyelaran',
    'Priya Raman',
  ]) {
    expect(text).toContain(part);
  }
  for (const line of lines) expect(text).toContain(line.description);
  expect(text).toContain('Quote 4711 for the lighthouse');
  expect(text).not.toContain('THIS PO IS NOT VALID UNTIL APPROVED');
});

async function approve(page: Page, number: string, description: string): Promise<void> {
  await expect(page.getByText(description).first()).toBeVisible();
  await page.getByText(description).first().click();
  await expect(page.getByRole('heading', { name: `Purchase Order ${number}` })).toBeVisible();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText(`PO #${number} approved.`)).toBeVisible();
}
