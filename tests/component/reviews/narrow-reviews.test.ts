import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { attachment, pdfResponse } from '../support/fixtures/files.ts';
import { invoiceLine, submittedInvoice } from '../support/fixtures/invoices.ts';
import { note } from '../support/fixtures/notes.ts';
import { person } from '../support/fixtures/people.ts';
import { line, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import type { Page } from '../support/page.ts';
import { actionBar, barButton, nameOf, openReview } from '../support/pages/reviews.ts';

const longWord = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft';

async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth);
  expect(overflow).toBe(0);
}

test('UX-02, LI-22: long words and credits fit the screen of a phone', async () => {
  const order = submittedOrder({
    lineItems: [
      line({ description: `Lamps ${longWord}`, quantity: 99, unitCost: 123.67 }),
      line({ description: 'Discount', quantity: 1, unitCost: -999.99 }),
    ],
  });
  const { page } = await openReview(order, 'creator', { width: 375, height: 812 });
  const lines = page.getByRole('table', { name: 'Line items' });
  await expect(lines.getByText('-$999.99').first()).toBeVisible();
  await expectNoOverflow(page);
});

test('AT-02, UX-02: the file of an invoice comes first on a phone and opens over the page', async () => {
  const lineItems = [invoiceLine({ description: longWord, amount: 12_345_678.9 })];
  const invoice = submittedInvoice({ attachments: [attachment('bill.pdf')], lineItems });
  const { page, api } = await openReview(invoice, 'approver', { width: 375, height: 812 });
  api.on('GET /files/:owner/:id/newpreview/:name', () => pdfResponse('Foxglove bill 4711'));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const file = page.getByRole('button', { name: 'bill.pdf', exact: true });
  const sheet = page.getByRole('article', { name: 'Invoice' });
  expect((await file.boundingBox()).y).toBeLessThan((await sheet.boundingBox()).y);
  await expectNoOverflow(page);
  await file.click();
  await expect(page.getByRole('dialog', { name: 'bill.pdf' }).getByText('Foxglove bill 4711')).toBeAttached();
});

test('UX-02, DEC-70: a review on a phone starts with lines and revision reasons, which no banner covers', async () => {
  const marcus = person('marcus');
  const order = submittedOrder({
    lineItems: [1, 2, 3, 4, 5].map((unitCost) => line({ description: `Lamp ${unitCost}`, unitCost })),
    notes: [
      note('Before it was sent back'),
      note('Where is the quote?', { by: marcus, context: 'REVISION' }),
      note('Quote attached'),
    ],
  });
  const { page, api } = await openReview(order, 'approver', { width: 390, height: 844 });
  const lines = page.getByRole('list', { name: 'What it is for' });
  await expect(lines.getByRole('listitem')).toHaveText([
    /^Lamp 1.*2\.00$/,
    /^Lamp 2/,
    /^Lamp 3/,
    'and 2 more',
  ]);
  await expect(lines).toBeInViewport();
  const back = page.getByRole('region', { name: 'Sent Back for Revision' });
  await expect(back.getByRole('listitem')).toHaveText([
    /^Marcus Oyelaran asked.*Where is the quote\?$/,
    /^Dana Whitlock answered.*Quote attached$/,
  ]);
  await expect(back).toBeInViewport();
  // The action bar replaces the navigation at the bottom of the screen.
  await expect(page.getByRole('navigation', { name: 'Sections' })).toHaveCount(0);
  expect((await actionBar(page).boundingBox()).height).toBeLessThan(844 / 6);
  api.fail('POST /api/workflows/approval', 'WORKFLOW_CONFLICT');
  await barButton(page, 'Approve').click();
  const banner = page.getByRole('alert').filter({ hasText: `${nameOf(order)} could not be approved` });
  const [at, actionsBox, head] = await Promise.all(
    [banner, actionBar(page), lines].map((part) => part.boundingBox()),
  );
  if (!at || !actionsBox || !head) throw new Error('All three are in sight');
  expect(at.y).toBeGreaterThan(head.y + head.height);
  expect(at.y + at.height).toBeLessThan(actionsBox.y);
});
