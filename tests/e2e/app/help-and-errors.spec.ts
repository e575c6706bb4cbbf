import type { Page } from '@playwright/test';
import { openList } from '../support/pages/lists.ts';
import { expect, test } from '../support/environment/product.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';

const systemError = 'Oh no! System could not process your request.';
const faq = (page: Page) => page.frameLocator('iframe[title="Questions and answers"]');

test('SH-27, SH-28, DEC-87: the help page requests the address of the FAQ and shows it in a frame', async ({
  as,
}) => {
  const { page, api } = await as('dana');
  const response = await api.get('/pages/faq');
  expect(response).toEqual({ faqUrl: '/faq.html' });
  const faqRequest = page.waitForRequest((request) => request.url().includes('/pages/faq'));
  await openList(page, '/po');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Help' }).click();
  await expect(page).toHaveURL('/help');
  await expect(page).toHaveTitle('Help · Backlot');
  // Authenticated, like every request of the product.
  expect((await (await faqRequest).allHeaders())['cookie']).toContain('session-token=');
  await expect(page.locator('iframe')).toHaveAttribute('src', /\/faq\.html$/);
  await expect(faq(page).getByRole('heading', { level: 1 })).toHaveText('Questions and answers');
  const topics = faq(page).getByRole('navigation', { name: 'Topics' }).getByRole('link');
  await expect(topics).toHaveText(['Creators', 'Approvers', 'Accountants', 'Administrators', 'Your account']);
  await topics.filter({ hasText: 'Approvers' }).click();
  await faq(page).getByText('Why is Approve disabled?').click();
  await expect(faq(page).getByText(/Point at the button to see the reason/)).toBeVisible();

  // The frame follows the theme, also one that differs from the device's.
  const background = () =>
    faq(page)
      .locator('body')
      .evaluate((body) => getComputedStyle(body).backgroundColor);
  await expect.poll(background).toBe('rgb(248, 249, 247)');
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.reload();
  await expect.poll(background).toBe('rgb(18, 21, 19)');
});

/** The names of the guide's tabs. */
const guides = ['Creators', 'Approvers', 'Accountants', 'Administrators'];

test('HELP-02: the guide has a page for each task, and its pictures load', async ({ as }) => {
  const { page } = await as('dana');
  await page.goto('/help');
  for (const name of guides) {
    await page.getByRole('tab', { name }).click();
    await expect(page).toHaveURL(`/help/${name.toLowerCase()}`);
    await page
      .getByRole('navigation', { name: `Tasks for ${name}` })
      .getByRole('link')
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`/help/${name.toLowerCase()}/\\w+$`));
    await expect(page.getByRole('article').locator('p, li').first()).toBeVisible();
  }
  for (const name of guides) {
    await page.goto(`/guide/${name.toLowerCase()}.html`);
    for (const picture of await page.getByRole('img').all()) {
      await picture.scrollIntoViewIfNeeded();
      // The size matches the attributes, so that loading shifts nothing.
      await expect
        .poll(() =>
          picture.evaluate((image: HTMLImageElement) =>
            image.naturalWidth === 0
              ? 0
              : (image.naturalHeight / image.naturalWidth) * Number(image.getAttribute('width')),
          ),
        )
        .toBe(Number(await picture.getAttribute('height')));
    }
  }
});

test(
  'DEC-80, DEC-74: the help pages have no axe violation in either theme at three widths',
  { tag: '@long' },
  async ({ as }) => {
    const { page } = await as('dana');
    for (const path of ['/faq.html', ...guides.map((name) => `/guide/${name.toLowerCase()}.html`)]) {
      await page.goto(path);
      await page.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
      for (const width of [375, 900, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await test.step(`${path} at ${width} px`, () => expectAccessible(page));
      }
    }
  },
);

test('SH-25, SH-26, DEC-09: the error page redirects to the start when opened directly or reloaded', async ({
  as,
}) => {
  const { page } = await as('elena');
  await page.goto('/error');
  await expect(page).toHaveURL('/approvals');
  await expect(page.getByRole('heading', { name: 'Approvals' })).toBeVisible();
  // An invoice address without a persona leads here (SH-61).
  await page.goto('/invoice/review/nlite_any');
  await expect(page).toHaveURL('/error');
  await expect(page.getByText(systemError)).toBeVisible();
  await expect(page).toHaveTitle('Error · Backlot');
  await page.reload();
  await expect(page).toHaveURL('/approvals');
});
