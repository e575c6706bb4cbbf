import type { Locator, Page, Route } from '@playwright/test';
import { expectFingers } from './support/fingers.ts';
import { flowsPath, openFlow, ownFlow, stepAt } from './support/flows.ts';
import { openPage } from './support/management.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';
import { settled } from './support/quiet.ts';
import { expectSound } from './support/sound.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** What the list shows, as a row or as a card. */
const listed = (page: Page, name: RegExp): Locator =>
  page.getByRole('row', { name }).or(page.getByRole('link', { name })).first();

/** The form is shown with what keeps it from being saved. */
async function expectErrors(page: Page): Promise<void> {
  await button(page, 'Save').click();
  await expect(page.getByRole('alert').first()).toBeFocused();
  await expectSound(page);
}

async function departments({ page }: Seat): Promise<void> {
  await openPage(page, '/setup/departments', 'Departments');
  await expect(listed(page, /^Set Decoration/)).toBeVisible();
  await expectSound(page);
  await page.getByRole('searchbox').fill('no such thing');
  await expect(page.getByText('Nothing found.')).toBeVisible();
  await expectSound(page);
  await page.getByRole('searchbox').fill('');
  await listed(page, /^Set Decoration/).click();
  await button(page, 'Remove Marcus Oyelaran').click();
  await expect(page.getByRole('alert').first()).toContainText('Marcus Oyelaran');
  await expectSound(page);
  await openPage(page, '/setup/departments/create', 'Add Department');
  await page.getByRole('textbox', { name: 'PO number prefix' }).fill('not-so');
  await expectErrors(page);
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  await expectSound(page);
}

async function users({ page }: Seat): Promise<void> {
  await openPage(page, '/setup/users?search=whitlock', 'Users');
  await expect(page.getByText('dana@backlot.example')).toBeVisible();
  await expectSound(page);
  await page.getByText('Dana Whitlock').click();
  await page.getByRole('textbox', { name: 'First name' }).fill('');
  await expectErrors(page);
  await openPage(page, '/setup/users/user-rosalind-achterberg', 'Rosalind Achterberg');
  await expectSound(page);
  await openPage(page, '/setup/users/create', 'Add User');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('nobody.at.all@backlot.example');
  await button(page, 'Look Up').click();
  await expect(button(page, 'Create Account')).toBeVisible();
  await expectSound(page);
  await button(page, 'Create Account').click();
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused();
  await expectSound(page);
}

async function flows({ page, api }: Seat): Promise<void> {
  const flow = await ownFlow(api, 'purchase-orders');
  await page.goto(`${flowsPath}?tab=payments`);
  await expect(listed(page, /Operating Account/)).toBeVisible();
  await expectSound(page);
  await openPage(page, `${flowsPath}/payments/create`, 'New Approval Flow');
  await button(page, 'Add step').click();
  await expectErrors(page);
  await openFlow(page, 'purchase-orders', flow);
  await expect(stepAt(page, 1).getByLabel('Step name')).toHaveValue('Line producer');
  await expectSound(page);
  await button(page, 'Step 1: actions').click();
  await expect(page.getByRole('menuitem', { name: 'Remove' })).toBeVisible();
  await expectSound(page);
}

async function shows({ page }: Seat): Promise<void> {
  await openPage(page, '/setup/shows', 'Shows');
  await expect(listed(page, /Northern Lights/)).toBeVisible();
  await expectSound(page);
  await listed(page, /Northern Lights/).click();
  await expect(page.getByRole('dialog', { name: 'Edit Show' })).toBeVisible();
  await expectSound(page);
  await openPage(page, '/setup/shows/new', 'New Show');
  await expectErrors(page);
}

async function settings({ page }: Seat): Promise<void> {
  await openPage(page, '/setup/settings', 'Settings');
  await expect(page.getByRole('switch', { name: 'Archive voided items' })).toBeVisible();
  await expectSound(page);
  await openPage(page, '/setup/settings/companies', 'Settings');
  await expect(page.getByRole('region').first()).toBeVisible();
  await expectSound(page);
  await openPage(page, '/setup/settings/addresses', 'Settings');
  await button(page, 'Add Bill To Address').click();
  await button(page, 'Save').click();
  await expect(page.getByText('Please enter a name.')).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Add Bill To Address')).toBeFocused();
  await expectSound(page);
  await openPage(page, '/setup/settings/categories', 'Settings');
  await page.getByRole('button', { name: 'Edit Equipment Rental' }).click();
  await expectSound(page);
  await page.getByRole('dialog').getByLabel('Name').fill('Never stored');
  await button(page, 'Save').click();
  await expect(page.getByRole('alertdialog', { name: 'Category in use' })).toBeVisible();
  await expectSound(page);
}

/** Lists and forms before they have anything, and when they get nothing. */
async function states({ page }: Seat): Promise<void> {
  let answer: (route: Route) => Promise<void> = async () => undefined;
  await page.route(/\/api\/departments\/?\?/, (route) => answer(route));
  await openPage(page, '/setup/departments', 'Departments');
  await expect(page.locator('main [aria-busy=true]').first()).toBeAttached();
  await expectSound(page);
  answer = async (route) => route.fulfill({ status: 500, json: {} });
  await openPage(page, '/setup/departments', 'Departments');
  await expect(button(page, 'Try again')).toBeVisible();
  await expectSound(page);
  answer = async (route) => route.fulfill({ json: [] });
  await openPage(page, '/setup/departments', 'Departments');
  await expect(page.getByText('There are no departments yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add Department' })).toHaveCount(1);
  await expectSound(page);
}

const walks = [
  { area: 'departments', who: 'sam', walk: departments },
  { area: 'users', who: 'sam', walk: users },
  { area: 'approval flows', who: 'sam', walk: flows },
  { area: 'shows', who: 'theodore', walk: shows },
  { area: 'settings', who: 'sam', walk: settings },
  { area: 'what is empty, waits or failed', who: 'sam', walk: states },
] as const;

for (const width of [375, 1440]) {
  for (const { area, who, walk } of walks) {
    test(`DEC-80, DEC-92: axe finds nothing in the management of ${area} at ${width} px, in either theme`, async ({
      as,
    }) => {
      await walk(await as(who, { viewport: { width, height: 900 } }));
    });
  }
}

const paths = [
  '/setup/departments',
  '/setup/departments/create',
  '/setup/users',
  '/setup/users/user-dana-whitlock',
  '/setup/shows/workflows/purchase-orders/create',
  '/setup/shows',
  '/setup/shows/new',
  '/setup/settings',
  '/setup/settings/addresses',
  '/setup/settings/companies',
] as const;

test('MG-01: management fits at 200 % zoom, and on a phone every target is as large as a finger', async ({
  as,
}) => {
  const { page } = await as('theodore', { viewport: { width: 375, height: 812 }, hasTouch: true });
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main .animate-skeleton')).toHaveCount(0);
    await expectFingers(page);
    for (const width of [375, 720, 900]) {
      await page.setViewportSize({ width, height: 450 });
      const beyond = () =>
        page.evaluate(() =>
          [document.documentElement, ...document.querySelectorAll('main')].map(
            ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
          ),
        );
      await settled(page);
      await expect.poll(beyond, `${path} at ${width} px`).toEqual([0, 0]);
    }
    await page.setViewportSize({ width: 375, height: 812 });
  }
});
