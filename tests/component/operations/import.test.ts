import { test } from 'vitest';
import { Refusal } from '#domain/codes';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { openApp } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';
import type { ResponseBody } from '../support/api/routes.ts';

const vendor: ResponseBody<'POST /api/imports/check'> = {
  kind: 'VENDOR',
  rows: 2,
  entries: [
    {
      row: 2,
      key: '',
      vendor: 'Lantern Rentals',
      description: '',
      department: '',
      lines: 0,
      currency: '',
      total: null,
      state: 'ready',
    },
  ],
  ready: 1,
  totals: [],
  faults: [{ row: 3, column: 'Name', message: 'Name is required.' }],
  ignored: [],
};

const choose = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').upload(new File([text], name, { type: 'text/csv' }));

test('temporary vendors are imported from a file', async () => {
  const { page, api } = await openApp('/po/import/vendors', {
    api(fake) {
      fake.on('POST /api/imports/check', vendor);
      fake.on('POST /api/imports/vendors', { created: 1 });
    },
  });
  await expect(page.getByRole('tab', { name: 'Temporary Vendors' })).toHaveAttribute('aria-selected', 'true');
  await choose(page, 'vendors.csv', 'Name,Address\nLantern Rentals,3 Side St\n,4 Side St');
  await expect(page.getByText('1 temporary vendor can be imported')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import 1 temporary vendor' }).click();
  await expect(page.getByText('1 temporary vendor imported.').last()).toBeVisible();
  expect(
    api.calls('POST /api/imports/vendors').map(({ body }) => (body as FormData).get('file')),
  ).toMatchObject([{ name: 'vendors.csv' }]);
});

test('an unreadable file shows an error', async () => {
  const { page } = await openApp('/po/import/vendors', {
    api: (fake) => {
      fake.on('POST /api/imports/check', () => {
        throw new Refusal('invalid_parameter', {
          message: 'This file cannot be read. Save it as Excel (.xlsx) or CSV and try again.',
        });
      });
    },
  });
  await choose(page, 'notes.csv', '%PDF-1.7');
  await expect(page.getByRole('alert')).toContainText('This file cannot be read.');
  await expectAccessible(page);
});
