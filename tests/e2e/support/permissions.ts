import type { Page } from '@playwright/test';
import type { Permissions, Role } from '../../../domain/permissions.ts';
import { encryptPermissions } from '../../../functions/verbs/encrypt-permissions.ts';
import type { Seat } from './product.ts';

interface Rights {
  role: Role;
  permissions: Permissions;
  invoices: boolean;
  payments: boolean;
}

/** From its next start on, the page asks for permissions and config by themselves: they do not come with the start. */
export async function askingForRights(page: Page): Promise<void> {
  await page.route('**/api/sessions/login-context*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), open: null } });
  });
}

/** From its next start on, the page believes its user to have these rights; the server knows better. */
export async function believing({ page, api }: Seat, rights: Rights): Promise<void> {
  const { csrfToken, keySalt } = await api.get<{ csrfToken: string; keySalt: string }>(
    '/api/sessions/login-context',
  );
  await askingForRights(page);
  await page.route('**/api/users/permissions**', async (route) => {
    const showId = new URL(route.request().url()).searchParams.get('showId') ?? '';
    const answer = await route.fetch();
    const sealed = await encryptPermissions(rights, { csrfToken, keySalt, showId });
    await route.fulfill({ json: { ...(await answer.json()), ...sealed } });
  });
}
