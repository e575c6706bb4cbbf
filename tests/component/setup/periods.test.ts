import { describe, test } from 'vitest';
import { expectAccessible, expectTouchTargets } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { periods } from '../support/fixtures/periods.ts';
import type { Periods } from '../support/fixtures/periods.ts';
import { openApp } from '../support/open-app.ts';
import type { App, AppOptions } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const openPeriods = (stored: Periods = periods(), options: AppOptions = {}): Promise<App> =>
  openApp('/setup/settings/periods', {
    as: 'sam',
    ...options,
    api: (fake) => {
      fake.on('GET /api/periods', stored);
    },
  });

describe('the periods of a show', () => {
  for (const width of [375, 1440])
    test(
      `PERIOD-13: they are accessible at ${width} px`,
      { tags: width === 1440 ? ['long'] : [] },
      async () => {
        const { page } = await openPeriods(periods(), { width });
        await expect(page.getByRole('list', { name: 'Periods of Night Lite LLC' })).toContainText('Week 2');
        await expect(button(page, 'Close Week 2')).toBeVisible();
        await expect(button(page, 'Reopen Week 1')).toBeVisible();
        await expect(page.getByText('No periods: every date is accepted.')).toBeVisible();
        await expectAccessible(page);
        if (width < 640) expectTouchTargets(page);
      },
    );

  test('PERIOD-01: weeks are set up after a preview', async () => {
    const { page, api } = await openPeriods();
    api.on('POST /api/periods/set-up', periods());
    await button(page, 'Set Up Periods').click();
    await page.getByRole('textbox', { name: 'First number' }).fill('5');
    await page.getByRole('textbox', { name: 'Number of weeks' }).fill('2');
    await expect(page.getByText('Week 5 to Week 6,')).toBeVisible();
    await button(page, 'Save').click();
    await expect(page.getByText('Periods set up.')).toBeVisible();
    expect(api.calls('POST /api/periods/set-up').at(-1)?.body).toEqual({
      projectCompanyExternalId: 'pc2',
      pattern: 'WEEKS',
      firstDay: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      firstNumber: 5,
      length: 'WEEK',
      count: 2,
    });
  });

  test('PERIOD-01: numbered periods are added after the last one', async () => {
    const { page, api } = await openPeriods(
      periods({
        pattern: 'NUMBERS',
        periods: [
          { number: 7, name: 'Period 7', firstDay: '2026-11-16', lastDay: '2026-11-30', status: 'OPEN' },
        ],
      }),
    );
    api.on('POST /api/periods/add', periods());
    await button(page, 'Add Periods').click();
    await page.getByRole('button', { name: /Length/ }).click();
    await page.getByRole('option', { name: 'Five weeks' }).click();
    await page.getByRole('textbox', { name: 'Number of periods' }).fill('1');
    await expect(page.getByText('Period 8,')).toBeVisible();
    await button(page, 'Save').click();
    await expect(page.getByText('Periods added.')).toBeVisible();
    expect(api.calls('POST /api/periods/add').at(-1)?.body).toEqual({
      projectCompanyExternalId: 'pc1',
      after: 7,
      length: 'FIVE_WEEKS',
      count: 1,
    });
  });

  test('PERIOD-03, PERIOD-13: closing says what follows, and a refusal stays in the dialog', async () => {
    const { page, api } = await openPeriods();
    api.fail('POST /api/periods/close', 'WORKFLOW_CONFLICT');
    await button(page, 'Close Week 2').click();
    await expect(
      page.getByText('Documents of these days that are still in approval will count in Week 3.'),
    ).toBeVisible();
    await button(page, 'Close Period').click();
    await expect(page.getByText('The document has changed in the meantime.')).toBeVisible();
    api.on('POST /api/periods/close', periods());
    await button(page, 'Close Period').click();
    await expect(page.getByText('Week 2 closed.')).toBeVisible();
    expect(api.calls('POST /api/periods/close').at(-1)?.body).toEqual({
      projectCompanyExternalId: 'pc1',
      number: 2,
      reason: '',
    });
  });

  test('PERIOD-03: reopening needs a reason', async () => {
    const { page, api } = await openPeriods();
    api.on('POST /api/periods/reopen', periods());
    await button(page, 'Reopen Week 1').click();
    await button(page, 'Save').click();
    await expect(page.getByText('Say why the period is opened again.')).toBeVisible();
    expect(api.calls('POST /api/periods/reopen')).toHaveLength(0);
    await page.getByRole('textbox', { name: 'Reason' }).fill('Late invoice');
    await button(page, 'Save').click();
    await expect(page.getByText('Week 1 reopened.')).toBeVisible();
  });

  test('PERIOD-13: the last open period warns that nothing is open after it', async () => {
    const { page } = await openPeriods();
    await button(page, 'Close Week 3').click();
    await expect(page.getByText('No later period is open:')).toBeVisible();
  });

  test('PERIOD-04: the history names user and reason', async () => {
    const { page, api } = await openPeriods();
    api.on('GET /api/periods/changes', {
      changes: [
        {
          id: '2',
          kind: 'REOPENED',
          companyName: 'Night Lite LLC',
          period: 'Week 1',
          reason: 'Late invoice',
          by: { userId: 'sam', name: 'Sam Ortiz' },
          at: '2026-11-20T12:00:00.000Z',
        },
      ],
      hasMore: false,
    });
    await button(page, 'History').click();
    await expect(page.getByRole('list', { name: 'History' })).toContainText('Week 1 reopened');
    await expect(page.getByText('Late invoice')).toBeVisible();
  });
});
