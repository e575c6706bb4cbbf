import { onLoopback } from '../../battery/served/loopback.ts';
import { expectFingers } from './support/fingers.ts';
import { expect, test } from './support/product.ts';
import { ownShow } from './support/shows.ts';
import { expectSound } from './support/sound.ts';

const path = '/setup/settings/webhooks';

const at = '2026-11-20T09:00:00.000Z';

/** An endpoint, and a delivery to it that did not arrive, as the server tells of them. */
const failing = () => ({
  id: 'one',
  url: 'https://hooks.example.com/backlot',
  description: '',
  events: ['document.approved'],
  documentTypes: ['PO'],
  isEnabled: true,
  secretSince: at,
  failingSince: at as string | null,
  givenUpAt: null as string | null,
  createdAt: at,
  oldSecretUntil: null as string | null,
});
const failed = () => ({
  id: 'nlite_d',
  event: 'document.approved',
  at,
  documentId: 'nlite_po',
  documentType: 'PO',
  documentNumber: 'SD-00042',
  nextAttemptAt: '2026-11-27T09:00:00.000Z' as string | null,
  error: 'It could not be reached.' as string | null,
  attempts: 3,
  statusCode: null as number | null,
  durationMs: 8,
  answeredAt: at,
  state: 'WAITING',
});

test('an administrator registers an endpoint, sees its secret once, tries it, rolls the secret and removes it', async ({
  as,
}) => {
  const { page, api } = await as('theodore');
  const show = await ownShow(api);
  let status = 200;
  const listener = await onLoopback((_request, response) => response.writeHead(status).end());
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  try {
    await page.goto(`${path}?restoreShow=${show.id}`);
    await expect(page.getByText('Notify your own systems')).toBeVisible();
    await expectSound(page);
    await page.getByRole('link', { name: 'Add Endpoint' }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example.com/backlot');
    await button('Save').click();
    // This is a local run, and says so.
    await expect(page.getByRole('alert').first()).toContainText('can reach only this machine');
    await page.getByRole('textbox', { name: 'Address' }).fill(`${listener.address}/hook`);
    await page.getByRole('textbox', { name: 'Description' }).fill('Ledger bridge');
    await page.getByRole('checkbox', { name: 'Denied' }).press('Space');
    await expectSound(page);
    await button('Save').click();

    const dialog = page.getByRole('dialog', { name: 'Signing secret' });
    await expect(dialog.getByRole('textbox')).toHaveValue(/^whsec_/);
    await expectSound(page);
    const secret = await dialog.getByRole('textbox').inputValue();
    await button('Done').click();

    await expect(page.getByRole('heading', { name: `${listener.address}/hook` })).toBeVisible();
    await expect(page.getByText('Nothing has been sent yet.')).toBeVisible();
    await button('Send Test Event').click();
    await expect(page.getByText('Delivered, 200')).toBeVisible();
    status = 503;
    await button('Send Test Event').click();
    await expect(page.getByText('Failed, 503')).toBeVisible();
    status = 204;
    await button('Send Again: Test event').first().click();
    await expect(page.getByText('Delivered, 204')).toBeVisible();
    await expectSound(page);

    await button('Roll Secret').click();
    const question = page.getByRole('alertdialog', { name: 'Roll the signing secret?' });
    await question.getByRole('button', { name: 'Roll Secret' }).click();
    await expect(dialog.getByRole('textbox')).toHaveValue(/^whsec_/);
    expect(await dialog.getByRole('textbox').inputValue()).not.toBe(secret);
    await button('Done').click();
    await expect(page.getByText('the previous one also signs')).toBeVisible();

    await page.setViewportSize({ width: 375, height: 812 });
    await expect(page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')).toHaveCount(2);
    await expectSound(page);

    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('switch', { name: 'Enabled' }).press('Space');
    await button('Save').click();
    await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
    await button('Remove').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Notify your own systems')).toBeVisible();
    expect(await api.get(`/api/webhooks?showId=${show.id}`)).toEqual([]);
  } finally {
    listener.close();
  }
});

test('on a phone everything about an endpoint can be pressed with a finger', async ({ as }) => {
  const { page, api } = await as('theodore', { viewport: { width: 375, height: 812 }, hasTouch: true });
  const show = await ownShow(api);
  const listener = await onLoopback((_request, response) => response.writeHead(200).end());
  try {
    const { id } = await api.post<{ id: string }>(`/api/webhooks?showId=${show.id}`, {
      url: `${listener.address}/hook`,
      events: ['document.approved'],
      documentTypes: ['PO'],
    });
    await api.post(`/api/webhooks/${id}/test`);
    await page.goto(`${path}?restoreShow=${show.id}`);
    await expect(page.getByRole('link', { name: new RegExp(listener.address) })).toBeVisible();
    await expectFingers(page);
    await page.getByRole('link', { name: new RegExp(listener.address) }).click();
    await expect(page.getByText('Delivered, 200')).toBeVisible();
    await expectFingers(page);
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Edit Endpoint' })).toBeVisible();
    await expectFingers(page);
  } finally {
    listener.close();
  }
});

test('an endpoint that answers again is seen to, where its log stands; nothing is promised of one that is disabled', async ({
  as,
}) => {
  const { page } = await as('theodore');
  const endpoint = failing();
  const delivery = failed();
  await page.route('**/api/webhooks?**', (route) => route.fulfill({ json: [endpoint] }));
  await page.route('**/api/webhooks/one/deliveries**', async (route) => {
    if (route.request().method() === 'POST') {
      Object.assign(endpoint, { failingSince: null });
      Object.assign(delivery, { state: 'DELIVERED', error: null, nextAttemptAt: null, statusCode: 204 });
      return route.fulfill({ json: { id: delivery.id } });
    }
    return route.fulfill({ json: { deliveries: [delivery], hasMore: false } });
  });
  await page.goto(`${path}/one?restoreShow=nlite`);
  const log = page.getByRole('grid', { name: 'Deliveries' });
  // Whole: no cell is cut.
  await expect(log.getByText('Waiting, no answer')).toBeVisible();
  const cut = () =>
    log
      .getByRole('gridcell')
      .evaluateAll((cells) => cells.filter((one) => one.scrollWidth > one.clientWidth).length);
  await expect.poll(cut).toBe(0);
  await expect(page.getByText('Failing', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send Again: Approved SD-00042' }).click();
  await expect(log.getByText('Delivered, 204')).toBeVisible();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();

  Object.assign(endpoint, { isEnabled: false, failingSince: at, givenUpAt: at });
  Object.assign(delivery, { state: 'WAITING', error: 'It responded with status 500.', statusCode: 500 });
  Object.assign(delivery, { nextAttemptAt: '2026-11-27T09:00:00.000Z' });
  await page.reload();
  await expect(log.getByText('Not while it is disabled')).toBeVisible();
  await expect(page.getByText('enable it under Edit')).toBeVisible();
  await expectSound(page);
});

test('a secret that somebody else rolled while the question stood is not rolled once more', async ({
  as,
}) => {
  const { page } = await as('theodore');
  const endpoint = failing();
  const asked: unknown[] = [];
  await page.route('**/api/webhooks?**', (route) => route.fulfill({ json: [endpoint] }));
  await page.route('**/api/webhooks/one/deliveries**', (route) =>
    // On its way: its log is read again every three seconds.
    route.fulfill({ json: { deliveries: [{ ...failed(), error: null }], hasMore: false } }),
  );
  await page.route('**/api/webhooks/one/secret**', (route) => {
    asked.push(route.request().postDataJSON());
    return route.fulfill({ status: 409, json: { code: 'WORKFLOW_CONFLICT' } });
  });
  await page.goto(`${path}/one?restoreShow=nlite`);
  await page.getByRole('button', { name: 'Roll Secret' }).click();
  const question = page.getByRole('alertdialog', { name: 'Roll the signing secret?' });
  await expect(question).toBeVisible();
  Object.assign(endpoint, {
    secretSince: '2026-11-21T09:00:00.000Z',
    oldSecretUntil: '2026-11-22T09:00:00.000Z',
  });
  // The page below the question is read again by itself, and says so.
  await expect(page.getByText('the previous one also signs')).toBeVisible();
  await question.getByRole('button', { name: 'Roll Secret' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(question).toBeHidden();
  expect(asked).toEqual([{ secretSince: at }]);
});
