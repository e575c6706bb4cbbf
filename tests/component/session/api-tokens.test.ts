import { test } from 'vitest';
import type { NewToken, OwnToken } from '#domain/identity/api-token';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { openList } from '../support/pages/lists.ts';

const noSessions = {
  sessions: [],
  hasPassword: true,
  hasAuthenticator: false,
};

test('Account Settings creates an API token, shows it once and revokes it', async () => {
  let tokens: OwnToken[] = [];
  const { page, api } = await openList('/po', {
    api(fake) {
      fake.on('GET /api/sessions', noSessions);
      fake.on('GET /api/tokens', () => ({ tokens }));
      fake.on('POST /api/tokens', ({ body }) => {
        const { name, scopes } = body as NewToken;
        const made: OwnToken = {
          id: 'token-1',
          name,
          scopes,
          show: null,
          createdAt: '2026-11-24T12:00:00.000Z',
          expiresAt: '2027-02-22T12:00:00.000Z',
          isExpired: false,
          usedDay: null,
        };
        tokens = [made];
        return { ...made, token: 'backlot_pat_example' };
      });
      fake.on('DELETE /api/tokens/:id', ({ params }) => {
        tokens = [];
        return { id: params['id'] ?? '' };
      });
    },
  });
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Account Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Account Settings' });
  await settings.getByRole('button', { name: 'New Token' }).click();
  const form = page.getByRole('dialog', { name: 'New API token' });
  await form.getByText('Read documents').click();
  await form.getByRole('button', { name: 'Make Token' }).click();
  await expect(form.getByText('Give it a name you will recognize.')).toBeVisible();
  await expect(form.getByText('Choose what it may do.')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabelText('Name').fill('Month end');
  await form.getByText('Read documents').click();
  await form.getByRole('button', { name: 'Make Token' }).click();
  const made = page.getByRole('dialog', { name: 'Your API token' });
  await expect(made.getByLabelText('Token')).toHaveValue('backlot_pat_example');
  await expectAccessible(page);
  expect(api.calls('POST /api/tokens').map(({ body }) => body)).toMatchObject([
    { name: 'Month end', scopes: ['documents:read'] },
  ]);
  await made.getByRole('button', { name: 'Done' }).click();
  const row = settings.getByRole('listitem').filter({ hasText: 'Month end' });
  await expect(row).toContainText('documents:read');
  await expect(row).toContainText('Never used');
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Revoke Month end' }).click();
  await page.getByRole('button', { name: 'Revoke Token' }).click();
  await expect(row).toHaveCount(0);
  expect(api.calls('DELETE /api/tokens/:id').map(({ params }) => params['id'])).toEqual(['token-1']);
});
