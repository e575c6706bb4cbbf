import type { Page } from '@playwright/test';
import { choose, tabTo, typeInto, use } from './support/keyboard.ts';
import { freshDescription } from './support/orders.ts';
import { expect, test } from './support/product.ts';

const sizes = [
  { name: 'a phone', viewport: { width: 375, height: 812 } },
  { name: 'a desk', viewport: { width: 1440, height: 900 } },
] as const;

/** The fields of a line: in its row, or on a phone in the sheet that opens for it. */
async function typeLine(page: Page, description: string, unitCost: string): Promise<void> {
  const form = page.locator('tr[data-row]').last().or(page.getByRole('dialog'));
  await typeInto(page, form.getByRole('textbox', { name: 'Unit Cost' }), unitCost);
  await typeInto(page, form.getByRole('textbox', { name: 'Description' }), description);
}

for (const { name, viewport } of sizes) {
  test(`PO-12, PO-14, AP-14, CO-02, CO-05, DEC-80: raised, revised, resubmitted, change-ordered, voided and found again by keyboard on ${name}`, async ({
    as,
  }) => {
    test.setTimeout(180_000);
    const description = freshDescription('Lens');
    const dana = await as('dana', { viewport });
    const { page } = dana;
    const press = (button: string) => use(page, page.getByRole('button', { name: button, exact: true }));

    // Raised.
    await page.goto('/po');
    await use(page, page.getByRole('link', { name: 'Create New' }));
    await typeInto(page, page.getByRole('combobox', { name: 'Vendor Name' }), 'Foxglove');
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await typeInto(
      page,
      page.locator('[data-field="description"]').getByRole('textbox', { name: 'Description' }),
      description,
    );
    await choose(page, page.getByRole('button', { name: 'Company' }), 'Northern');
    await use(page, page.getByRole('button', { name: 'Edit line 1' }));
    await typeLine(page, 'Lighthouse lens', '900');
    await page.keyboard.press('Escape');
    await press('Save & Review');
    const heading = page.getByRole('heading', { name: /^Purchase Order SD-\d{5}/ });
    await expect(heading).toBeVisible();
    const number = /SD-\d{5}/.exec((await heading.textContent()) ?? '')?.[0] ?? '';
    await press('Submit for Approval');
    await expect(page.getByText(`PO #${number} submitted for approval.`)).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: 'Create New' }));
  });
}
