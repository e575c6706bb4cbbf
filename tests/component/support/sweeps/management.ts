import { test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { Refusal } from '#domain/codes';
import { expectAccessible } from '../accessibility.ts';
import { expect } from '../expect.ts';
import type { FakeApi } from '../api/fake-api.ts';
import type { World } from '../api/default-stubs.ts';
import { template, templates } from '../fixtures/workflow-templates.ts';
import { flowsPath, serveFlows, stepAt } from '../pages/flows.ts';
import { openApp } from '../open-app.ts';
import type { App } from '../open-app.ts';
import type { Page } from '../page.ts';
import { waitForHeading, serveDepartments, serveUsers } from '../pages/setup.ts';
import { serveShow } from '../pages/show-settings.ts';

const flow = template('PURCHASE_ORDER');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export function serveManagement(api: FakeApi, world: World): void {
  serveUsers(api);
  serveDepartments(api);
  serveFlows(api, [...templates, flow]);
  serveShow(api, world);
}

/** Returns an item of the list: a card on a phone, otherwise a row. */
const listed = (page: Page, name: RegExp): Locator =>
  page.getByRole(page.window.innerWidth < 640 ? 'link' : 'row', { name }).first();

async function goTo(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await waitForHeading(page, heading);
}

/** Saves an invalid form and expects its errors to be accessible. */
async function expectErrors(page: Page): Promise<void> {
  await button(page, 'Save').click();
  await expect(page.getByRole('alert').first()).toBeFocused();
  await expectAccessible(page);
}

async function departments({ page, api }: App): Promise<void> {
  api.on('GET /api/departments/:id/check', {
    canRemove: false,
    isDepartmentApprover: true,
    pendingDocuments: 0,
  });
  await goTo(page, '/setup/departments', 'Departments');
  await expect(listed(page, /^Set Decoration/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('searchbox').fill('no such thing');
  await expect(page.getByText('Nothing found.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('searchbox').fill('');
  await listed(page, /^Set Decoration/).click();
  await button(page, 'Remove Marcus Oyelaran').click();
  await expect(page.getByRole('alert').first()).toContainText('Marcus Oyelaran');
  await expectAccessible(page);
  await goTo(page, '/setup/departments/create', 'Add Department');
  await page.getByRole('textbox', { name: 'PO number prefix' }).fill('not-so');
  await expectErrors(page);
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  await expectAccessible(page);
}

async function users({ page }: App): Promise<void> {
  await goTo(page, '/setup/users?search=whitlock', 'Users');
  await expect(page.getByText('dana@backlot.example')).toBeVisible();
  await expectAccessible(page);
  await page.getByText('Dana Whitlock').click();
  await page.getByRole('textbox', { name: 'First name' }).fill('');
  await expectErrors(page);
  await goTo(page, '/setup/users/user-rosalind-achterberg', 'Rosalind Achterberg');
  await expectAccessible(page);
  await goTo(page, '/setup/users/create', 'Add User');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('nobody.at.all@backlot.example');
  await button(page, 'Look Up').click();
  await expect(button(page, 'Create Account')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Create Account').click();
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused();
  await expectAccessible(page);
}

async function flows({ page }: App): Promise<void> {
  await goTo(page, `${flowsPath}?tab=payments`, 'Approval Flows');
  await expect(listed(page, /Operating Account/)).toBeVisible();
  await expectAccessible(page);
  await listed(page, /Operating Account/).click();
  await waitForHeading(page, 'Operating Account');
  await expect(page.getByRole('list', { name: 'Approval' })).toContainText('Priya Raman');
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('');
  await expectErrors(page);
  await goTo(page, `${flowsPath}/purchase-orders/create`, 'New Approval Flow');
  await expectAccessible(page);
  await goTo(page, `${flowsPath}/payments/create`, 'New Approval Flow');
  await button(page, 'Add step').click();
  await expectErrors(page);
  await goTo(page, `${flowsPath}/purchase-orders/${flow.id}`, flow.name);
  await expect(stepAt(page, 1).getByLabelText('Step name')).toHaveValue('Line producer');
  await expectAccessible(page);
  await button(page, 'Step 1: actions').click();
  await expect(page.getByRole('menuitem', { name: 'Remove' })).toBeVisible();
  await expectAccessible(page);
}

async function shows({ page }: App): Promise<void> {
  await goTo(page, '/setup/shows', 'Shows');
  await expect(listed(page, /Northern Lights/)).toBeVisible();
  await expectAccessible(page);
  await listed(page, /Northern Lights/).click();
  await expect(page.getByRole('dialog', { name: 'Edit Show' })).toBeVisible();
  await expectAccessible(page);
  await goTo(page, '/setup/shows/new', 'New Show');
  await expectErrors(page);
}

async function settings({ page, api }: App): Promise<void> {
  await goTo(page, '/setup/settings', 'Settings');
  await expect(page.getByRole('switch', { name: 'Archive voided items' })).toBeVisible();
  await expectAccessible(page);
  await goTo(page, '/setup/settings/companies', 'Settings');
  await expect(page.getByRole('region').first()).toBeVisible();
  await expectAccessible(page);
  await goTo(page, '/setup/settings/addresses', 'Settings');
  await button(page, 'Add Bill To Address').click();
  await button(page, 'Save').click();
  await expect(page.getByText('Please enter a name.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Add Bill To Address')).toBeFocused();
  await expectAccessible(page);
  await goTo(page, '/setup/settings/categories', 'Settings');
  await page.getByRole('button', { name: 'Edit Equipment Rental' }).click();
  await expectAccessible(page);
  api.on('PATCH /api/shows/:id/categories', () => {
    throw new Refusal('category_in_use');
  });
  await page.getByRole('dialog').getByLabelText('Name').fill('Never stored');
  await button(page, 'Save').click();
  await expect(page.getByRole('alertdialog', { name: 'Category in use' })).toBeVisible();
  await expectAccessible(page);
}

/** Checks a list while it loads, after it failed, and when it is empty. */
async function states({ page, api }: App): Promise<void> {
  const release = api.hold('GET /api/departments');
  await page.goto('/setup/departments');
  await expect(page.locator('main [aria-busy=true]').first()).toBeAttached();
  await expectAccessible(page);
  const mend = api.fail('GET /api/departments', 'INTERNAL_ERROR');
  release();
  await goTo(page, '/setup/departments', 'Departments');
  await expect(button(page, 'Try again')).toBeVisible();
  await expectAccessible(page);
  mend();
  api.on('GET /api/departments', []);
  await goTo(page, '/setup/departments', 'Departments');
  await expect(page.getByText('There are no departments yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add Department' })).toHaveCount(1);
  await expectAccessible(page);
}

const tours = [
  { area: 'departments', as: 'sam', usualWidth: 1440, tour: departments },
  { area: 'users', as: 'sam', usualWidth: 375, tour: users },
  { area: 'approval flows', as: 'sam', usualWidth: 1440, tour: flows },
  { area: 'shows', as: 'theodore', usualWidth: 375, tour: shows },
  { area: 'settings', as: 'sam', usualWidth: 375, tour: settings },
  { area: 'loading, failed and empty lists', as: 'sam', usualWidth: 1440, tour: states },
] as const;

/** Tests each area at all `widths`, or at one: half of the areas on a phone, the others on a wide screen. */
export function testManagement(widths?: readonly number[]): void {
  for (const { area, as, usualWidth, tour } of tours)
    for (const width of widths ?? [usualWidth])
      test(`DEC-80, DEC-74, DEC-92: the management of ${area} has no axe violation at ${width} px`, async () => {
        await tour(await openApp('/setup', { as, width, height: 900, api: serveManagement }));
      });
}
