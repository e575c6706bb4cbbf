import type { Page } from '@playwright/test';
import { pdfBytes } from '../support/data/files.ts';
import { createDraftOrder } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';
import { openReview } from '../support/pages/review.ts';

/** Collects what the browser refused, also in frames. `accessibility.spec.ts` covers every screen. */
function violationsOf(page: Page): string[] {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text());
  });
  return violations;
}

test('DEC-148: sign-in pages, the API reference and the help pages obey their policy and have their styles', async ({
  page,
}) => {
  const violations = violationsOf(page);
  for (const path of ['/api/auth/login', '/api/auth/forgot', '/pages/pdf/none', '/api/docs', '/faq.html']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(248, 249, 247)');
    await expect(page.locator('body')).toHaveCSS('font-family', /Inter/);
  }
  expect(violations).toEqual([]);
});

test('DEC-148: the PDF viewer and the frame of the help page violate no policy', async ({ as }) => {
  const { page, api } = await as('dana');
  const violations = violationsOf(page);
  const attachmentId = await api.upload('quote.pdf', await pdfBytes(['Quote 4711']));
  const order = await createDraftOrder({ api }, { attachments: [{ attachmentId, label: 'quote.pdf' }] });
  await openReview(page, order, 'creator');
  await page
    .getByRole('button', { name: /quote\.pdf/ })
    .first()
    .click();
  await expect(page.locator('canvas').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto('/help');
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible();
  expect(violations).toEqual([]);
});
