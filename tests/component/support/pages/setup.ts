import type { Locator } from 'vitest/browser';
import { Refusal } from '#domain/codes';
import type { Department } from '#domain/management/department';
import type { FoundUser, User } from '#domain/management/user';
import { expect } from '../expect.ts';
import type { FakeApi } from '../api/fake-api.ts';
import { departments } from '../fixtures/departments.ts';
import { listedUser, users } from '../fixtures/users.ts';
import { openApp } from '../open-app.ts';
import type { App, AppOptions } from '../open-app.ts';
import type { Page } from '../page.ts';

/** Opens a page of the management of a show, as its administrator unless said otherwise. */
export async function openSetup(path: string, heading: string, options: AppOptions = {}): Promise<App> {
  const app = await openApp(path, { as: 'sam', ...options });
  await headed(app.page, heading);
  return app;
}

export async function headed(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  await expect(page.locator('main .animate-skeleton')).toHaveCount(0);
}

export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

/** Types into a combo box and takes the option of that name. */
export async function pick(page: Page, field: string, text: string): Promise<void> {
  const box = page.getByRole('combobox', { name: field });
  await box.click();
  await box.fill(text);
  await page.getByRole('option').filter({ hasText: text }).first().click();
}

/** Where the page says what came of something. */
export function messages(page: Page): Locator {
  return page.getByRole('region', { name: 'Messages' });
}

function found<Item extends { id: string }>(items: readonly Item[], id: string | undefined): Item {
  const item = items.find((one) => one.id === id);
  if (!item) throw new Refusal('NOT_FOUND');
  return item;
}

/** Answers the management of users: what is saved is listed from then on. Returns the list, which the test may change. */
export function serveUsers(api: FakeApi, kept: User[] = structuredClone([...users])): User[] {
  const change = (id: string | undefined, over: Partial<User>) => {
    const changed = { ...found(kept, id), ...over };
    kept.splice(kept.indexOf(found(kept, id)), 1, changed);
    return changed;
  };
  api.on('GET /api/users', ({ query: { username } }) => {
    if (username === undefined) return kept.map(listedUser);
    const user = kept.find((one) => one.username === username);
    if (!user) throw new Refusal('USER_NOT_FOUND');
    const { id, firstName, lastName, initials, localUser } = user;
    const answer: FoundUser = { id, username, firstName, lastName, initials, localUser, isInShow: true };
    // The route answers one user, too, and is typed for the list.
    return answer as never;
  });
  api.on('GET /api/users/:id', ({ params }) => found(kept, params['id']));
  api.on('PATCH /api/users/:id', ({ params, body }) => change(params['id'], body as Partial<User>));
  api.on('POST /api/users', ({ body }) => {
    const { id: _id, ...draft } = body as unknown as User;
    const made = { ...found(users, 'user-dana-whitlock'), ...draft, id: 'user-new', departments: [] };
    kept.push(made);
    return made;
  });
  api.on('PUT /api/users/:id/departments', ({ params, body }) => {
    const own = departments.filter(({ id }) => body.departmentIds.includes(id));
    return change(params['id'], { departments: own.map(({ id, name }) => ({ id, name })) }).departments;
  });
  return kept;
}

/** Answers the management of departments: what is saved is listed from then on. Returns the list, which the test may change. */
export function serveDepartments(
  api: FakeApi,
  kept: Department[] = structuredClone([...departments]),
): Department[] {
  const change = (id: string | undefined, over: Partial<Department>) => {
    const changed = { ...found(kept, id), ...over };
    kept.splice(kept.indexOf(found(kept, id)), 1, changed);
    return changed;
  };
  const setting = (id: string | undefined, over: Partial<Department['settings']>) =>
    change(id, { settings: { ...found(kept, id).settings, ...over } }).settings;
  const nameOf = (userId: string | undefined) => listedUser(found(users, userId)).name;
  api.on('GET /api/departments', () => kept);
  api.on('POST /api/departments', ({ body: { name } }) => {
    if (kept.some((one) => one.name.toLowerCase() === name.toLowerCase()))
      throw new Refusal('department_exists');
    const settings = { accountCodes: {}, poNumberPrefix: '' };
    const made = { id: 'department-new', name, isActive: true, settings, users: [] };
    kept.push(made);
    return made;
  });
  api.on('PATCH /api/departments/:id', ({ params, body }) =>
    change(params['id'], body as Partial<Department>),
  );
  api.on('PUT /api/departments/:id/user/:userId', ({ params, body: { active } }) => {
    const { id = '', userId = '' } = params;
    const others = found(kept, id).users.filter((one) => one.id !== userId);
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
  return kept;
}
