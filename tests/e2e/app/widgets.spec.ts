import { expect, test } from '../support/environment/product.ts';
import { openWidgets } from '../support/browser/widgets-page.ts';

test('ER-05, ER-06, DEC-70: a flash message of any type closes after five seconds, unless it is hovered or focused', async ({
  page,
}) => {
  await page.clock.install();
  await openWidgets(page, '/widgets');
  const banner = (text: string) =>
    page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.clock.pauseAt(Date.now() + 60_000);
  const roles = {
    success: 'status',
    info: 'status',
    news: 'status',
    warning: 'status',
    danger: 'alert',
    error: 'alert',
    failure: 'alert',
  } as const;
  const colours = new Map<string, string>();
  for (const [type, role] of Object.entries(roles)) {
    await press(type);
    const shown = page.getByRole(role).filter({ hasText: `This is ${type}.` });
    await expect(shown).toBeVisible();
    colours.set(
      type,
      await shown
        .locator('span')
        .first()
        .evaluate((icon) => getComputedStyle(icon).color),
    );
    await shown.getByRole('button', { name: 'Close message' }).click();
    await expect(shown).toHaveCount(0);
  }
  expect(colours.get('news')).toBe(colours.get('info'));
  expect(colours.get('error')).toBe(colours.get('danger'));
  expect(colours.get('failure')).toBe(colours.get('danger'));
  expect(new Set(colours.values()).size).toBe(4);

  await press('without a text');
  await expect(banner('An error occurred.')).toBeVisible();
  await page.clock.runFor(4900);
  await expect(banner('An error occurred.')).toBeVisible();
  await page.clock.runFor(200);
  await expect(banner('An error occurred.')).toHaveCount(0);

  // Each banner has its own timer.
  await press('success');
  await page.clock.runFor(3000);
  await press('info');
  await page.clock.runFor(2100);
  await expect(banner('This is success.')).toHaveCount(0);
  await expect(banner('This is info.')).toBeVisible();

  // It stays while hovered, and then for its remaining time.
  await banner('This is info.').hover();
  await page.clock.runFor(20_000);
  await expect(banner('This is info.')).toBeVisible();
  await page.mouse.move(5, 5);
  await page.clock.runFor(2500);
  await expect(banner('This is info.')).toBeVisible();
  await page.clock.runFor(1000);
  await expect(banner('This is info.')).toHaveCount(0);

  // It stays while focused. Closing it returns the focus.
  await press('warning');
  const close = page.getByRole('button', { name: 'Close message' });
  await close.focus();
  await page.clock.runFor(20_000);
  await expect(banner('This is warning.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(banner('This is warning.')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'warning', exact: true })).toBeFocused();
});

test('UX-01, UX-03: the status selector is 150 px wide by default, and a disabled menu action shows its reason', async ({
  page,
}) => {
  await openWidgets(page, '/widgets');
  const selectors = page.getByRole('button', { name: 'Status' });
  await expect(selectors).toHaveCount(2);
  const [byDefault, custom] = [selectors.first(), selectors.last()];
  await expect.poll(async () => (await byDefault.boundingBox())?.width).toBe(150);
  await expect.poll(async () => (await custom.boundingBox())?.width).toBe(220);
  // The longest text of the lists is not truncated.
  const isCut = await byDefault
    .locator('span')
    .first()
    .evaluate((text) => text.scrollWidth > text.clientWidth);
  expect(isCut).toBe(false);

  const actions = page.getByRole('button', { name: 'Actions' });
  await actions.click();
  const menu = page.getByRole('menu', { name: 'Actions' });
  await expect(menu.getByRole('menuitem', { name: 'Push' })).toHaveAttribute('aria-disabled', 'true');
  await expect(menu.getByText('It is in Accounting already.')).toBeVisible();
  await menu.getByRole('menuitem', { name: 'Void' }).click();
  await expect(menu).toHaveCount(0);
  await expect(actions).toBeFocused();
});

test('PE-04: a gate redirects users who lack a permission, or users who hold it', async ({ page }) => {
  for (const [path, where, inside] of [
    ['/holds', '/holds', 1],
    ['/lacks', '/', 0],
    ['/lacks-to', '/elsewhere', 0],
    ['/presence', '/', 0],
    ['/presence-to', '/elsewhere', 0],
    ['/presence-lacks', '/presence-lacks', 1],
    ['/silent', '/silent', 0],
  ] as const) {
    await openWidgets(page, path);
    await expect(page.getByTestId('where'), path).toHaveText(where);
    await expect(page.getByText('Inside'), path).toHaveCount(inside);
  }
});

test('ER-02, ER-03: every response outside 2xx is an error whose message is the server code', async ({
  page,
}) => {
  await openWidgets(page, '/widgets');
  await page.route('**/api/answers/*', (route) => {
    const [, status = '', code = ''] = /(\d+)-(\w+)$/.exec(route.request().url()) ?? [];
    return route.fulfill({ status: Number(status), json: code === 'none' ? {} : { code } });
  });
  const ask = (path: string) =>
    page.evaluate(
      (wanted) => (window as unknown as { askFor: (path: string) => Promise<unknown> }).askFor(wanted),
      `/api/answers/${path}`,
    );
  expect(await ask('200-none')).toEqual({ message: 'nothing', serverErrors: 0 });
  expect(await ask('404-NOT_FOUND')).toEqual({ message: 'NOT_FOUND', serverErrors: 0 });
  expect(await ask('409-WORKFLOW_CONFLICT')).toEqual({ message: 'WORKFLOW_CONFLICT', serverErrors: 0 });
  expect(await ask('424-accounting_interface_error')).toEqual({
    message: 'accounting_interface_error',
    serverErrors: 0,
  });
  expect(await ask('500-INTERNAL_ERROR')).toEqual({ message: 'INTERNAL_ERROR', serverErrors: 1 });
  expect(await ask('503-session_timeout')).toEqual({ message: 'session_timeout', serverErrors: 2 });
});
