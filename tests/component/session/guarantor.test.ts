import { describe, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { costReport, issuedReport } from '../support/fixtures/cost-reports.ts';
import { person } from '../support/fixtures/people.ts';
import { openApp } from '../support/open-app.ts';
import type { App, AppOptions } from '../support/open-app.ts';

const guarantor = person('noor', { role: 'Guarantor' });
const reports = [issuedReport(3, 'Week 12'), issuedReport(2, 'Week 11')];

/** Opens the application as a guarantor, to whom the server refuses what belongs to documents. */
function openReports(path = '/approvals', options: AppOptions = {}): Promise<App> {
  return openApp(path, {
    as: guarantor,
    ...options,
    api: (fake, channel) => {
      for (const route of ['GET /api/users/meta', 'GET /api/home', 'GET /api/coa/:license'] as const)
        fake.fail(route, 'FORBIDDEN');
      fake.on('GET /api/cost-reports', { reports });
      fake.on('GET /api/cost-reports/:number', ({ query: { by = 'ACCOUNT' } }) =>
        costReport({
          issued: issuedReport(3, 'Week 12'),
          previous: 2,
          by: by as 'ACCOUNT',
          dimensions: ['ACCOUNT', 'department', 'EPISODE'],
        }),
      );
      options.api?.(fake, channel);
    },
  });
}

describe('a guarantor', () => {
  test.each([
    ['/po', 1440],
    ['/approvals', 375],
    ['/setup/users', 900],
  ])('BUD-88: sees the issued reports at %s, %i px wide', async (path, width) => {
    const { page } = await openReports(path, { width });
    await expect(page.getByRole('heading', { name: 'Cost Reports', level: 1 })).toBeVisible();
    await expect(page).toHaveURL('/setup/budget/report');
    await expect(page.getByText('Week 11')).toBeVisible();
    await expect(page.getByText('+$56,059.50').first()).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /search/i })).toHaveCount(0);
    await expectAccessible(page);
  });

  test.each(['/setup/users', '/approvals', '/po'])(
    'BUD-89: neither counts, home nor lists are requested at %s, and no channel is opened',
    async (path) => {
      const { page, api, channel } = await openReports(path);
      await expect(page.getByText('Week 12')).toBeVisible();
      for (const route of ['GET /api/users/meta', 'GET /api/home', 'POST /api/pos/filter'] as const)
        expect(api.calls(route)).toEqual([]);
      expect(channel.attempts).toBe(0);
    },
  );

  test.each([375, 1440])('BUD-88: opens a report with its figures and files at %i px', async (width) => {
    const { page } = await openReports('/approvals', { width });
    await page
      .getByRole(width === 375 ? 'link' : 'row', { name: /Report 3/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: 'Cost Report 3', level: 1 })).toBeVisible();
    await expect(page.getByText('Change since report 2')).toBeVisible();
    await expect(page.getByText('Set dressing labor').first()).toBeVisible();
    for (const [name, path] of [
      ['PDF', 'pdf?'],
      ['Excel', 'file?'],
      ['CSV', 'file?'],
    ] as const) {
      const href = await page.getByRole('link', { name }).getAttribute('href');
      expect(href).toContain(`/api/cost-reports/${path}`);
      expect(href).toContain('number=3');
    }
    for (const name of ['Issue', 'Budget', 'Open Orders', 'Edit Estimates'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Budget', exact: true })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'All Reports' }).click();
    await expect(page.getByRole('heading', { name: 'Cost Reports', level: 1 })).toBeVisible();
  });

  test('BUD-88: chooses by which code a report has its rows', async () => {
    const { page, api } = await openReports('/setup/budget/report?number=3');
    await page.getByRole('button', { name: /By$/ }).click();
    // What the report has no codes of is not offered.
    await expect(page.getByRole('option')).toHaveText(['Account', 'Department', 'Episode']);
    await page.getByRole('option', { name: 'Department' }).click();
    await expect(page).toHaveURL('/setup/budget/report?number=3&by=department');
    await expect
      .poll(() => api.calls('GET /api/cost-reports/:number').at(-1)?.query['by'])
      .toBe('department');
  });

  test('BUD-88: reads that nothing has been issued yet', async () => {
    const { page } = await openReports('/approvals', {
      api: (fake) => void fake.on('GET /api/cost-reports', { reports: [] }),
    });
    await expect(page.getByText('No cost report has been issued yet.')).toBeVisible();
  });

  test('BUD-88: a list that fails can be read again', async () => {
    const { page, api } = await openReports('/approvals', {
      api: (fake) => void fake.fail('GET /api/cost-reports', 'invalid_parameter'),
    });
    await expect(page.getByRole('alert')).toContainText('Error loading the cost reports.');
    api.on('GET /api/cost-reports', { reports });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Week 12')).toBeVisible();
  });

  test('BUD-88: has account settings and the other shows, and no keyboard shortcuts', async () => {
    const { page } = await openReports();
    await page.getByRole('button', { name: 'Account of Noor Haddad' }).click();
    await expect(page.getByRole('menuitem', { name: 'Keyboard shortcuts' })).toHaveCount(0);
    await expect(page.getByRole('menuitem', { name: 'Account Settings' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Show:/ }).click();
    await page.getByRole('menuitem', { name: 'Browse All' }).click();
    await expect(page.getByRole('heading', { name: 'My Shows' })).toBeVisible();
  });
});
