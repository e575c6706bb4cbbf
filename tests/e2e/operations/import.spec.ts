import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Company } from '../../../domain/reference-data/company.ts';
import { freshDescription } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';
import { showId } from '../support/environment/person.ts';
import { expectSound } from '../support/browser/sound.ts';

const heads = 'Import Key,Company,Department,Vendor,Description,Line Description,Quantity,Unit Cost,Colour';

async function choose(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
}

/** A company and a vendor that the show has. */
async function books({ api }: Session): Promise<{ company: string; vendor: string }> {
  const [companies, vendors] = await Promise.all([
    api.get<Company[]>(`/api/companies?showId=${showId}`),
    api.get<{ name: string }[]>(`/api/vendors?id=${showId}&search=prop&t=0`),
  ]);
  return { company: companies[0]?.company_name ?? '', vendor: vendors[0]?.name ?? '' };
}

test('a file is checked line by line, what is wrong can be saved, and the rest comes in as drafts that the list shows', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  const { company, vendor } = await books(dana);
  const said = freshDescription('Imported');
  const row = (key: string, department: string, own = `${vendor},${said} ${key},Lamp,2,"1,200.50",red`) =>
    `${said}-${key},${company},${department},${own}`;
  await page.goto('/po');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Import', level: 1 })).toBeVisible();
  const template = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Excel template' }).click();
  expect((await template).suggestedFilename()).toBe('Purchase order import.xlsx');

  const text = [heads, row('1', 'Set Decoration'), row('2', 'Grip'), row('3', 'Set Decoration')].join('\n');
  await choose(page, 'order.csv', text);
  await expect(page.getByText('2 purchase orders can be imported')).toBeVisible();
  await expect(page.getByText('Columns ignored: Colour.')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'What is wrong' }).getByRole('row').nth(1)).toContainText(
    'Department',
  );
  const first = page.getByRole('grid', { name: 'In the file' }).getByRole('row').nth(1);
  await expect(first).toContainText('Has faults');
  await expectSound(page);
  const faults = page.waitForEvent('download');
  await page.getByRole('button', { name: 'What is wrong (CSV)' }).click();
  expect(await readFile(await (await faults).path(), 'utf8')).toContain('"3","Department"');

  await page.getByRole('button', { name: 'Import 2 purchase orders' }).click();
  await expect(page.getByText('2 purchase orders imported as drafts.').last()).toBeVisible();
  await expect(page).toHaveURL(/\/po\?status=all&import=/);
  await expect(page.getByRole('row').filter({ hasText: `${said} 1` })).toContainText('Draft');
  await expect(page.getByText('Imported together')).toBeVisible();

  // Chosen again, only what is mended comes in.
  await page.goto('/po/import');
  await choose(page, 'order.csv', text.replace(',Grip,', ',Set Decoration,'));
  await expect(page.getByText('2 purchase orders are there already.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 purchase order' }).click();
  await expect(page).toHaveURL(/\/po\?status=all&import=/);
});
