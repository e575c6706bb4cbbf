import { test } from 'vitest';
import { expectTouchTargets, expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { openApp } from '../support/open-app.ts';
import type { App, AppOptions } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';
import { waitForHeading } from '../support/pages/setup.ts';
import {
  delivery,
  endpoint,
  failedDelivery,
  serveWebhooks,
  webhooksPath,
} from '../support/pages/webhooks.ts';

type Webhooks = Parameters<typeof serveWebhooks>[2];

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const at = '2026-11-20T09:00:00.000Z';

async function openWebhooks(state: Webhooks, path = webhooksPath, options: AppOptions = {}): Promise<App> {
  return openApp(path, {
    as: 'theodore',
    ...options,
    api: (fake, world) => serveWebhooks(fake, world, state),
  });
}

const emptyState = (): Webhooks => ({ endpoints: [], deliveries: [], status: 200 });

test('a new endpoint shows its secret once', async () => {
  const state = emptyState();
  const { page, api } = await openWebhooks(state);
  await expect(page.getByText('Notify your own systems')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Add Endpoint' }).click();
  const address = page.getByRole('textbox', { name: 'Address' });
  await address.fill('https://hooks.example.com/backlot');
  const message = 'This local run can reach only this machine.';
  const mend = api.fail('POST /api/webhooks', 'invalid_parameter', { message, errors: ['url'] });
  await button(page, 'Save').click();
  await expect(page.getByRole('alert').first()).toContainText(message);
  mend();
  await address.fill('http://127.0.0.1:9000/hook');
  await page.getByRole('textbox', { name: 'Description' }).fill('Ledger bridge');
  await page.getByRole('checkbox', { name: 'Denied' }).press('Space');
  await expectAccessible(page);
  await button(page, 'Save').click();
  const dialog = page.getByRole('dialog', { name: 'Signing secret' });
  await expect(dialog.getByRole('textbox')).toHaveValue('whsec_1');
  await expect(dialog.getByText('previous secret')).toHaveCount(0);
  await expectAccessible(page);
  await button(page, 'Done').click();
  await waitForHeading(page, 'http://127.0.0.1:9000/hook');
  await expect(page.getByText('Nothing has been sent yet.')).toBeVisible();
  expect(api.calls('POST /api/webhooks').at(-1)?.body).toMatchObject({
    url: 'http://127.0.0.1:9000/hook',
    description: 'Ledger bridge',
  });
  expect(api.calls('POST /api/webhooks').at(-1)?.body.events).not.toContain('document.denied');
});

test('an endpoint has its secret rolled, its deliveries logged and sent again, and is disabled and removed', async () => {
  const state = { ...emptyState(), endpoints: [endpoint()] };
  const { page, api } = await openWebhooks(state, `${webhooksPath}/one`);
  await button(page, 'Roll Secret').click();
  const question = page.getByRole('alertdialog', { name: 'Roll the signing secret?' });
  await question.getByRole('button', { name: 'Roll Secret' }).click();
  const dialog = page.getByRole('dialog', { name: 'Signing secret' });
  await expect(dialog.getByRole('textbox')).toHaveValue('whsec_1');
  await expect(dialog).toContainText('For 24 hours, messages are also signed with the previous secret.');
  await button(page, 'Done').click();
  await expect(page.getByText('the previous one also signs')).toBeVisible();
  await button(page, 'Send Test Event').click();
  await expect(page.getByText('Delivered, 200')).toBeVisible();
  state.status = 503;
  await button(page, 'Send Test Event').click();
  await expect(page.getByText('Failed, 503')).toBeVisible();
  state.status = 204;
  await page.getByRole('button', { name: 'Send Again: Test event' }).first().click();
  await expect(page.getByText('Delivered, 204')).toBeVisible();
  await expectAccessible(page);
  page.setViewportSize({ width: 375, height: 812 });
  await expect(page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('switch', { name: 'Enabled' }).press('Space');
  await button(page, 'Save').click();
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
  expect(api.calls('PUT /api/webhooks/:id').at(-1)?.body.isEnabled).toBe(false);
  await button(page, 'Remove').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Notify your own systems')).toBeVisible();
  expect(state.endpoints).toEqual([]);
});

test('UX-09: the pages of an endpoint have large enough touch targets on a phone', async () => {
  const state = { ...emptyState(), endpoints: [endpoint()], deliveries: [delivery()] };
  const { page } = await openWebhooks(state, webhooksPath, { width: 375, height: 812 });
  const link = page.getByRole('link', { name: /hooks\.example\.com/ });
  await expect(link).toBeVisible();
  expectTouchTargets(page);
  await link.click();
  await expect(page.getByText('Delivered, 204')).toBeVisible();
  expectTouchTargets(page);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await waitForHeading(page, 'Edit Endpoint');
  expectTouchTargets(page);
});

test('a successful delivery makes a failing endpoint active, and a disabled endpoint shows no next attempt', async () => {
  const [failing] = [endpoint({ failingSince: at })];
  const state = { endpoints: [failing], deliveries: [failedDelivery()], status: 204 };
  const { page } = await openWebhooks(state, `${webhooksPath}/one`);
  const log = page.getByRole('grid', { name: 'Deliveries' });
  await expect(log.getByText('Waiting, no answer')).toBeVisible();
  // No cell is truncated.
  const truncated = () =>
    log
      .getByRole('gridcell')
      .elements()
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  await expect.poll(truncated).toEqual([]);
  await expect(page.getByText('Failing', { exact: true })).toBeVisible();
  failing.failingSince = null;
  await page.getByRole('button', { name: 'Send Again: Approved SD-00042' }).click();
  await expect(log.getByText('Delivered, 204')).toBeVisible();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();

  Object.assign(failing, { isEnabled: false, failingSince: at, givenUpAt: at });
  state.deliveries = [failedDelivery({ error: 'It responded with status 500.', statusCode: 500 })];
  await page.reload();
  await expect(log.getByText('Not while it is disabled')).toBeVisible();
  await expect(page.getByText('enable it under Edit')).toBeVisible();
  await expectAccessible(page);
});

test('DEC-99: a secret that another user has rolled during the confirmation is not rolled again', async () => {
  const rolled = endpoint();
  // A pending delivery makes the page refetch its log every three seconds.
  const pending = failedDelivery({ error: null, nextAttemptAt: null });
  const { page, api } = await openWebhooks(
    { endpoints: [rolled], deliveries: [pending], status: 200 },
    `${webhooksPath}/one`,
    { clock: true },
  );
  api.fail('POST /api/webhooks/:id/secret', 'WORKFLOW_CONFLICT');
  await button(page, 'Roll Secret').click();
  const question = page.getByRole('alertdialog', { name: 'Roll the signing secret?' });
  await expect(question).toBeVisible();
  Object.assign(rolled, {
    secretSince: '2026-11-21T09:00:00.000Z',
    oldSecretUntil: '2026-11-22T09:00:00.000Z',
  });
  page.clock.fastForward(3000);
  // The page below the dialog refetches and shows the new state.
  await expect(page.getByText('the previous one also signs')).toBeVisible();
  await question.getByRole('button', { name: 'Roll Secret' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(question).toBeHidden();
  expect(api.calls('POST /api/webhooks/:id/secret').map(({ body }) => body)).toEqual([{ secretSince: at }]);
});
