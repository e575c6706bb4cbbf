import { test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { costReport } from '../support/fixtures/cost-reports.ts';
import { openApp } from '../support/open-app.ts';

test.each([375, 1440])(
  'BUD-92: the exchange variance is below the total cost, with the budgeted rates, at %i px',
  async (width) => {
    const [labor, ...others] = costReport().rows;
    const exchange = { budgetedRateTotal: 70_490.25, exchangeVariance: -760.25 };
    const report = costReport({
      rows: [{ ...labor!, ...exchange }, ...others],
      budgetedRates: [{ currency: 'CAD', rate: '0.72' }],
    });
    const { page } = await openApp('/setup/budget/report', {
      as: 'sam',
      width,
      api: (fake) => {
        fake.on('GET /api/cost-reports', { reports: [] });
        fake.on('GET /api/cost-reports/current', report);
      },
    });
    await expect(page.getByText('Budgeted rates: 1 CAD = 0.72 USD.')).toBeVisible();
    if (width > 640) {
      const head = page.getByRole('columnheader', { name: 'Total Cost, Exchange Variance' });
      await expect(head).toBeVisible();
      const row = page.getByRole('row', { name: /2310/ });
      await expect(row).toContainText('$71,250.50Exchange Variance −$760.25');
      await expect(page.getByRole('row', { name: /2400/ })).not.toContainText('Exchange Variance');
    } else {
      const card = page.getByRole('button', { name: /2310/ });
      await expect(card).toContainText('At Budgeted Rates$70,490.25');
      await expect(card).toContainText('Exchange Variance−$760.25');
    }
    await expectAccessible(page);
  },
);
