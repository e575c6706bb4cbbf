import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { uniqueDescription } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';
import type { Session } from '../support/environment/product.ts';
import { showId } from '../support/environment/person.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import type { Company } from '#domain/reference-data/reference-data-response';

const header = 'Import Key,Company,Department,Vendor,Description,Line Description,Quantity,Unit Cost,Colour';

async function choose(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
}

/** Returns the names of a company and a vendor of the show. */
async function findCompanyAndVendor({ api }: Session): Promise<{ company: string; vendor: string }> {
  const [companies, vendors] = await Promise.all([
    api.get<Company[]>(`/api/companies?showId=${showId}`),
    api.get<{ name: string }[]>(`/api/vendors?id=${showId}&search=prop&t=0`),
  ]);
  return { company: companies[0]?.company_name ?? '', vendor: vendors[0]?.name ?? '' };
}

test(
  'an import checks every line of a file, exports the errors and creates drafts of the valid lines',
  { tag: '@long' },
  async ({ as }) => {
    const dana = await as('dana');
    const { page } = dana;
    const { company, vendor } = await findCompanyAndVendor(dana);
    const description = uniqueDescription('Imported');
    const row = (
      key: string,
      department: string,
      cells = `${vendor},${description} ${key},Lamp,2,"1,200.50",red`,
    ) => `${description}-${key},${company},${department},${cells}`;
    await page.goto('/po');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Import', level: 1 })).toBeVisible();
    const template = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Excel template' }).click();
    expect((await template).suggestedFilename()).toBe('Purchase order import.xlsx');

    const text = [header, row('1', 'Set Decoration'), row('2', 'Grip'), row('3', 'Set Decoration')].join(
      '\n',
    );
    await choose(page, 'order.csv', text);
    await expect(page.getByText('2 purchase orders can be imported')).toBeVisible();
    await expect(page.getByText('Columns ignored: Colour.')).toBeVisible();
    await expect(page.getByRole('grid', { name: 'What is wrong' }).getByRole('row').nth(1)).toContainText(
      'Department',
    );
    const first = page.getByRole('grid', { name: 'In the file' }).getByRole('row').nth(1);
    await expect(first).toContainText('Has faults');
    await expectAccessible(page);
    const faults = page.waitForEvent('download');
    await page.getByRole('button', { name: 'What is wrong (CSV)' }).click();
    expect(await readFile(await (await faults).path(), 'utf8')).toContain('"3","Department"');

    await page.getByRole('button', { name: 'Import 2 purchase orders' }).click();
    await expect(page.getByText('2 purchase orders imported as drafts.').last()).toBeVisible();
    await expect(page).toHaveURL(/\/po\?status=all&import=/);
    await expect(page.getByRole('row').filter({ hasText: `${description} 1` })).toContainText('Draft');
    await expect(page.getByText('Imported together')).toBeVisible();

    // The corrected file imports only the corrected line.
    await page.goto('/po/import');
    await choose(page, 'order.csv', text.replace(',Grip,', ',Set Decoration,'));
    await expect(page.getByText('2 purchase orders are there already.')).toBeVisible();
    await page.getByRole('button', { name: 'Import 1 purchase order' }).click();
    await expect(page).toHaveURL(/\/po\?status=all&import=/);
  },
);
