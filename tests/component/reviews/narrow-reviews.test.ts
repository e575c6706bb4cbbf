import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { attachment, pdfAnswer } from '../support/fixtures/files.ts';
import { invoiceLine, submittedInvoice } from '../support/fixtures/invoices.ts';
import { note } from '../support/fixtures/notes.ts';
import { person } from '../support/fixtures/people.ts';
import { line, submitted } from '../support/fixtures/purchase-orders.ts';
import type { Page } from '../support/page.ts';
import { bar, button, nameOf, openReview } from '../support/pages/reviews.ts';

const longWord = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft';

async function expectNothingBeyond(page: Page): Promise<void> {
  const beyond = await page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth);
  expect(beyond).toBe(0);
}

test('UX-02, LI-22: on a phone the longest word breaks and a credit fits; nothing goes beyond the screen', async () => {
  const order = submitted({
    lineItems: [
      line({ description: `Lamps ${longWord}`, quantity: 99, unitCost: 123.67 }),
      line({ description: 'Discount', quantity: 1, unitCost: -999.99 }),
    ],
  });
  const { page } = await openReview(order, 'creator', { width: 375, height: 812 });
  const lines = page.getByRole('table', { name: 'Line items' });
  await expect(lines.getByText('-$999.99').first()).toBeVisible();
  await expectNothingBeyond(page);
});

test('AT-02, UX-02: on a phone the paper of an invoice comes first and opens over the page', async () => {
  const lineItems = [invoiceLine({ description: longWord, amount: 12_345_678.9 })];
  const invoice = submittedInvoice({ attachments: [attachment('bill.pdf')], lineItems });
  const { page, api } = await openReview(invoice, 'approver', { width: 375, height: 812 });
  api.on('GET /files/:owner/:id/newpreview/:name', () => pdfAnswer('Foxglove bill 4711'));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const file = page.getByRole('button', { name: 'bill.pdf', exact: true });
  const sheet = page.getByRole('article', { name: 'Invoice' });
  expect((await file.boundingBox()).y).toBeLessThan((await sheet.boundingBox()).y);
  await expectNothingBeyond(page);
  await file.click();
  await expect(page.getByRole('dialog', { name: 'bill.pdf' }).getByText('Foxglove bill 4711')).toBeAttached();
});

test('UX-02, DEC-70: on a phone a review begins with what it is for and why it was sent back, and a banner hides neither that nor the bar', async () => {
  const marcus = person('marcus');
  const order = submitted({
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
  // It has the foot of the screen to itself.
  await expect(page.getByRole('navigation', { name: 'Sections' })).toHaveCount(0);
  expect((await bar(page).boundingBox()).height).toBeLessThan(844 / 6);
  api.fail('POST /api/workflows/approval', 'WORKFLOW_CONFLICT');
  await button(page, 'Approve').click();
  const banner = page.getByRole('alert').filter({ hasText: `${nameOf(order)} could not be approved` });
  const [at, acts, head] = await Promise.all([banner, bar(page), lines].map((part) => part.boundingBox()));
  if (!at || !acts || !head) throw new Error('All three are in sight');
  expect(at.y).toBeGreaterThan(head.y + head.height);
  expect(at.y + at.height).toBeLessThan(acts.y);
});
