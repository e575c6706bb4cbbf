import type { Page } from '@playwright/test';
import { permissionsOf } from '../../domain/permissions.ts';
import type { Permissions } from '../../domain/permissions.ts';
import { openList } from './support/lists.ts';
import { believing } from './support/permissions.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';
import { settled } from './support/quiet.ts';
import { axe } from './support/sound.ts';

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const tab = (page: Page, name: string) => main(page).getByRole('link', { name });
const areas = (page: Page) => page.getByRole('list', { name: 'Management areas' }).getByRole('link');

/** Opens the sub-menu of Management with the pointer. */
async function pointAtManagement(page: Page): Promise<void> {
  await tab(page, 'Management').hover();
  await expect(areas(page).first()).toBeVisible();
}

test('SH-38, SH-40, SH-41, SH-42: five tabs; the areas of Management open under the pointer and close a second after it left', async ({
  as,
}) => {
  const { page } = await as('theodore');
  await page.clock.install();
  await openList(page, '/po');
  await expect(main(page).getByRole('link')).toHaveText([
    'Purchase Orders',
    'Invoices',
    'Payments',
    /^Approvals/,
    'Management',
  ]);
  await expect(areas(page)).toHaveCount(0);
  await pointAtManagement(page);
  await expect(areas(page)).toHaveText([
    'Departments',
    'Users',
    'Approval Flows',
    'Shows',
    'Settings',
    'Health',
  ]);

  await page.clock.pauseAt(Date.now() + 60_000);
  await page.mouse.move(600, 700);
  await page.clock.runFor(900);
  await expect(areas(page)).toHaveCount(6);
  // Back in time, it stays open.
  await areas(page).nth(4).hover();
  await page.clock.runFor(2000);
  await expect(areas(page)).toHaveCount(6);
  await page.mouse.move(600, 700);
  await page.clock.runFor(999);
  await expect(areas(page)).toHaveCount(6);
  await page.clock.runFor(1);
  await expect(areas(page)).toHaveCount(0);

  await page.clock.resume();
  await pointAtManagement(page);
  await areas(page).filter({ hasText: 'Users' }).click();
  await expect(page).toHaveURL('/setup/users');
  await expect(page).toHaveTitle('Users · Backlot');
  await expect(tab(page, 'Management')).toHaveAttribute('aria-current', 'page');
});

test('SH-40, DEC-80: the areas of Management by keyboard and by a finger', async ({ as }) => {
  const { page } = await as('theodore');
  await openList(page, '/po');
  const arrow = page.getByRole('button', { name: 'Management areas' });
  await tab(page, 'Management').focus();
  await page.keyboard.press('ArrowDown');
  await expect(areas(page).first()).toBeFocused();
  await expect(arrow).toHaveAttribute('aria-expanded', 'true');
  const { violations } = await (await axe(page)).include('nav[aria-label="Main"]').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(areas(page).filter({ hasText: 'Users' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(areas(page)).toHaveCount(0);
  await expect(arrow).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(areas(page).first()).toBeFocused();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('Tab');
  // The keyboard went on to the user menu, and the areas are out of its way.
  await expect(areas(page)).toHaveCount(0);
  await arrow.click();
  await areas(page).filter({ hasText: 'Settings' }).click();
  await expect(page).toHaveURL('/setup/settings');
});

const readers = [
  { name: 'sam', show: 'nlite', reads: ['Departments', 'Users', 'Approval Flows', 'Settings', 'Health'] },
  {
    name: 'rosalind',
    show: 'nlite',
    reads: ['Departments', 'Users', 'Approval Flows', 'Shows', 'Settings', 'Health'],
  },
  { name: 'marcus', show: 'nlite', reads: ['Approval Flows'] },
  { name: 'dana', show: 'nlite', reads: [] },
];
const addresses: Record<string, string> = {
  Departments: '/setup/departments',
  Users: '/setup/users',
  'Approval Flows': '/setup/shows/workflows',
  Shows: '/setup/shows',
  Settings: '/setup/settings',
  Health: '/setup/health',
};

/** Whatever tab of it. */
const at = (path: string) => new RegExp(`${path}([?]|$)`);

for (const { name, show, reads } of readers) {
  test(`SH-23, SH-41, SH-66, SH-67, PE-09, PE-28: ${name} has those areas of Management that the role may read, and no others`, async ({
    as,
  }) => {
    const { page } = await as(name, { show });
    await openList(page, '/po');
    if (reads.length === 0) await expect(tab(page, 'Management')).toHaveCount(0);
    else {
      await pointAtManagement(page);
      await expect(areas(page)).toHaveText(reads);
    }
    for (const [area, path] of Object.entries(addresses)) {
      const isOpen = reads.includes(area);
      await page.goto(path);
      await expect(page).toHaveURL(at(isOpen ? path : '/approvals'));
      await expect(page).toHaveTitle(isOpen ? `${area} · Backlot` : 'Approvals · Backlot');
    }
    // The address of the whole leads to the first of them.
    await page.goto('/setup');
    await expect(page).toHaveURL(at((reads[0] && addresses[reads[0]]) ?? '/approvals'));
  });
}

test('SH-67: the address of the approval flows names the type of document', async ({ as }) => {
  const { page } = await as('sam');
  for (const type of ['purchase-orders', 'invoices', 'payments']) {
    await page.goto(`/setup/shows/workflows?tab=${type}`);
    await expect(page.getByRole('heading', { name: 'Approval Flows' })).toBeVisible();
    await expect(page).toHaveURL(`/setup/shows/workflows?tab=${type}`);
  }
});

test('PE-02, PE-03, PE-08: each permission opens its own entrance; READ opens what is read, FULL what creates', async ({
  as,
}) => {
  const sam = await as('sam');
  const { page } = sam;
  const full = permissionsOf({ role: 'EP Internal', voidPo: true, voidInvoice: true });
  let permissions: Permissions = full;
  const looks = async (creates: readonly [order: boolean, invoice: boolean], reads: readonly string[]) => {
    await page.unroute('**/api/users/permissions**');
    await believing(sam, { role: 'EP Internal', permissions, invoices: true, payments: true });
    const mayCreate = async (heading: string, may: boolean) => {
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Filters' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Create New' })).toHaveCount(may ? 1 : 0);
    };
    await page.goto('/po');
    await mayCreate('Purchase Orders', creates[0]);
    await tab(page, 'Invoices').click();
    await mayCreate('Invoices', creates[1]);
    await tab(page, 'Approvals').hover();
    await expect(tab(page, 'Management')).toHaveCount(reads.length === 0 ? 0 : 1);
    if (reads.length === 0) return;
    await pointAtManagement(page);
    await expect(areas(page)).toHaveText(reads);
  };
  const all = ['Departments', 'Users', 'Approval Flows', 'Shows', 'Settings', 'Health'];
  await looks([true, true], all);
  // READ looks in, and creates nothing.
  permissions = Object.fromEntries(Object.keys(full).map((name) => [name, 'READ'])) as Permissions;
  // Health is for whoever may mend it.
  await looks(
    [false, false],
    all.filter((area) => area !== 'Health'),
  );
  permissions = { ...full, CreatePurchaseOrders: 'NONE', Departments: 'NONE', Internal: 'NONE' };
  await looks([false, true], ['Users', 'Approval Flows', 'Settings', 'Health']);
  permissions = { ...full, CreateInvoices: 'READ', UserManagement: 'NONE', Show: 'NONE' };
  await looks([true, false], ['Departments', 'Approval Flows', 'Shows']);
  // Either kind of flow opens the flows.
  permissions = { ...full, ApprovalFlows: 'NONE' };
  await looks([true, true], all);
  permissions = { ...full, ApprovalFlows: 'NONE', ApprovalFlowsPayments: 'NONE' };
  await looks(
    [true, true],
    all.filter((area) => area !== 'Approval Flows'),
  );
  permissions = Object.fromEntries(Object.keys(full).map((name) => [name, 'NONE'])) as Permissions;
  await looks([false, false], []);
});

const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

test('SH-43, DEC-74: below 769 pixels a drawer replaces the tabs, with the areas of Management in it', async ({
  as,
}) => {
  const { page } = await as('theodore', phone);
  await openList(page, '/po');
  await expect(main(page)).toBeHidden();
  const bar = page.getByRole('navigation', { name: 'Sections' });
  await expect(bar.getByRole('link')).toHaveText([/POs$/, /Invoices$/, /Payments$/, /Approvals$/]);
  await page.getByRole('button', { name: 'Open menu' }).tap();
  const drawer = page.getByRole('dialog', { name: 'Backlot' });
  const menu = drawer.getByRole('navigation', { name: 'Menu' });
  await expect(menu.getByRole('link')).toHaveText([
    'Purchase Orders',
    'Invoices',
    'Payments',
    /^Approvals/,
    'Departments',
    'Users',
    'Approval Flows',
    'Shows',
    'Settings',
    'Health',
  ]);
  await expect(menu.getByRole('link', { name: 'Purchase Orders' })).toHaveAttribute('aria-current', 'page');
  for (const name of ['My Shows', 'Help']) await expect(drawer.getByRole('link', { name })).toBeVisible();
  for (const name of ['Account Settings', 'Log Out'])
    await expect(drawer.getByRole('button', { name })).toBeVisible();
  await menu.getByRole('group', { name: 'Management' }).getByRole('link', { name: 'Users' }).tap();
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL('/setup/users');
  // The same drawer from the thumb's side.
  await bar.getByRole('button', { name: 'More' }).tap();
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);

  await page.setViewportSize({ width: 769, height: 812 });
  await expect(main(page)).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden();
});

test('PE-22, PE-23, PE-24: the modules of the show, and among them those of the user', async ({ as }) => {
  const hasTabs = async (name: string, show: string, modules: readonly string[]) => {
    const { page } = await as(name, { show });
    await openList(page, '/po');
    await expect(tab(page, 'Purchase Orders')).toBeVisible();
    const found = main(page)
      .getByRole('link')
      .filter({ hasText: /^(Invoices|Payments)$/ });
    await expect(found).toHaveText(modules);
  };
  // Both are visible and bought in the first show, one in each of the next two, none in the last.
  await hasTabs('theodore', 'nlite', ['Invoices', 'Payments']);
  await hasTabs('theodore', 'tidewater', ['Invoices']);
  await hasTabs('theodore', 'velvetmap', ['Payments']);
  await hasTabs('theodore', 'lowgravity', []);
  // The same show, another user: neither is switched on for her.
  await hasTabs('dana', 'nlite', []);
});

test('SH-21: what the guard refuses is not even loaded', async ({ as }) => {
  const [allowed, refused] = [await as('theodore'), await as('theodore', { show: 'lowgravity' })];
  /** The parts of the application that a page fetches until this stands on it. */
  const partsOf = async ({ page }: Seat, path: string, name: string) => {
    const loaded = new Set<string>();
    const note = (request: { url: () => string }) => {
      const part = /\/assets\/([^/]+\.js)$/.exec(request.url())?.[1];
      if (part) loaded.add(part);
    };
    page.on('request', note);
    await page.goto(path);
    await expect(page.getByRole('heading', { name, level: 1 })).toBeAttached();
    // There what comes when nothing else is to be done begins with dialogs, and leads to more of it.
    if (name === 'Approvals')
      await expect(page.locator('link[href*="/dialog-frame-"]').first()).toBeAttached();
    for (let [known, quiet] = [0, 0]; quiet < 3; quiet += 1) {
      if (known < loaded.size) [known, quiet] = [loaded.size, 0];
      await settled(page);
    }
    page.off('request', note);
    return loaded;
  };
  const hub = await partsOf(refused, '/approvals', 'Approvals');
  for (const [path, name] of [
    ['/invoice/create', 'New Invoice'],
    ['/payment', 'Payments'],
  ] as const) {
    const all = await partsOf(allowed, path, name);
    const own = [...all].filter((part) => !hub.has(part) && !/dialog|popover/.test(part));
    expect(own).not.toEqual([]);
    const loaded = await partsOf(refused, path, 'Approvals');
    expect(own.filter((part) => loaded.has(part))).toEqual([]);
  }
});
