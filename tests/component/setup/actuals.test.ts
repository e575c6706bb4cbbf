import { describe, test } from 'vitest';
import { expectAccessible, expectTouchTargets } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { actualImport, actualRow, actualsCheck, reversedImport } from '../support/fixtures/actuals.ts';
import { budgetMeasures, lockedBudget } from '../support/fixtures/budgets.ts';
import { person } from '../support/fixtures/people.ts';
import { choose } from '../support/keyboard.ts';
import { openApp } from '../support/open-app.ts';
import type { App, AppOptions } from '../support/open-app.ts';

async function openActuals(options: AppOptions = {}): Promise<App> {
  return openApp('/setup/budget/actuals', {
    as: 'sam',
    ...options,
    api: (fake) => {
      fake.on('GET /api/budgets', { budgets: [] });
      fake.on('GET /api/budgets/actuals', {
        imports: [actualImport(2), reversedImport(1)],
        hasMore: false,
      });
    },
  });
}

describe('the imports of other actuals', () => {
  for (const width of [375, 1440])
    test(
      `ACTUAL-07: the imports are listed, also reversed ones, at ${width} px`,
      { tags: width === 1440 ? ['long'] : [] },
      async () => {
        const { page } = await openActuals({ width });
        const list = page.getByRole('list', { name: 'Imports' });
        await expect(list).toContainText('Import 2');
        await expect(list).toContainText('$61,204.75');
        await expect(list).toContainText('Reversed by Sam Delgado: Wrong week');
        await expect(page.getByRole('button', { name: 'Reverse import 1', exact: true })).toHaveCount(0);
        await expectAccessible(page);
        if (width < 640) expectTouchTargets(page);
      },
    );

  test('ACTUAL-06, ACTUAL-07: an import opens its rows, with the invoices that count already', async () => {
    const { page, api } = await openActuals();
    api.on('GET /api/budgets/actuals/rows', {
      rows: [actualRow(2), actualRow(3, { kind: 'OTHER', invoiceId: 'nlite_i1' })],
      hasMore: false,
    });
    await page.getByRole('button', { name: 'Rows of import 2', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import 2' });
    await expect(dialog).toContainText('2310 · Payroll · PR-12');
    await expect(dialog).toContainText('An invoice of this show, which counts already.');
    await expectAccessible(page);
  });

  test('ACTUAL-05, ACTUAL-07: a reversal asks for the reason, and keeps it when it is refused', async () => {
    const { page, api } = await openActuals();
    await page.getByRole('button', { name: 'Reverse import 2', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Reverse import 2' });
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toContainText('Enter the reason.');
    api.fail('POST /api/budgets/actuals/:id/reverse', 'WORKFLOW_CONFLICT', {
      message: 'The actuals or their accounting periods have changed in the meantime. Try again.',
    });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Wrong week');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toContainText('have changed in the meantime');
    api.on('POST /api/budgets/actuals/:id/reverse', reversedImport(2));
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Import 2 reversed.')).toBeVisible();
    expect(api.calls('POST /api/budgets/actuals/:id/reverse').at(-1)?.body).toEqual({ reason: 'Wrong week' });
  });

  test('ACTUAL-07: a user with READ imports and reverses nothing', async () => {
    const reader = person('sam', { permissions: { Budget: 'READ' } });
    const { page } = await openActuals({ as: reader });
    await expect(page.getByRole('list', { name: 'Imports' })).toContainText('Import 2');
    await expect(page.getByRole('link', { name: 'Upload Actuals' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Reverse import 2', exact: true })).toHaveCount(0);
  });
});

describe('the upload of actuals', () => {
  async function upload(check: ReturnType<typeof actualsCheck>, options: AppOptions = {}): Promise<App> {
    const app = await openActuals(options);
    app.api.on('POST /api/budgets/actuals/check', check);
    await app.page.goto('/setup/budget/upload-actuals');
    await app.page.locator('input[type=file]').upload(new File(['x'], 'payroll.csv', { type: 'text/csv' }));
    await expect(app.page.getByText('Total of the file')).toBeVisible();
    return app;
  }

  for (const width of [375, 1440])
    test(
      `ACTUAL-02, ACTUAL-07: the dry run shows what does not count at ${width} px`,
      { tags: width === 1440 ? ['long'] : [] },
      async () => {
        const { page, api } = await upload(actualsCheck(), { width });
        for (const name of [
          'Invoices of this show',
          'Imported before',
          'Accounts that are not in the chart of accounts',
        ])
          await expect(page.getByRole('region', { name })).toContainText('Row');
        await expect(page.getByText('3 rows on 2 accounts')).toBeVisible();
        await expectAccessible(page);
        api.on('POST /api/budgets/actuals/import', actualImport(3));
        await page.getByRole('button', { name: 'Import 3 rows', exact: true }).click();
        await expect(page).toHaveURL('/setup/budget/actuals');
        expect(api.calls('POST /api/budgets/actuals/import').at(-1)?.query).toMatchObject({
          count: '3',
          total: '1500',
        });
      },
    );

  test('ACTUAL-07: another company is another dry run and another import', async () => {
    const { page, api } = await openActuals();
    api.on('POST /api/budgets/actuals/check', actualsCheck());
    await page.goto('/setup/budget/upload-actuals');
    const company = page.getByRole('button', { name: 'Company' });
    await choose(page, company, 'Northern Lights Productions LLC');
    await page.locator('input[type=file]').upload(new File(['x'], 'payroll.csv', { type: 'text/csv' }));
    await expect(page.getByText('Total of the file')).toBeVisible();
    await choose(page, company, 'Northern Lights Second Unit Inc.');
    await expect.poll(() => api.calls('POST /api/budgets/actuals/check').length).toBe(2);
    await expect(page.getByText('Total of the file')).toBeVisible();
    api.on('POST /api/budgets/actuals/import', actualImport(3));
    await page.getByRole('button', { name: 'Import 3 rows', exact: true }).click();
    await expect(page).toHaveURL('/setup/budget/actuals');
    const keyOf = (headers: Headers | undefined) => headers?.get('Idempotency-Key');
    const [first, second] = api.calls('POST /api/budgets/actuals/check').map((call) => keyOf(call.headers));
    expect(second).not.toBe(first);
    expect(keyOf(api.calls('POST /api/budgets/actuals/import').at(-1)?.headers)).toBe(second);
  });

  test('ACTUAL-02, ACTUAL-07: a file with errors cannot be imported', async () => {
    const faults = [{ row: 2, column: 'Date', message: 'This is not a date. Write it as 2018-03-30.' }];
    const { page } = await upload(actualsCheck({ faults }));
    await expect(page.getByRole('region', { name: 'What is wrong' })).toContainText('Row 2 · Date');
    await expect(page.getByText('Correct the file and choose it again.').first()).toBeVisible();
  });
});

test('ACTUAL-06: the costs of an account list its other actuals', async () => {
  const { lines: _lines, totals: _totals, ...summary } = lockedBudget();
  const measures = budgetMeasures({ heading: '' });
  const lines = measures.lines.map((line) => ({ ...line, otherActuals: 1_200 }));
  const { page, api } = await openApp('/setup/budget?view=costs', {
    as: 'sam',
    api: (fake) => {
      fake.on('GET /api/budgets', { budgets: [summary] });
      fake.on('GET /api/budgets/:id', lockedBudget());
      fake.on('GET /api/budgets/measures', { ...measures, lines });
    },
  });
  const none = {
    actual: 0,
    paid: 0,
    committed: 0,
    inProgress: 0,
    waiting: 0,
    overRelief: 0,
    exchangeDifference: 0,
  };
  const hidden = { count: 0, ...none };
  api.on('GET /api/budgets/measures/documents', { documents: [], hidden, hasMore: false });
  api.on('GET /api/budgets/actuals/rows', { rows: [actualRow(2)], hasMore: false });
  await page.getByRole('row', { name: /2310/ }).click();
  const dialog = page.getByRole('dialog', { name: '2310 Set dressing labor' });
  await expect(dialog.getByRole('region', { name: 'Other actuals' })).toContainText('Set dressers, week 12');
  await expect(page.getByText('POs and invoices in this show only.')).toHaveCount(0);
});
