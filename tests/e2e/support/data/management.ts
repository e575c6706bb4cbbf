import type { Page } from '@playwright/test';
import { freshMark, freshName } from '../browser/fresh.ts';
import type { Session } from '../environment/product.ts';

/** An address that no other test uses. */
export function uniqueAddress(word: string): string {
  return `${word}.${freshMark()}@backlot.example`;
}

interface MadeUser {
  id: string;
  username: string;
}

/** A user of the open demo show that only this test knows: Noemi of a last name of her own. */
export async function user(
  { api }: Pick<Session, 'api'>,
  own: Record<string, unknown> = {},
): Promise<MadeUser & { lastName: string }> {
  const lastName = freshName('Vance');
  const body = {
    username: uniqueAddress('noemi'),
    firstName: 'Noemi',
    lastName,
    roleId: 'PO Creator',
    ...own,
  };
  return api.post<MadeUser & { lastName: string }>('/api/users?show=nlite', body);
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
