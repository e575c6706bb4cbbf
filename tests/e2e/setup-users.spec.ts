import { arrived } from './support/mailbox.ts';
import { openPage, pick, save, uniqueAddress, user } from './support/management.ts';
import { expect, test } from './support/product.ts';
import { setPassword, signIn } from './support/sign-in.ts';

const chosenPassword = 'three geese cross the lot';

interface Stored {
  id: string;
  username: string;
  isActive: boolean;
  roleId: string;
  departments: { name: string }[];
}

const stored = (id: string) => `/api/users/${id}/?show=nlite`;

test('MG-01, DEC-92: the list shows everybody with username, role and status, and finds them', async ({
  as,
}) => {
  const { page } = await as('sam');
  await openPage(page, '/setup/users', 'Users');
  const dana = page.getByRole('row', { name: /Dana Whitlock/ });
  await page.getByRole('searchbox', { name: 'Search users' }).fill('dana@');
  await expect(dana).toContainText('dana@backlot.example');
  await expect(dana).toContainText('PO Creator');
  await expect(dana).toContainText('Active');
  await page.getByRole('searchbox', { name: 'Search users' }).fill('wendell pike');
  await expect(page.getByRole('row', { name: /Wendell Pike/ })).toContainText('Inactive');
  await expect(dana).toHaveCount(0);
});

test('MG-06, MG-07, PE-25, ER-01: somebody unknown is looked up, created with toggles from the role, and put in a department', async ({
  as,
}) => {
  const { page, api } = await as('sam');
  const username = uniqueAddress('ines');
  await openPage(page, '/setup/users', 'Users');
  await page.getByRole('link', { name: 'Add User' }).click();
  const address = page.getByRole('textbox', { name: 'E-mail address' });
  await address.fill('not an address');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter a valid e-mail address.')).toBeVisible();
  await address.fill(username);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').getByText(/^No user has this address yet\./)).toBeVisible();
  // Adding somebody new is no mistake of whoever adds them.
  await expect(page.getByText('Error occurred while loading user. Please try again.')).toHaveCount(0);
  await expect(address).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(username);
  await page.getByRole('textbox', { name: 'First name' }).fill('Ines');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Arroyo');
  await expect(page.getByRole('switch', { name: 'Void purchase orders' })).not.toBeChecked();
  await page.getByRole('button', { name: /Role/ }).click();
  // What this administrator may not give is not offered.
  await expect(page.getByRole('option', { name: 'Show Admin' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Studio Admin' })).toHaveCount(0);
  await page.getByRole('option', { name: 'Approver' }).click();
  for (const name of ['Void purchase orders', 'Void invoices']) {
    await expect(page.getByRole('switch', { name })).toBeChecked();
  }
  for (const name of ['Invoices', 'Payments', 'Special approver', 'Two-step sign-in']) {
    const toggle = page.getByRole('switch', { name, exact: true });
    await page.locator('label').filter({ has: toggle }).click();
    await expect(toggle).toBeChecked();
  }
  await pick(page, 'Departments', 'Props');
  await save(page);
  await expect(page.getByText('User created successfully.')).toBeVisible();
  const people = await api.get<Stored[]>('/api/users/?show=nlite');
  const made = people.find((one) => one.username === username);
  expect(await api.get(stored(made?.id ?? ''))).toMatchObject({
    roleId: 'Approver',
    purchaseOrderVisibilityId: 'IN_THIS_USERS_DEPARTMENT',
    firstName: 'Ines',
    initials: 'IA',
    invoiceModuleVisible: true,
    paymentModuleVisible: true,
    specialApprover: true,
    voidPo: true,
    voidInvoice: true,
    mfaEnabled: true,
    departments: [{ name: 'Props' }],
  });
});

test('MG-06, MG-07, PE-01, PE-17: a local user is edited by id', async ({ as }) => {
  const sam = await as('sam');
  const { page, api } = sam;
  const { id, lastName } = await user(sam);
  await openPage(page, `/setup/users/${id}`, `Noemi ${lastName}`);
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeDisabled();
  await page.getByRole('button', { name: /^Role|Role$/ }).click();
  await page.getByRole('option', { name: 'PO & Invoice Creator' }).click();
  await page.getByRole('button', { name: /Purchase order visibility/ }).click();
  await expect(page.getByRole('option')).toHaveText([
    'Created by this user',
    "In this user's departments",
    'All',
  ]);
  await page.getByRole('option', { name: "In this user's departments" }).click();
  await pick(page, 'Departments', 'Camera');
  await page.getByText('Active', { exact: true }).click();
  await save(page);
  await expect(page.getByText('User modified successfully.')).toBeVisible();
  expect(await api.get(stored(id))).toMatchObject({
    roleId: 'PO & Invoice Creator',
    purchaseOrderVisibilityId: 'IN_THIS_USERS_DEPARTMENT',
    isActive: false,
    departments: [{ name: 'Camera' }],
  });
  await page.getByRole('searchbox').fill(lastName);
  await expect(page.getByRole('row', { name: new RegExp(lastName) })).toContainText('Inactive');
});

test('MG-06: who is in the show already opens in the editor; a password link can be sent there', async ({
  as,
}) => {
  const sam = await as('sam');
  const { page } = sam;
  const { username, lastName } = await user(sam);
  await openPage(page, '/setup/users/create', 'Add User');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(username);
  await page.getByRole('button', { name: 'Look Up' }).click();
  await expect(page.getByRole('heading', { name: `Noemi ${lastName}` })).toBeVisible();
  await expect(page.getByText('This user is already in the show.')).toBeVisible();
  await page.getByRole('button', { name: 'Send Password Link' }).click();
  await expect(page.getByText(`A link to set a password was sent to ${username}.`)).toBeVisible();
});

test('MG-06, MG-08, ER-01: a person of the identity directory comes with names, and a mismatch is told', async ({
  as,
}) => {
  const { page } = await as('sam');
  await page.route('**/api/sessions/login-context**', async (route) => {
    const context = (await (await route.fetch()).json()) as Record<string, unknown>;
    await route.fulfill({ json: { ...context, featureFlags: { smartId2: true } } });
  });
  const found = {
    id: null,
    firstName: 'Quinn',
    lastName: 'Abara',
    initials: '',
    localUser: false,
    isInShow: false,
  };
  const username = uniqueAddress('quinn');
  const asked: string[] = [];
  await page.route('**/api/users?*username=*', async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('useSmartId') ?? '');
    await route.fulfill({ json: { ...found, username } });
  });
  await page.route(/\/api\/users\?show=nlite$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    return route.fulfill({ status: 403, json: { code: 'EMAIL_USER_MISMATCH' } });
  });
  await openPage(page, '/setup/users/create', 'Add User');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(username);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Quinn');
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeDisabled();
  expect(asked).toEqual(['1']);
  await save(page);
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
    'Error occurred while creating user.',
  );
});

test('MG-07, MG-08: each part that fails says so', async ({ as }) => {
  const sam = await as('sam');
  const { page } = sam;
  const { id, lastName } = await user(sam);
  const messages = page.getByRole('region', { name: 'Messages' });
  const refused = { status: 403, json: { code: 'FORBIDDEN' } };
  await page.route(`**/api/users/${id}?*`, (route) => route.fulfill(refused));
  await page.goto(`/setup/users/${id}`);
  await expect(page.getByText('Error occurred while loading user. Please try again.')).toBeVisible();
  await page.unroute(`**/api/users/${id}?*`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: `Noemi ${lastName}` })).toBeVisible();

  await page.route(`**/api/users/${id}?*`, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill(refused) : route.continue(),
  );
  await page.getByText('Void invoices').click();
  await save(page);
  await expect(messages).toContainText('Error occurred while updating user.');
  await page.unroute(`**/api/users/${id}?*`);
  await page.route('**/departments?show=*', (route) => route.fulfill(refused));
  await pick(page, 'Departments', 'Sound');
  await save(page);
  await expect(messages).toContainText('Error occurred while updating departments.');

  await openPage(page, '/setup/users/create', 'Add User');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(uniqueAddress('late'));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('textbox', { name: 'First name' }).fill('Late');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Comer');
  await pick(page, 'Departments', 'Sound');
  await save(page);
  await expect(messages).toContainText('User created, but error occurred updating departments.');
});

test('DEC-11, PE-03: whom one may not manage is to be seen, and nothing can be changed', async ({ as }) => {
  const { page, api } = await as('sam');
  const people = await api.get<Stored[]>('/api/users/?show=nlite');
  const theodore = people.find(({ username }) => username.startsWith('theodore'));
  await page.goto(`/setup/users/${theodore?.id ?? ''}`);
  await expect(page.getByText('Only EP Internal can change this user.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeDisabled();
  await expect(page.getByRole('switch', { name: 'Void invoices' })).toBeDisabled();
  await expect(page.getByRole('button', { name: /Approver|EP Internal/ }).first()).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  // One's own role and status stay.
  await page.goto(`/setup/users/${api.userId}`);
  await expect(page.getByRole('heading', { name: 'Sam Delgado' })).toBeVisible();
  await expect(async () => {
    await page.getByRole('heading', { name: 'Sam Delgado' }).hover();
    await page.getByRole('button', { name: /^Role/ }).hover({ force: true });
    await expect(page.getByRole('tooltip')).toHaveText('You cannot change your own role or status.', {
      timeout: 10_000,
    });
  }).toPass();
});

test('DEC-05, DEC-63: who is deactivated while at work is out at once, and finds no show after signing in', async ({
  as,
  browser,
  baseURL,
}) => {
  const sam = await as('sam');
  const { id, username } = await user(sam);
  const [link = ''] = /https?:\S+\/password\/\S+/.exec((await arrived(baseURL, username)).text) ?? [];
  const page = await browser.newPage({ baseURL: baseURL ?? '' });
  await page.goto(link);
  await setPassword(page, chosenPassword);
  await expect(page.getByRole('heading', { name: 'Your password was set' })).toBeVisible();
  const opened = page.waitForEvent('websocket');
  await signIn(page, username, chosenPassword);
  await expect(page).toHaveURL(/\/approvals/);
  // A page that leaves at once takes its socket along, and says no more of it.
  const ended = Promise.race([
    (await opened).waitForEvent('close'),
    page.waitForURL((url) => url.pathname.startsWith('/api/auth/')),
  ]);
  await sam.api.patch(`/api/users/${id}?show=nlite`, { isActive: false });
  await ended;
  const answer = await page.request.get('/api/users/meta?show=nlite&st=0');
  expect([answer.status(), await answer.json()]).toEqual([401, { code: 'USER_NOT_IN_SESSION' }]);
  // The old page may be on its way to the sign-in page already.
  const anew = await browser.newPage({ baseURL: baseURL ?? '' });
  await signIn(anew, username, chosenPassword);
  await expect(anew.getByText('No Access')).toBeVisible();
  await Promise.all([page, anew].map((one) => one.context().close()));
});

test('PE-24, PE-25: without the own toggle a module is not there', async ({ as }) => {
  const [sam, dana] = [await as('sam'), await as('dana')];
  const navigation = ({ page }: typeof sam) => page.getByRole('navigation').first();
  await dana.page.goto('/po');
  await expect(navigation(dana).getByRole('link', { name: 'Purchase Orders' })).toBeVisible();
  for (const name of ['Invoices', 'Payments']) {
    await expect(navigation(dana).getByRole('link', { name })).toHaveCount(0);
  }
  const { invoiceModuleVisible, paymentModuleVisible } = await sam.api.get<Record<string, boolean>>(
    stored(dana.api.userId),
  );
  expect([invoiceModuleVisible, paymentModuleVisible]).toEqual([false, false]);
  await sam.page.goto('/po');
  for (const name of ['Invoices', 'Payments']) {
    await expect(navigation(sam).getByRole('link', { name })).toBeVisible();
  }
});

test('DEC-74, UX-09: on a phone users are cards that open', async ({ as }) => {
  const { page } = await as('sam', { viewport: { width: 375, height: 812 } });
  await openPage(page, '/setup/users?search=elena', 'Users');
  const card = page.getByRole('list', { name: 'Users' }).getByRole('link', { name: /^Elena Fischer/ });
  await expect(card).toContainText('PO & Invoice Creator');
  await card.click();
  await expect(page.getByRole('heading', { name: 'Elena Fischer', level: 1 })).toBeVisible();
});
