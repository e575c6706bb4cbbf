import { chooseVendor, descriptionOf, openNew } from '../support/pages/form.ts';
import { uniqueDescription } from '../support/data/orders.ts';
import { expect, test } from '../support/environment/product.ts';
import { fillSignIn } from '../support/environment/sign-in.ts';

const offer = 'You have unsaved work from';

test('SE-19, SH-07: unsaved work is restored in the form after the session ended and the user signed in again', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  await openNew(page);
  const typed = uniqueDescription('Typed');
  await chooseVendor(page, 'Foxglove Sign Company');
  await descriptionOf(page).fill(typed);
  await page.getByRole('combobox', { name: 'Vendor Name' }).click();
  await page.context().clearCookies();
  // The realtime channel may detect it first and leave the page.
  await page.keyboard.type('Coachman');
  await expect(page.getByLabel('Password')).toBeVisible();
  await fillSignIn(page, 'dana@backlot.example');
  await expect(page).toHaveURL(/\/po\/create/);
  await expect(page.getByText(offer)).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(descriptionOf(page)).toHaveValue(typed);
  await expect(page.getByRole('combobox', { name: 'Vendor Name' })).toHaveValue('Foxglove Sign Company');
});
