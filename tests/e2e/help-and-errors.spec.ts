import type { Page, Route } from '@playwright/test';
import { openList } from './support/lists.ts';
import { draft } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import { askedBy, holdTime } from './support/quiet.ts';
import { openReview } from './support/review.ts';
import { signIn } from './support/sign-in.ts';
import { expectSound } from './support/sound.ts';

const systemError = 'Oh no! System could not process your request.';
const faq = (page: Page) => page.frameLocator('iframe[title="Questions and answers"]');

test('SH-27, SH-28, DEC-87: the help page asks for the address of the questions and answers, and frames it', async ({
  as,
}) => {
  const { page, api } = await as('dana');
  const answer = await api.get('/pages/faq');
  expect(answer).toEqual({ faqUrl: '/faq.html' });
  const asked = page.waitForRequest((request) => request.url().includes('/pages/faq'));
  await openList(page, '/po');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Help' }).click();
  await expect(page).toHaveURL('/help');
  await expect(page).toHaveTitle('Help · Backlot');
  // Authenticated, as every call of the product.
  expect((await (await asked).allHeaders())['cookie']).toContain('session-token=');
  await expect(page.locator('iframe')).toHaveAttribute('src', /\/faq\.html$/);
  await expect(faq(page).getByRole('heading', { level: 1 })).toHaveText('Questions and answers');
  const topics = faq(page).getByRole('navigation', { name: 'Topics' }).getByRole('link');
  await expect(topics).toHaveText(['Creators', 'Approvers', 'Accountants', 'Administrators', 'Your account']);
  await topics.filter({ hasText: 'Approvers' }).click();
  await faq(page).getByText('Why is Approve disabled?').click();
  await expect(faq(page).getByText(/Point at the button to see the reason/)).toBeVisible();

  // The frame follows the theme, also one that is chosen against the device.
  const ground = () =>
    faq(page)
      .locator('body')
      .evaluate((body) => getComputedStyle(body).backgroundColor);
  await expect.poll(ground).toBe('rgb(248, 249, 247)');
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.reload();
  await expect.poll(ground).toBe('rgb(18, 21, 19)');
});

test('SH-46, DEC-80: the user menu lists the shortcuts, unless a finger points', async ({ as }) => {
  const [mouse, finger] = await Promise.all([
    as('dana'),
    as('dana', { hasTouch: true, isMobile: true, viewport: { width: 1024, height: 768 } }),
  ]);
  for (const { page } of [mouse, finger]) {
    await openList(page, '/po');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Help' })).toBeVisible();
  }
  const entry = (page: Page) => page.getByRole('menuitem', { name: 'Keyboard shortcuts' });
  await expect(entry(finger.page)).toHaveCount(0);
  await entry(mouse.page).click();
  const listed = mouse.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(listed).toContainText('Search by number');
  await mouse.page.keyboard.press('Escape');
  await expect(listed).toHaveCount(0);
});

test('SH-28, ER-07: whatever address the answer names is framed; without an answer it can be asked again', async ({
  as,
}) => {
  const { page } = await as('dana');
  await page.route('https://help.backlot.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Our studio answers</h1>' }),
  );
  await page.route('**/pages/faq', (route) => route.fulfill({ status: 404, json: { code: 'NOT_FOUND' } }));
  await page.goto('/help');
  await expect(page.getByRole('alert')).toContainText('Error loading content.');
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.unroute('**/pages/faq');
  await page.route('**/pages/faq', (route) =>
    route.fulfill({ json: { faqUrl: 'https://help.backlot.example/faq' } }),
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(faq(page).getByRole('heading')).toHaveText('Our studio answers');
});

/** The guide's pages, as their tabs are called. */
const guides = ['Creators', 'Approvers', 'Accountants', 'Administrators'];

test('The guide tells each who works here his tasks, with pictures that are there', async ({ as }) => {
  const { page } = await as('dana');
  await page.goto('/help');
  for (const name of guides) {
    await page.getByRole('tab', { name }).click();
    await expect(page).toHaveURL(`/help/${name.toLowerCase()}`);
    await expect(page).toHaveTitle(`Help: ${name} · Backlot`);
    const guide = page.frameLocator(`iframe[title="Guide for ${name.toLowerCase()}"]`);
    const tasks = guide.getByRole('navigation', { name: 'Tasks' }).getByRole('link');
    await expect(guide.getByRole('heading', { level: 1 })).toBeVisible();
    const headings = guide.getByRole('heading', { level: 2 });
    await expect(headings.last()).toBeVisible();
    await expect(tasks).toHaveText(await headings.allTextContents());
    for (const picture of await guide.getByRole('img').all()) {
      await picture.scrollIntoViewIfNeeded();
      // As large as the page was told, so that nothing moves when it comes.
      await expect
        .poll(() =>
          picture.evaluate((one: HTMLImageElement) =>
            one.naturalWidth === 0
              ? 0
              : (one.naturalHeight / one.naturalWidth) * Number(one.getAttribute('width')),
          ),
        )
        .toBe(Number(await picture.getAttribute('height')));
    }
  }
  await page.goBack();
  await expect(page).toHaveURL('/help/accountants');
});

test('DEC-80, DEC-74: axe finds nothing on the pages of Help, in both themes at three widths', async ({
  as,
}) => {
  const { page } = await as('dana');
  for (const path of ['/faq.html', ...guides.map((name) => `/guide/${name.toLowerCase()}.html`)]) {
    await page.goto(path);
    await page.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
    for (const width of [375, 900, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await test.step(`${path} at ${width} px`, () => expectSound(page));
    }
  }
});

test('SH-24, SE-19: the session that ran out says so, and goes on to the sign-in', async ({ page }) => {
  await page.clock.install();
  const passes = await holdTime(page, 10_000);
  await page.goto('/error?type=login-redirect&returnTo=%2Fpo%3Fstatus%3Dvoid');
  await expect(page.getByRole('heading', { name: 'Session Expired' })).toBeVisible();
  await expect(page.getByText('Redirecting to login...')).toBeVisible();
  await passes(1400);
  await expect(page.getByText('Redirecting to login...')).toBeVisible();
  await page.clock.runFor(100);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/po?status=void');
  // Nobody is led to another site.
  await page.goto('/error?type=login-redirect&returnTo=%2F%2Fevil.example');
  await expect(page.getByText('Redirecting to login...')).toBeVisible();
  await askedBy(page);
  await page.clock.runFor(1500);
  await expect(page).toHaveURL(/\/api\/auth\/login$/);
});

test('SH-25, SH-26, DEC-09: the error page is there for who is led to it; opened or reloaded it leads to the start', async ({
  as,
}) => {
  const { page } = await as('elena');
  await page.goto('/error');
  await expect(page).toHaveURL('/approvals');
  await expect(page.getByRole('heading', { name: 'Approvals' })).toBeVisible();
  // An invoice page that does not say for whom leads here (SH-61).
  await page.goto('/invoice/review/nlite_any');
  await expect(page).toHaveURL('/error');
  await expect(page.getByText(systemError)).toBeVisible();
  await expect(page).toHaveTitle('Error · Backlot');
  await page.reload();
  await expect(page).toHaveURL('/approvals');
});

test('SH-29: any other path says that there is nothing, and leads on', async ({ as }) => {
  const { page } = await as('dana');
  for (const path of ['/nowhere', '/po/nowhere/at/all', '/payments', '/setups']) {
    await page.goto(path);
    await expect(page.getByText('Oh no! The resource you requested was not found.')).toBeVisible();
    await expect(page).toHaveTitle('Page not found · Backlot');
    await expect(page).toHaveURL(path);
  }
  await page.getByRole('link', { name: 'Go to Approvals' }).click();
  await expect(page).toHaveURL('/approvals');
});

test('SH-04, SH-32, SH-33, DEC-09: the start leads to the sign-in, and once signed in to the approvals', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page).toHaveURL('/api/auth/login');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await signIn(page, 'dana@backlot.example');
  await expect(page).toHaveURL('/approvals');
  await expect(page.getByRole('heading', { name: 'Approvals' })).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL('/approvals');
  // Without the cookie every page leads to the sign-in, which knows the way back.
  await page.context().clearCookies();
  await page.goto('/invoice?status=void');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/api/auth/login');
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/invoice?status=void');
});

test('SE-21: a call that is answered 401 ends the session and leads to the sign-in', async ({ as }) => {
  const dana = await as('dana');
  const { page } = dana;
  const order = await draft(dana);
  await openReview(page, order, 'creator');
  await page.route('**/api/pos/*/submit**', (route) =>
    route.fulfill({ status: 401, json: { code: 'USER_NOT_IN_SESSION' } }),
  );
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.getByRole('button', { name: 'Submit for Approval' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe(`/po/review/${order.id}/creator`);
  expect(errors).toEqual([]);
});

test('DEC-70, ER-06: a banner goes after five seconds or by its cross; one of a failure interrupts', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  const order = await draft(dana);
  await page.clock.install();
  await openReview(page, order, 'creator');
  await page.route('**/api/pos/*/submit**', (route) => route.fulfill({ status: 409, json: {} }));
  const messages = page.getByRole('region', { name: 'Messages' });
  const submit = page.getByRole('button', { name: 'Submit for Approval' });
  await page.clock.pauseAt(Date.now() + 120_000);
  await submit.click();
  await expect(messages.getByRole('alert')).toBeVisible();
  await page.mouse.move(10, 500);
  await page.clock.runFor(4900);
  await expect(messages.getByRole('alert')).toBeVisible();
  await page.clock.runFor(200);
  await expect(messages.getByRole('alert')).toHaveCount(0);
  await submit.click();
  await expect(messages.getByRole('alert')).toBeVisible();
  await messages.getByRole('button', { name: 'Close message' }).click();
  await expect(messages.getByRole('alert')).toHaveCount(0);
});

test('A start without a connection says so, and goes on by itself when there is one', async ({ as }) => {
  const { page } = await as('dana');
  // The page itself may come from the browser's own store.
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await page.goto('/po');
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await expect(page.getByText(systemError)).toHaveCount(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectSound(page);
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await page.unroute('**/api/**');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('heading', { name: 'Purchase Orders' })).toBeVisible();
  await expect(page).toHaveURL('/po');
});

test('ER-04, ER-07: what failed to load gives a reference to quote, that of the answer, and copies it', async ({
  as,
}) => {
  const { page } = await as('dana', { permissions: ['clipboard-read', 'clipboard-write'] });
  let answered = '';
  const fail = async (route: Route) => {
    answered ||= (await route.fetch()).headers()['x-request-id'] ?? '';
    const headers = { 'x-request-id': answered };
    await route.fulfill({ status: 500, headers, json: { code: 'INTERNAL_ERROR' } });
  };
  const reference = page.getByText(/^Reference /);
  const isShown = () =>
    expect.poll(async () => (await reference.innerText()) === `Reference ${answered}`).toBe(true);
  const copy = page.getByRole('button', { name: 'Copy reference' });

  await page.route('**/pages/faq', fail);
  await page.goto('/help');
  await isShown();
  expect(answered).toMatch(/^[0-9a-f-]{36}$/);
  await expectSound(page);
  await copy.click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(answered);

  // The start, before there is a frame around it.
  await page.route('**/api/sessions/login-context**', fail);
  await page.goto('/po');
  await expect(page.getByRole('heading', { name: 'Backlot could not be opened' })).toBeVisible();
  await isShown();
  await expectSound(page);
  await page.unroute('**/api/sessions/login-context**');

  // What is not there, or not for this user, is no fault to report.
  await page.goto('/po/review/nlite_any/creator');
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
  await expect(reference).toHaveCount(0);
  await page.route('**/api/pos/nlite_any**', fail);
  await page.reload();
  await isShown();
});
