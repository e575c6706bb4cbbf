import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { waitForHeading, messages, openSetup, save, serveDepartments } from '../support/pages/setup.ts';

const create = 'POST /api/departments';

/** Saves a new department; the request is held until `release`. */
async function openHeldSave() {
  const app = await openSetup('/setup/departments/create', 'Add Department', {
    api: (fake) => void serveDepartments(fake),
  });
  const release = app.api.hold(create);
  await app.page.getByRole('textbox', { name: 'Name' }).fill('Stunts');
  await save(app.page);
  await expect.poll(() => app.api.calls(create).length).toBe(1);
  return { ...app, release };
}

test('DEC-92: a slow save does not navigate away from a page that the user has opened meanwhile', async () => {
  const { page, release } = await openHeldSave();
  await page.getByRole('link', { name: 'Users', exact: true }).first().click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await waitForHeading(page, 'Users');
  release();
  await expect(messages(page)).toContainText('Department added.');
  await page.waitForIdle();
  await expect(page).toHaveURL('/setup/users');
});

test('DEC-92: a slow save opens the list if the form is still open', async () => {
  const { page, release } = await openHeldSave();
  release();
  await expect(page).toHaveURL('/setup/departments');
});
