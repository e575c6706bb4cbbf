import type { Page } from '@playwright/test';
import { uniqueMark, uniqueName } from '../browser/unique-names.ts';
import { showId } from '../environment/person.ts';
import type { Session } from '../environment/product.ts';

/** Returns an e-mail address that no other test uses. */
export function uniqueAddress(word: string): string {
  return `${word}.${uniqueMark()}@backlot.example`;
}

interface CreatedUser {
  id: string;
  username: string;
}

/** Creates a user of a demo show for this test alone: Noemi, with a unique last name. */
export async function createUser(
  { api }: Pick<Session, 'api'>,
  over: Record<string, unknown> = {},
  show = showId,
): Promise<CreatedUser & { lastName: string }> {
  const lastName = uniqueName('Vance');
  const body = {
    username: uniqueAddress('noemi'),
    firstName: 'Noemi',
    lastName,
    roleId: 'PO Creator',
    ...over,
  };
  return api.post<CreatedUser & { lastName: string }>(`/api/users?show=${show}`, body);
}

export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

/** Types into a combo box and chooses the option of that name. */
export async function pick(page: Page, field: string, text: string): Promise<void> {
  const box = page.getByRole('combobox', { name: field });
  await box.click();
  await box.fill(text);
  await page.getByRole('option').filter({ hasText: text }).first().click();
}
