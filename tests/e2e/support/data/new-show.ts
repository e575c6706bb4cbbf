import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { chooseVendor, descriptionOf, section, typeLine } from '../pages/form.ts';
import { pick, save } from './management.ts';
import { fillSignIn, setPassword } from '../environment/sign-in.ts';

const password = 'three geese cross the lot';

/** Sets the password by the mailed link and signs in. */
export async function activateAccount(page: Page, link: string, email: string): Promise<void> {
  await page.goto(link);
  await setPassword(page, password);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await fillSignIn(page, email, password);
}

/** Opens a select and chooses its first option. */
async function chooseFirst(page: Page, label: string): Promise<void> {
  const field = page.getByRole('button', { name: new RegExp(label) });
  await expect(field).toBeEnabled();
  await field.click();
  await page.getByRole('option').first().click();
  await expect(page.getByRole('listbox')).toHaveCount(0);
}

/** Fills the form of the first show. The license is chosen from the list that opens before anything is typed. */
export async function createShow(page: Page, name: string, license: string): Promise<void> {
  await page.getByLabel('Show Name').fill(name);
  await page.getByRole('combobox', { name: 'License' }).click();
  await page.getByRole('option', { name: license }).click();
  for (const label of ['Division', 'Accounting Package', 'Show Type']) await chooseFirst(page, label);
  await save(page);
}

/** Returns the link of `Getting started` with this title. */
export function nextStep(page: Page, title: string) {
  return page.getByRole('navigation', { name: 'Getting started' }).getByRole('link', { name: title });
}

export async function addDepartment(page: Page, name: string, prefix: string): Promise<void> {
  await nextStep(page, 'Departments').click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'PO number prefix' }).fill(prefix);
  await save(page);
  await expect(page.getByText('Department added.')).toBeVisible();
}

/** Looks up an unknown address and creates its user with a role, in a department. */
export async function addPerson(
  page: Page,
  person: { email: string; first: string; last: string; role: string; department: string },
): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(person.email);
  await page.getByRole('button', { name: 'Look Up' }).click();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('textbox', { name: 'First name' }).fill(person.first);
  await page.getByRole('textbox', { name: 'Last name' }).fill(person.last);
  await page.getByRole('button', { name: /^Role|Role$/ }).click();
  await page.getByRole('option', { name: person.role, exact: true }).click();
  await pick(page, 'Departments', person.department);
  await save(page);
  await expect(page.getByText('User created successfully.').last()).toBeVisible();
}

/** Adds an approval flow of one step. The first flow of a show becomes the default. */
export async function addFlow(page: Page, name: string, approver: string): Promise<void> {
  await nextStep(page, 'Approval flow').click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await expect(page.getByRole('switch', { name: 'Default for purchase orders' })).toBeChecked();
  await pick(page, 'Approvers', approver);
  await save(page);
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Default');
}

export async function addAddress(page: Page, kind: 'Bill To' | 'Ship To', name: string): Promise<void> {
  await page.getByRole('button', { name: `Add ${kind} Address` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await dialog.getByRole('textbox', { name: 'Address 1' }).fill('400 Stage Road');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
}

/** Raises a purchase order of three lines of $100.00, coded to one account, up to its review. */
export async function raiseOrder(
  page: Page,
  order: { vendor: string; company: RegExp; description: string; account: string },
): Promise<void> {
  await page.getByRole('link', { name: 'Create New' }).click();
  await chooseVendor(page, order.vendor);
  await descriptionOf(page).fill(order.description);
  await page.getByRole('button', { name: 'Company' }).click();
  await page.getByRole('option', { name: order.company }).first().click();
  for (const index of [0, 1, 2]) {
    if (index > 0) await page.getByRole('button', { name: 'Add Line' }).click();
    await typeLine(page, index, { description: `Lamp ${index + 1}`, unitCost: '100' });
  }
  const coding = section(page, 'Coding');
  const account = coding.getByRole('combobox', { name: 'Account' });
  await account.click();
  await account.fill(order.account);
  await page.getByRole('option').first().click();
  await coding.getByRole('button', { name: 'Apply to All Lines' }).click();
  await page.getByRole('button', { name: 'Save & Review' }).click();
}
