import { describe, test } from 'vitest';
import { expectSound } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { draft } from '../support/fixtures/purchase-orders.ts';
import { shows } from '../support/fixtures/shows.ts';
import { openApp } from '../support/open-app.ts';
import { button, goToReview, openReview } from '../support/pages/reviews.ts';

const systemError = 'Oh no! System could not process your request.';
const list = 'POST /api/pos/filter';
const requestId = '6f1c9d1e-0d1f-4a53-9d68-3f0f5f3c2b11';

/** The Worker fails, and says by which name it logged that. */
const failure = () =>
  Response.json({ code: 'INTERNAL_ERROR' }, { status: 500, headers: { 'x-request-id': requestId } });

describe('the session', () => {
  test('SH-24, SE-19: one that ran out says so, and goes on to the sign-in with the way back', async () => {
    const { page } = await openApp('/error?type=login-redirect&returnTo=%2Fpo%3Fstatus%3Dvoid', {
      clock: true,
    });
    page.clock.hold();
    await expect(page.getByRole('heading', { name: 'Session Expired' })).toBeVisible();
    await expect(page.getByText('Redirecting to login...')).toBeVisible();
    await page.clock.runUntil(() => page.url().startsWith('/api/auth/login'), 100);
    await expect(page).toHaveURL('/api/auth/login?returnTo=%2Fpo%3Fstatus%3Dvoid');
  });

  test('SE-19: nobody is led to another site', async () => {
    const { page } = await openApp('/error?type=login-redirect&returnTo=%2F%2Fevil.example', { clock: true });
    await expect(page.getByText('Redirecting to login...')).toBeVisible();
    await page.clock.runUntil(() => page.url().startsWith('/api/auth/login'), 100);
    await expect(page).toHaveURL('/api/auth/login');
  });

  test('SE-21: a call that is answered 401 ends it and leads to the sign-in', async () => {
    const order = draft();
    const { page, api } = await openReview(order, 'creator', { clock: true });
    api.fail('PUT /api/pos/:id/submit', 'USER_NOT_IN_SESSION');
    await button(page, 'Submit for Approval').click();
    await page.clock.runUntil(() => page.url().startsWith('/api/auth/login'), 100);
    const returnTo = encodeURIComponent(`/po/review/${order.id}/creator`);
    await expect(page).toHaveURL(`/api/auth/login?returnTo=${returnTo}`);
  });
});

describe('pages of errors', () => {
  test('SH-29: any other path says that there is nothing, and leads on', async () => {
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

  test('ER-04: a screen that fails leaves the shell, and says so', async () => {
    const { page, api } = await openApp('/po', {
      as: 'sam',
      // Unchecked: nothing that the Worker sends makes a screen fail.
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
  test('ER-02: a failing server is told of, whatever the screen', async () => {
    const { page } = await openApp('/po', { as: 'sam', api: (fake) => void fake.on(list, failure) });
    await expect(page.getByRole('alert').filter({ hasText: systemError })).toBeVisible();
  });

  test('ER-07: shows that cannot be loaded can be asked for again', async () => {
    const { page, api } = await openApp('/shows', {
      as: 'sam',
      shows: [shows.nlite, shows.tidewater],
    });
    const mend = api.fail('GET /api/users/shows', 'invalid_parameter');
    await page.reload();
    await expect(page.getByText('Error loading shows.', { exact: true })).toBeVisible();
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('row', { name: /The Tidewater Ledger/ })).toBeVisible();
    await expect(page.getByText('Error loading shows.')).toHaveCount(0);
  });

  test('DEC-70, ER-06: a banner goes after five seconds or by its cross; one of a failure interrupts', async () => {
    const { page, api } = await openReview(draft(), 'creator', { clock: true });
    api.fail('PUT /api/pos/:id/submit', 'WORKFLOW_CONFLICT');
    const messages = page.getByRole('region', { name: 'Messages' });
    page.clock.hold();
    await button(page, 'Submit for Approval').click();
    await page.clock.runUntil(() => messages.getByRole('alert').count() === 1, 10);
    await page.mouse.move(10, 500);
    await page.clock.runFor(4900);
    await expect(messages.getByRole('alert')).toBeVisible();
    await page.clock.runFor(200);
    await expect(messages.getByRole('alert')).toHaveCount(0);
    await button(page, 'Submit for Approval').click();
    await expect(messages.getByRole('alert')).toBeVisible();
    await messages.getByRole('button', { name: 'Close message' }).click();
    await expect(messages.getByRole('alert')).toHaveCount(0);
  });

  test('a start without a connection says so, and goes on by itself when there is one', async () => {
    const context = 'GET /api/sessions/login-context';
    let mend = () => {};
    const { page } = await openApp('/po', { api: (fake) => void (mend = fake.disconnect(context)) });
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    await expect(page.getByText(systemError)).toHaveCount(0);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectSound(page);
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    mend();
    page.window.dispatchEvent(new page.window.Event('online'));
    await expect(page.getByRole('heading', { name: 'Purchase Orders' })).toBeVisible();
    await expect(page).toHaveURL('/po');
  });
});

describe('a reference to quote', () => {
  const reference = `Reference ${requestId}`;

  test('ER-04, ER-07: what failed to load has that of the answer, and copies it', async () => {
    const copied: string[] = [];
    const { page } = await openApp('/help', {
      api: (fake) => void fake.on('GET /pages/faq', failure),
      prepare: (window) => {
        const clipboard = { writeText: async (text: string) => void copied.push(text) };
        Object.defineProperty(window.navigator, 'clipboard', { value: clipboard });
      },
    });
    await expect(page.getByText(/^Reference /)).toHaveText(reference);
    await expectSound(page);
    await page.getByRole('button', { name: 'Copy reference' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(copied).toEqual([requestId]);
  });

  test('ER-04: a start that failed has it, before there is a frame around it', async () => {
    const { page } = await openApp('/po', {
      api: (fake) => void fake.on('GET /api/sessions/login-context', failure),
    });
    await expect(page.getByRole('heading', { name: 'Backlot could not be opened' })).toBeVisible();
    await expect(page.getByText(/^Reference /)).toHaveText(reference);
    await expectSound(page);
  });

  test('ER-07: what is not there, or not for this user, is no fault to report', async () => {
    const order = draft();
    const { page, api } = await openReview(order, 'creator');
    await page.goto('/po/review/nlite_any/creator');
    await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
    await expect(page.getByText(/^Reference /)).toHaveCount(0);
    const mend = api.on('GET /api/pos/:id', failure);
    await page.reload();
    await expect(page.getByText(/^Reference /)).toHaveText(reference);
    mend();
    await goToReview(page, order, 'creator');
  });
});
