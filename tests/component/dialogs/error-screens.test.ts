import { describe, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { draft } from '../support/fixtures/purchase-orders.ts';
import { shows } from '../support/fixtures/shows.ts';
import { openApp } from '../support/open-app.ts';
import { barButton, goToReview, openReview } from '../support/pages/reviews.ts';

const systemError = 'Oh no! System could not process your request.';
const list = 'POST /api/pos/filter';
const requestId = '6f1c9d1e-0d1f-4a53-9d68-3f0f5f3c2b11';

/** Returns a server error with the request id under which the Worker logged it. */
const failure = () =>
  Response.json({ code: 'INTERNAL_ERROR' }, { status: 500, headers: { 'x-request-id': requestId } });

describe('the session', () => {
  test('SH-24, SE-19: an expired session shows a message and redirects to the sign-in with the return path', async () => {
    const { page } = await openApp('/error?type=login-redirect&returnTo=%2Fpo%3Fstatus%3Dvoid', {
      clock: true,
    });
    page.clock.pause();
    await expect(page.getByRole('heading', { name: 'Session Expired' })).toBeVisible();
    await expect(page.getByText('Redirecting to login...')).toBeVisible();
    await page.clock.runUntil(() => page.url().startsWith('/api/auth/login'), 100);
    await expect(page).toHaveURL('/api/auth/login?returnTo=%2Fpo%3Fstatus%3Dvoid');
  });

  test('SE-19: the redirect to the sign-in ignores a return address on another site', async () => {
    const { page } = await openApp('/error?type=login-redirect&returnTo=%2F%2Fevil.example', { clock: true });
    await expect(page.getByText('Redirecting to login...')).toBeVisible();
    await page.clock.runUntil(() => page.url().startsWith('/api/auth/login'), 100);
    await expect(page).toHaveURL('/api/auth/login');
  });

  test('SE-21: a 401 response ends the session and redirects to the sign-in', async () => {
    const order = draft();
    const { page, api } = await openReview(order, 'creator', { clock: true });
    api.fail('PUT /api/pos/:id/submit', 'USER_NOT_IN_SESSION');
    await barButton(page, 'Submit for Approval').click();
    await page.clock.runUntil(() => page.url().startsWith('/api/auth/login'), 100);
    const returnTo = encodeURIComponent(`/po/review/${order.id}/creator`);
    await expect(page).toHaveURL(`/api/auth/login?returnTo=${returnTo}`);
  });
});

describe('error pages', () => {
  test('DEC-09: /login leads to the start', async () => {
    const { page } = await openApp('/login');
    await expect(page).toHaveURL('/approvals');
    await page.goto('/login/');
    await expect(page).toHaveURL('/approvals');
  });

  test('SH-29: an unknown path shows the not-found page with a link to the application', async () => {
    const { page } = await openApp('/nowhere');
    for (const path of ['/nowhere', '/po/nowhere/at/all', '/payments', '/setups']) {
      await page.goto(path);
      await expect(page.getByText('Oh no! The resource you requested was not found.')).toBeVisible();
      await expect(page).toHaveTitle('Page not found · Backlot');
      await expect(page).toHaveURL(path);
    }
    await page.getByRole('link', { name: 'Go to Approvals' }).click();
    await expect(page).toHaveURL('/approvals');
  });

  test('ER-04: a screen that crashes shows an error inside the shell', async () => {
    const { page, api } = await openApp('/po', {
      as: 'sam',
      // A plain Response skips the schema validation: no valid response makes a screen crash.
      api: (fake) => void fake.on(list, () => Response.json({ poS: [{ id: 'a' }], total: 1 })),
    });
    await expect(page.getByText(systemError, { exact: true })).toBeVisible();
    await expect(page).toHaveTitle('Error · Backlot');
    await expect(page.getByRole('main')).toHaveCount(1);
    api.on(list, { poS: [], total: 0 });
    await page.getByRole('link', { name: 'Go to Approvals' }).click();
    await expect(page.getByRole('heading', { name: 'Approvals' })).toBeVisible();
  });
});

describe('failures', () => {
  test('ER-02: every screen shows an alert after a server error', async () => {
    const { page } = await openApp('/po', { as: 'sam', api: (fake) => void fake.on(list, failure) });
    await expect(page.getByRole('alert').filter({ hasText: systemError })).toBeVisible();
  });

  test('ER-07: a list of shows that fails to load offers to try again', async () => {
    const { page, api } = await openApp('/shows', {
      as: 'sam',
      shows: [shows.nlite, shows.tidewater],
    });
    const restore = api.fail('GET /api/users/shows', 'invalid_parameter');
    await page.reload();
    await expect(page.getByText('Error loading shows.', { exact: true })).toBeVisible();
    restore();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('row', { name: /The Tidewater Ledger/ })).toBeVisible();
    await expect(page.getByText('Error loading shows.')).toHaveCount(0);
  });

  test('DEC-70, ER-06: an error banner is an alert and closes after five seconds or by its close button', async () => {
    const { page, api } = await openReview(draft(), 'creator', { clock: true });
    api.fail('PUT /api/pos/:id/submit', 'WORKFLOW_CONFLICT');
    const messages = page.getByRole('region', { name: 'Messages' });
    page.clock.pause();
    await barButton(page, 'Submit for Approval').click();
    await page.clock.runUntil(() => messages.getByRole('alert').count() === 1, 10);
    await page.mouse.move(10, 500);
    await page.clock.runFor(4900);
    await expect(messages.getByRole('alert')).toBeVisible();
    await page.clock.runFor(200);
    await expect(messages.getByRole('alert')).toHaveCount(0);
    await barButton(page, 'Submit for Approval').click();
    await expect(messages.getByRole('alert')).toBeVisible();
    await messages.getByRole('button', { name: 'Close message' }).click();
    await expect(messages.getByRole('alert')).toHaveCount(0);
  });

  test('the start without a connection shows a message and continues when the browser is online', async () => {
    const context = 'GET /api/sessions/login-context';
    let restore = () => {};
    const { page } = await openApp('/po', { api: (fake) => void (restore = fake.disconnect(context)) });
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    await expect(page.getByText(systemError)).toHaveCount(0);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectAccessible(page);
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    restore();
    page.window.dispatchEvent(new page.window.Event('online'));
    await expect(page.getByRole('heading', { name: 'Purchase Orders' })).toBeVisible();
    await expect(page).toHaveURL('/po');
  });
});

describe('the reference of an error', () => {
  const reference = `Reference ${requestId}`;

  test('ER-04, ER-07: a page that failed to load shows the reference of the response and copies it', async () => {
    const copiedTexts: string[] = [];
    const { page } = await openApp('/help', {
      api: (fake) => void fake.on('GET /pages/faq', failure),
      prepare: (window) => {
        const clipboard = { writeText: async (text: string) => void copiedTexts.push(text) };
        Object.defineProperty(window.navigator, 'clipboard', { value: clipboard });
      },
    });
    await expect(page.getByText(/^Reference /)).toHaveText(reference);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Copy reference' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(copiedTexts).toEqual([requestId]);
  });

  test('ER-04: a failed start shows the reference without the shell', async () => {
    const { page } = await openApp('/po', {
      api: (fake) => void fake.on('GET /api/sessions/login-context', failure),
    });
    await expect(page.getByRole('heading', { name: 'Backlot could not be opened' })).toBeVisible();
    await expect(page.getByText(/^Reference /)).toHaveText(reference);
    await expectAccessible(page);
  });

  test('ER-07: a document that is missing or not visible to the user shows no reference', async () => {
    const order = draft();
    const { page, api } = await openReview(order, 'creator');
    await page.goto('/po/review/nlite_any/creator');
    await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
    await expect(page.getByText(/^Reference /)).toHaveCount(0);
    const restore = api.on('GET /api/pos/:id', failure);
    await page.reload();
    await expect(page.getByText(/^Reference /)).toHaveText(reference);
    restore();
    await goToReview(page, order, 'creator');
  });
});
