import type { Locator } from 'vitest/browser';
import { Refusal } from '#domain/codes';
import { expect } from '../expect.ts';
import type { FakeApi } from '../api/fake-api.ts';
import { departments } from '../fixtures/departments.ts';
import { listedUser, users } from '../fixtures/users.ts';
import { openApp } from '../open-app.ts';
import type { App, AppOptions } from '../open-app.ts';
import type { Page } from '../page.ts';
import type { Department, User, UserLookupResult } from '#domain/management/management-response';

/** Opens a page of show management, by default as the administrator. */
export async function openSetup(path: string, heading: string, options: AppOptions = {}): Promise<App> {
  const app = await openApp(path, { as: 'sam', ...options });
  await waitForHeading(app.page, heading);
  return app;
}

export async function waitForHeading(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  await expect(page.locator('main .animate-skeleton')).toHaveCount(0);
}

export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

/** Types into a combo box and chooses the first option with this text. */
export async function pick(page: Page, field: string, text: string): Promise<void> {
  const box = page.getByRole('combobox', { name: field });
  await box.click();
  await box.fill(text);
  await page.getByRole('option').filter({ hasText: text }).first().click();
}

/** The region with the page's result messages. */
export function messages(page: Page): Locator {
  return page.getByRole('region', { name: 'Messages' });
}

function findById<Item extends { id: string }>(items: readonly Item[], id: string | undefined): Item {
  const item = items.find((one) => one.id === id);
  if (!item) throw new Refusal('NOT_FOUND');
  return item;
}

/** Fakes the routes of user management: saved users are listed. Returns the list, which the test may change. */
export function serveUsers(api: FakeApi, stored: User[] = structuredClone([...users])): User[] {
  const change = (id: string | undefined, overrides: Partial<User>) => {
    const changed = { ...findById(stored, id), ...overrides };
    stored.splice(stored.indexOf(findById(stored, id)), 1, changed);
    return changed;
  };
  api.on('GET /api/users', ({ query: { username } }) => {
    if (username === undefined) return stored.map(listedUser);
    const user = stored.find((one) => one.username === username);
    if (!user) throw new Refusal('USER_NOT_FOUND');
    const { id, firstName, lastName, initials, localUser } = user;
    const answer: UserLookupResult = {
      id,
      username,
      firstName,
      lastName,
      initials,
      localUser,
      isInShow: true,
    };
    // With a username the route returns one user, but its type is the list.
    return answer as never;
  });
  api.on('GET /api/users/:id', ({ params }) => findById(stored, params['id']));
  api.on('PATCH /api/users/:id', ({ params, body }) => change(params['id'], body as Partial<User>));
  api.on('POST /api/users', ({ body }) => {
    const { id: _id, ...draft } = body as unknown as User;
    const created = { ...findById(users, 'user-dana-whitlock'), ...draft, id: 'user-new', departments: [] };
    stored.push(created);
    return created;
  });
  api.on('PUT /api/users/:id/departments', ({ params, body }) => {
    const assigned = departments.filter(({ id }) => body.departmentIds.includes(id));
    return change(params['id'], { departments: assigned.map(({ id, name }) => ({ id, name })) }).departments;
  });
  return stored;
}

/** Fakes the routes of departments: saved departments are listed. Returns the list, which the test may change. */
export function serveDepartments(
  api: FakeApi,
  stored: Department[] = structuredClone([...departments]),
): Department[] {
  const change = (id: string | undefined, overrides: Partial<Department>) => {
    const changed = { ...findById(stored, id), ...overrides };
    stored.splice(stored.indexOf(findById(stored, id)), 1, changed);
    return changed;
  };
  const setting = (id: string | undefined, overrides: Partial<Department['settings']>) =>
    change(id, { settings: { ...findById(stored, id).settings, ...overrides } }).settings;
  const nameOf = (userId: string | undefined) => listedUser(findById(users, userId)).name;
  api.on('GET /api/departments', () => stored);
  api.on('POST /api/departments', ({ body: { name } }) => {
    if (stored.some((one) => one.name.toLowerCase() === name.toLowerCase()))
      throw new Refusal('department_exists');
    const settings = { accountCodes: {}, poNumberPrefix: '' };
    const created = { id: 'department-new', name, isActive: true, settings, users: [] };
    stored.push(created);
    return created;
  });
  api.on('PATCH /api/departments/:id', ({ params, body }) =>
    change(params['id'], body as Partial<Department>),
  );
  api.on('PUT /api/departments/:id/user/:userId', ({ params, body: { active } }) => {
    const { id = '', userId = '' } = params;
    const others = findById(stored, id).users.filter((one) => one.id !== userId);
    change(id, { users: [...others, { id: userId, name: nameOf(userId), active }] });
    return { userId, departmentId: id, active };
  });
  api.on('POST /api/departments/:id/settings/accountCodes', ({ params, body: { value } }) =>
    setting(params['id'], { accountCodes: value }),
  );
  api.on('POST /api/departments/:id/settings/poNumberPrefix', ({ params, body: { value } }) =>
    setting(params['id'], { poNumberPrefix: value }),
  );
  api.on('GET /api/departments/:id/check', {
    canRemove: true,
    isDepartmentApprover: false,
    pendingDocuments: 0,
  });
  return stored;
}
