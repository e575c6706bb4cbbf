import { openPage } from './support/management.ts';
import { expect, test } from './support/product.ts';
import { expectSound } from './support/sound.ts';

for (const width of [375, 900, 1440]) {
  test(`DEC-80, DEC-92: axe finds nothing in departments and users at ${width} px`, async ({ as }) => {
    const { page } = await as('sam', { viewport: { width, height: 900 } });
    await openPage(page, '/setup/departments', 'Departments');
    await expect(page.getByText('Wendell Pike (Inactive)').or(page.getByText('PRP')).first()).toBeVisible();
    await expectSound(page);
    await page
      .getByRole('link', { name: /^Set Decoration/ })
      .or(page.getByRole('row', { name: /^Set Decoration/ }))
      .click();
    await expect(page.getByRole('button', { name: 'Remove Dana Whitlock' })).toBeVisible();
    await expectSound(page);
    await openPage(page, '/setup/users?search=whitlock', 'Users');
    await expect(page.getByText('dana@backlot.example')).toBeVisible();
    await expectSound(page);
    await page.getByText('Dana Whitlock').click();
    await expect(page.getByRole('heading', { name: 'Dana Whitlock', level: 1 })).toBeVisible();
    await page.getByRole('textbox', { name: 'First name' }).fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('Please enter a first name.');
    await expectSound(page);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await openPage(page, '/setup/users/create', 'Add User');
    await expectSound(page);
  });
}
