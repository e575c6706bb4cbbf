import { describe, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { openApp } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';

const guides = ['Creators', 'Approvers', 'Accountants', 'Administrators'] as const;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const index = (page: Page, guide: string) => page.getByRole('navigation', { name: `Tasks for ${guide}` });
const tasks = (page: Page, guide: string) => index(page, guide).getByRole('link');

describe('the guide', () => {
  test.each(guides)('HELP-02: the index for %s lists the tasks of the file by topic', async (guide) => {
    const { page } = await openApp(`/help/${guide.toLowerCase()}`);
    await expect(page).toHaveTitle(`Help: ${guide} · Backlot`);
    const file = await fetch(`/guide/${guide.toLowerCase()}.html`);
    const whole = new DOMParser().parseFromString(await file.text(), 'text/html');
    await expect(tasks(page, guide)).toHaveText(
      [...whole.querySelectorAll('section h2')].map(({ textContent }) => textContent ?? ''),
    );
  });

  test('HELP-02: the keyboard opens a task, and the next and the previous one', async () => {
    const { page } = await openApp('/help/creators');
    await tasks(page, 'Creators').first().focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/help/creators/raise');
    await expect(heading(page)).toHaveText('Raise a purchase order');
    await expect(heading(page)).toBeFocused();
    await expect(page).toHaveTitle('Help: Raise a purchase order · Backlot');
    await expect(page.getByText('Use Its Codes')).toBeVisible();
    await expect(page.getByRole('img', { name: /^The purchase order form/ })).toBeVisible();
    await expect(
      page.locator('[aria-current="page"]').filter({ hasText: 'Raise a purchase order' }),
    ).toHaveCount(1);
    const others = page.getByRole('navigation', { name: 'Other tasks' }).getByRole('link');
    await expect(others).toHaveText([/^NextUse a vendor/]);
    await others.first().focus();
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText('Use a vendor who is not in the list');
    await expect(heading(page)).toBeFocused();
    await expect(others).toHaveText([/^PreviousRaise/, /^NextImport/]);
    page.goBack();
    await expect(heading(page)).toHaveText('Raise a purchase order');
    await expect(heading(page)).toBeFocused();
    page.goBack();
    await expect(index(page, 'Creators')).toBeFocused();
  });

  test('HELP-02: a page takes the focus when it is opened from another, not when it is the first', async () => {
    const { page } = await openApp('/help/creators/raise', { width: 900 });
    await expect(heading(page)).toHaveText('Raise a purchase order');
    await expect(heading(page)).not.toBeFocused();
    await page.getByRole('link', { name: 'Tasks for Creators' }).click();
    await expect(index(page, 'Creators')).toBeFocused();
    page.goBack();
    await expect(heading(page)).toHaveText('Raise a purchase order');
    await expect(heading(page)).toBeFocused();
    await page.getByRole('tab', { name: 'Approvers' }).click();
    await expect(tasks(page, 'Approvers').first()).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Approvers' })).toBeFocused();
  });

  test('HELP-02: every address has one heading, also while the guides load', async () => {
    const nonsense = await openApp('/help/nonsense/x', {
      api: (fake) => void fake.fail('GET /pages/faq', 'NOT_FOUND'),
    });
    await expect(heading(nonsense.page)).toHaveText(['Help']);
    const loading = await openApp('/help/creators/raise', {
      prepare(window) {
        const fetch = window.fetch.bind(window);
        window.fetch = async (...call) => {
          const response = await fetch(...call);
          return response.url.includes('/guide/') ? new Promise(() => undefined) : response;
        };
      },
    });
    await expect(heading(loading.page)).toHaveText(['Help']);
  });

  test('HELP-02: Print prints the page', async () => {
    let printed = 0;
    const { page } = await openApp('/help/approvers/next', {
      prepare: (window) => {
        window.print = () => {
          printed += 1;
        };
      },
    });
    await page.getByRole('button', { name: 'Print' }).click();
    expect(printed).toBe(1);
  });

  test('HELP-02: addresses from before open the page of the task', async () => {
    const { page } = await openApp('/help/accountants?task=vendors');
    await expect(page).toHaveURL('/help/accountants/vendors');
    await expect(heading(page)).toHaveText('Replace a temporary vendor');
  });

  test('HELP-02: an unknown task leads to the tasks of its guide', async () => {
    const { page } = await openApp('/help/creators/nothing');
    await expect(heading(page)).toHaveText('Page not found');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Show Tasks for Creators' }).click();
    await expect(page).toHaveURL('/help/creators');
    await expect(index(page, 'Creators')).toBeFocused();
  });

  for (const width of [375, 900, 1440])
    test(
      `HELP-02, DEC-80: index and task have no axe violation at ${width} px`,
      { tags: width === 900 ? ['long'] : [] },
      async () => {
        const { page } = await openApp('/help/approvers', { width });
        await expect(tasks(page, 'Approvers').first()).toBeVisible();
        await expectAccessible(page);
        await tasks(page, 'Approvers').filter({ hasText: 'Approve on a phone' }).click();
        await expect(heading(page)).toHaveText('Approve on a phone');
        await expectAccessible(page);
        const main = page.locator('main');
        expect(await main.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
        // Without the list next to the page, a link leads back to it.
        const back = page.getByRole('link', { name: 'Tasks for Approvers' });
        if (width === 1440) return expect(back).toBeHidden();
        await back.click();
        await expect(page).toHaveURL('/help/approvers');
      },
    );
});
