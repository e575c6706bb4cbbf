import {
  chooseVendor,
  descriptionOf,
  inactiveCategory,
  openEdit,
  openNew,
  pick,
  section,
  tooltipOf,
  typeLine,
} from './support/form.ts';
import { draft, submitted } from './support/orders.ts';
import { expect, test } from './support/product.ts';

test('PO-24, PO-25, PO-26, PO-29, PO-33, LI-13: an empty form is refused field by field, and each error leads to its field', async ({
  as,
}) => {
  const { page } = await as('dana');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/pos')) sent.push(request.url());
  });
  await openNew(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save & Review' }).click();
  const summary = page.getByRole('alert');
  await expect(summary.getByRole('listitem')).toHaveText([
    'PO description cannot be empty.',
    'Please select a company from the list.',
    'Please select a vendor from the list.',
    'Please select a currency.',
    'Line 1: Description field is required.',
  ]);
  await expect(page.locator('[data-field="vendor"]')).toContainText('Please select a vendor from the list.');
  await expect(page.getByRole('combobox', { name: 'Vendor Name' })).toHaveAttribute('aria-invalid', 'true');
  await expect(descriptionOf(page)).toHaveAttribute('aria-invalid', 'true');
  await summary.getByRole('button', { name: 'PO description cannot be empty.' }).click();
  await expect(descriptionOf(page)).toBeFocused();
  // What is mended is blamed no longer.
  await page.keyboard.type('Lamps');
  await expect(summary).not.toContainText('PO description cannot be empty.');
  await expect(descriptionOf(page)).not.toHaveAttribute('aria-invalid', 'true');
  expect(sent).toEqual([]);
});

test('PO-27, PO-28, DEC-95: department, day and vendor address are asked for in their own words', async ({
  as,
}) => {
  const { page } = await as('marcus');
  await page.goto('/po/create');
  await page.getByRole('textbox', { name: 'PO Date' }).fill('soon');
  await chooseVendor(page, 'Coachman Trailers');
  await page.getByRole('button', { name: 'Save & Review' }).click();
  const summary = page.getByRole('alert');
  await expect(summary).toContainText('Please select a department from the list.');
  await expect(summary).toContainText('Please enter a valid purchase order date.');
  await expect(summary).toContainText('Please select a vendor address.');
  await expect(page.locator('[data-field="poDate"]')).toContainText(
    'Please enter a valid purchase order date.',
  );
});

test('PO-33, DEC-35: what only a submit refuses may be saved and is flagged apart', async ({ as }) => {
  const dana = await as('dana');
  const { page } = dana;
  const { id } = await draft(dana, {
    lineItems: [{ keyId: 'a', description: 'Returned', quantity: 1, unitCost: -10 }],
  });
  await openEdit(page, id);
  await expect(section(page, 'Before submitting')).toContainText('Total cost must be greater than zero.');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page).toHaveURL(/\/po\/review\//);
});

test('PO-34, PO-35, PO-36, PO-08, AC-10, UX-08, DEC-95: what must be chosen is marked, and opens once it can be', async ({
  as,
}) => {
  const { page } = await as('dana');
  await openNew(page);
  for (const label of ['Department *', 'Vendor Address *', 'Currency *', 'Company *', 'PO Date *']) {
    await expect(page.getByText(label, { exact: true })).toBeVisible();
  }
  const today = await page.evaluate(() =>
    new Date().toLocaleDateString('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' }),
  );
  await expect(page.getByRole('textbox', { name: 'PO Date' })).toHaveValue(today);

  const currency = page.getByRole('button', { name: 'Currency' });
  await expect(currency).toBeDisabled();
  expect(await tooltipOf(page, currency)).toBe('Select a company');
  await pick(page, 'Company', /Northern Lights Productions/);
  await expect(currency).toBeEnabled();

  const address = page.getByRole('button', { name: 'Vendor Address' });
  expect(await tooltipOf(page, address)).toBe('Select a vendor');
  await chooseVendor(page, 'Foxglove Sign Company');
  // One address is chosen by itself and cannot be changed; of several, one must be chosen.
  await expect(address).toBeDisabled();
  await expect(address).not.toContainText('Select');
  await chooseVendor(page, 'Coachman Trailers');
  await expect(address).toBeEnabled();
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(address).toContainText('Select');
  await address.click();
  // The third has been closed.
  await expect(page.getByRole('option')).toHaveCount(2);
});

test('AC-08, AC-14, DEC-60, DEC-95, LI-31: a company brings its address and base currency, and takes what it does not offer', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  const { id } = await draft(dana, {
    currency: 'CAD',
    projectCompanyCurrencyExternalId: 'CUR-CAD-1',
    lineItems: [{ keyId: 'a', description: 'Lamps', quantity: 1, unitCost: 10, taxCode: 'USE' }],
  });
  await openEdit(page, id);
  const company = page.getByRole('button', { name: 'Company', exact: false }).first();
  const currency = page.getByRole('button', { name: 'Currency' });
  await expect(company).toContainText('Northern Lights Productions LLC');
  await expect(page.getByText('400 Lankershim Blvd, Burbank, CA 91502')).toBeVisible();
  await expect(currency).toContainText('CAD');
  await expect(section(page, 'Line Items')).toContainText('USE');
  await currency.click();
  await expect(page.getByRole('option')).toHaveText(['USD', 'CAD']);
  await page.keyboard.press('Escape');
  await pick(page, 'Company', /Second Unit/);
  await expect(currency).toContainText('USD');
  await expect(section(page, 'Line Items')).not.toContainText('USE');
});

test('AC-09: companies that do not load say so at the field', async ({ as }) => {
  const { page } = await as('dana');
  await page.route('**/api/companies?**', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL_ERROR' } }),
  );
  await openNew(page);
  await expect(page.locator('[data-field="projectCompanyExternalId"]')).toContainText(
    'ERROR: Unable to Load Company Information.',
  );
});

test('AC-10, UX-08: what cannot be chosen explains itself: loading, currency, tax codes, options', async ({
  as,
}) => {
  const { page } = await as('dana');
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/api/companies?**', async (route) => {
    await held;
    const all = (await (await route.fetch()).json()) as Record<string, unknown>[];
    await route.fulfill({ json: all.map((one) => ({ ...one, project_company_currencies: [] })) });
  });
  await page.route('**/api/shows/nlite', async (route) => {
    const lists = (await (await route.fetch()).json()) as Record<string, unknown>;
    await route.fulfill({ json: { ...lists, addresses: [] } });
  });
  await openNew(page);
  const company = page.getByRole('button', { name: 'Company' }).first();
  expect(await tooltipOf(page, company)).toBe('Loading information...');
  expect(await tooltipOf(page, page.getByRole('button', { name: 'Ship To' }))).toBe('No options available');
  go();
  // The second company has no tax information.
  await pick(page, 'Company', /Second Unit/);
  expect(await tooltipOf(page, page.getByRole('button', { name: 'Currency' }))).toBe(
    'Currency codes not available',
  );
  await page.getByRole('button', { name: 'Edit line 1' }).click();
  const tax = page.locator('tr[data-row="0"] [data-cell="taxCode"]').getByRole('button');
  expect(await tooltipOf(page, tax)).toBe('Tax codes not available');
});

test('PO-37, AC-13: bill-to and ship-to offer the active addresses of the show, each of its type', async ({
  as,
}) => {
  const { page } = await as('dana');
  await openNew(page);
  // The only one is there from the beginning.
  await expect(page.getByRole('button', { name: 'Bill To' })).toContainText('Production Accounting');
  await expect(page.getByText('100 Magnolia Blvd, Burbank CA 91502')).toBeVisible();
  await page.getByRole('button', { name: 'Ship To' }).click();
  await expect(page.getByRole('option')).toHaveText([
    /^None$/,
    /^Production Office/,
    /^Stage 4 Loading Dock/,
  ]);
});

test('PO-38: in approval the department is fixed, and says why', async ({ as, apiOf }) => {
  const [dana, marcus] = await Promise.all([apiOf('dana'), as('marcus')]);
  const { id } = await submitted(dana);
  const { page } = marcus;
  await openEdit(page, id);
  const department = page.getByRole('button', { name: 'Department' });
  await expect(department).toBeDisabled();
  await expect(department).toContainText('Set Decoration');
  expect(await tooltipOf(page, department)).toBe('Cannot change department while workflow is in progress');
});

test('PO-39: a description is cut silently at 45 characters, in V5 at 250', async ({ as }) => {
  const [dana, sylvie] = await Promise.all([as('dana'), as('sylvie.arnaud', { show: 'tidewater' })]);
  const long = 'x'.repeat(300);
  await openNew(dana.page);
  await descriptionOf(dana.page).fill(long);
  await expect(descriptionOf(dana.page)).toHaveValue('x'.repeat(45));
  await expect(dana.page.getByRole('alert')).toHaveCount(0);
  await sylvie.page.goto('/po/create');
  await descriptionOf(sylvie.page).fill(long);
  await expect(descriptionOf(sylvie.page)).toHaveValue('x'.repeat(250));
});

test('PO-40: PO Contains offers the active categories in order, and the present one although it is inactive', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  const present = await inactiveCategory(dana.api);
  const { id } = await draft(dana, { category: present });
  const categories = page.getByRole('button', { name: 'PO Contains (Optional)' });
  await openNew(page);
  await categories.click();
  await expect(page.getByRole('option').first()).toBeVisible();
  const active = await page.getByRole('option').allTextContents();
  expect(active).toEqual(['None', ...active.slice(1).toSorted((a, b) => a.localeCompare(b))]);
  expect(active).not.toContain(present.name);
  await openEdit(page, id);
  await expect(categories).toContainText(present.name);
  await categories.click();
  await expect(page.getByRole('option', { name: present.name })).toBeVisible();
});

test('UX-04, UX-05, UX-06: the date of the form corrects what is typed, and an empty one becomes today', async ({
  as,
}) => {
  const { page } = await as('dana');
  await openNew(page);
  const date = page.getByRole('textbox', { name: 'PO Date' });
  await expect(date).toHaveValue(/^\d\d\/\d\d\/\d{4}$/);
  const today = await date.inputValue();
  for (const [text, becomes] of [
    ['13/40/2026', '12/31/2026'],
    ['1/2/27', '01/02/2027'],
    ['1/2/202', `01/02/${today.slice(-4)}`],
    ['', today],
  ] as const) {
    await date.fill(text);
    await date.press('Tab');
    await expect(date, text).toHaveValue(becomes);
  }
});

test('LI-37, PO-31: the total follows every change of the lines, up to ten billion', async ({ as }) => {
  const { page } = await as('dana');
  await openNew(page);
  const total = page.locator('footer');
  await pick(page, 'Company', /Northern Lights Productions/);
  await typeLine(page, 0, { description: 'Lamps', quantity: '3', unitCost: '150.50' });
  await expect(total).toContainText('$451.50');
  await page.getByRole('button', { name: 'Add Line' }).click();
  await typeLine(page, 1, { description: 'Discount', unitCost: '-51.50' });
  await expect(total).toContainText('$400.00');
  await expect(total).toContainText('2 lines');
  await typeLine(page, 1, { unitCost: '9999999999' });
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page.getByRole('alert')).toContainText('Please enter an amount less than 10 billion.');
});
