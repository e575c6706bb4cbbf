import { test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { expect } from '../support/expect.ts';
import { person } from '../support/fixtures/people.ts';
import { show } from '../support/fixtures/shows.ts';
import { template, templates } from '../support/fixtures/workflow-templates.ts';
import { serveFlows } from '../support/pages/flows.ts';
import type { App, AppOptions } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';
import { messages, openSetup } from '../support/pages/setup.ts';
import { serveShow } from '../support/pages/show-settings.ts';

const changed = 'POST /api/shows/:id/settings';

function openSettings(options: AppOptions = {}): Promise<App> {
  return openSetup('/setup/settings', 'Settings', {
    ...options,
    api(fake, world) {
      serveShow(fake, world);
      serveFlows(fake);
      options.api?.(fake, world);
    },
  });
}

const flash = (page: Page, text: string): Locator => messages(page).getByText(text);
const toggle = (page: Page, name: string) => page.getByRole('switch', { name, exact: true });

const toggles = {
  invoiceModuleVisible: 'Invoices',
  resetApprovalOnEdit: 'Reset approval on edit',
  splitOrderWarning: 'Warn of split orders',
  oneVotePerFlow: 'One approval per person',
  coversNeedApproval: 'Approve covers',
  approvalFlowPaymentSelectionEnabled: 'Choose the payment flow',
  sendUnapprovedPurchaseOrders: 'Send unapproved purchase orders',
  archiveVoidedItems: 'Archive voided items',
  updateRentalQuantity: 'Update rental quantity',
  replacePoTempVendors: 'Replace temporary vendors',
  vendorEmailAutoSendEnabled: 'E-mail vendors on approval',
  purchaseOrderRelieveResources: 'Relieve purchase orders',
  displayReliefIndicatorsApp: 'Relief indicators on screen',
  displayReliefIndicatorsPdf: 'Relief indicators in PDFs',
} as const;

test('MG-11, MG-14, MG-28, SH-66, PE-27, DEC-64: each switch is stored when it changes, and one that cannot be stored is reset with an error', async () => {
  const { page, api } = await openSettings();
  const { settings } = show('nlite');
  for (const [name, label] of Object.entries(toggles)) {
    const control = toggle(page, label);
    const previous = settings[name as keyof typeof toggles];
    await expect(control).toBeChecked({ checked: previous });
    await control.press('Space');
    await expect.poll(() => api.calls(changed).at(-1)?.body).toEqual({ [name]: !previous });
    await expect(control).toBeChecked({ checked: !previous });
  }
  await expect(flash(page, 'Show settings updated successfully.').first()).toBeVisible();
  expect(api.calls(changed)).toHaveLength(Object.keys(toggles).length);
  api.fail(changed, 'INTERNAL_ERROR');
  const archive = toggle(page, 'Archive voided items');
  await archive.press('Space');
  await expect(flash(page, 'Error occurred while updating show settings.')).toBeVisible();
  await expect(archive).toBeChecked({ checked: !settings.archiveVoidedItems });
});

test('MG-14, PE-23: the switch of a module without its feature is disabled and shows the reason', async () => {
  const { page, api } = await openSettings({
    show: show('nlite', { features: ['APIA'], settings: { paymentModuleVisible: false } }),
  });
  const payments = toggle(page, 'Payments');
  await expect(payments).toBeDisabled();
  await payments.focus();
  await expect(page.getByText('This show was created without this feature.')).toBeVisible();
  await payments.press('Space');
  await page.waitForIdle();
  expect(api.calls(changed)).toEqual([]);
});

test('MG-14: features that fail to load show an error', async () => {
  const { page } = await openSettings({
    api: (fake) => void fake.fail('GET /api/shows/:id/features', 'INTERNAL_ERROR'),
  });
  await expect(flash(page, 'Error occurred while retrieving show feature settings.')).toBeVisible();
});

test('MG-14: settings that fail to load show an error and load on the next try', async () => {
  let mend: () => void = () => undefined;
  const { page } = await openSetup('/setup/settings/categories', 'Settings', {
    api(fake, world) {
      serveShow(fake, world);
      mend = fake.fail('GET /api/shows/:id', 'INTERNAL_ERROR');
    },
  });
  await expect(page.getByText('Error occurred while retrieving show settings.')).toBeVisible();
  mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Add Category' })).toBeVisible();
});

test('PE-22, PE-23, DEC-64: a module that is switched on or off appears or disappears on every open page', async () => {
  const off = { invoiceModuleVisible: false, paymentModuleVisible: false };
  const mine = await openSettings({ show: show('nlite', { settings: off }) });
  const other = await openSetup('/setup/users', 'Users', { show: show('nlite', { settings: off }) });
  const link = ({ page }: App, name: string) => page.getByRole('banner').getByRole('link', { name });
  await other.channel.whenOpen();
  for (const name of ['Invoices', 'Payments']) {
    await expect(link(other, 'Purchase Orders')).toBeVisible();
    await expect(link(other, name)).toHaveCount(0);
    for (const isOn of [true, false]) {
      await toggle(mine.page, name).press('Space');
      await expect(link(mine, name)).toHaveCount(isOn ? 1 : 0);
      other.world.shows = mine.world.shows;
      other.channel.push('show_changed', { showId: 'nlite' });
      await expect(link(other, name)).toHaveCount(isOn ? 1 : 0);
    }
  }
});

test('DEC-64, DEC-24: the first number, the milestone and the default flow are stored when they change', async () => {
  const flow = template('PURCHASE_ORDER', { name: 'House flow' });
  const { page, api } = await openSettings({
    api: (fake) => void serveFlows(fake, [...templates, flow]),
  });
  const number = page.getByLabel('First PO number');
  await number.fill('7000');
  await number.press('Enter');
  await expect.poll(() => api.calls(changed).at(-1)?.body).toEqual({ poNumberStart: 7000 });
  await page.getByRole('button', { name: /Show PO numbers/ }).click();
  await page.getByRole('option', { name: 'After the first approval' }).click();
  await expect.poll(() => api.calls(changed).at(-1)?.body).toEqual({ displayPoNumbers: 'FIRST_APPROVAL' });
  await page.reload();
  await expect(number).toHaveValue('7000');
  await expect(page.getByRole('button', { name: /Show PO numbers/ })).toContainText(
    'After the first approval',
  );
  await page.getByRole('button', { name: /Purchase orders/ }).click();
  await page.getByRole('option', { name: 'House flow' }).click();
  await expect(flash(page, 'Show settings updated successfully.')).toBeVisible();
  expect(api.calls('PATCH /api/shows/:id/resource').map(({ body }) => body)).toEqual([
    { defaultPurchaseOrderWorkflowId: flow.id },
  ]);
});

test('COV-16: the longest cover is set to 31 to 366 days', async () => {
  const { page, api } = await openSettings();
  const section = page.getByRole('region', { name: 'Cover', exact: true });
  const days = section.getByLabelText('Longest cover in days');
  await days.fill('367');
  await days.press('Enter');
  await expect(section.getByText('Enter 31 to 366 days.')).toBeVisible();
  await days.fill('90');
  await days.press('Enter');
  await expect.poll(() => api.calls(changed).map(({ body }) => body)).toEqual([{ maxCoverDays: 90 }]);
});

test('DEC-97, DEC-64: self-approval is set to never, up to an amount, or always', async () => {
  const { page, api } = await openSettings({
    as: 'theodore',
    show: show('nlite', { settings: { preventSelfApproval: true, selfApprovalLimit: null } }),
  });
  const choice = page.getByRole('button', { name: /Users may approve their own documents/ });
  const choose = async (name: RegExp) => {
    await choice.click();
    await page.getByRole('option', { name }).click();
  };
  await expect(choice).toContainText('Never');
  await choose(/^Only up to an amount/);
  const limit = page.getByRole('textbox', { name: 'Up to' });
  await limit.fill('750.50');
  await limit.press('Enter');
  await expect
    .poll(() => api.calls(changed).at(-1)?.body)
    .toEqual({ preventSelfApproval: true, selfApprovalLimit: 750.5 });
  await page.reload();
  await expect(choice).toContainText('Only up to an amount');
  await expect(limit).toHaveValue('750.50');
  await choose(/^Always/);
  await expect.poll(() => api.calls(changed).at(-1)?.body).toMatchObject({ preventSelfApproval: false });
});

test('RUN-13: the amount above which final approvals are confirmed can be set and removed', async () => {
  const { page, api } = await openSettings();
  const choice = page.getByRole('button', { name: /Ask before a final approval/ });
  await expect(choice).toContainText('Never');
  await choice.click();
  await page.getByRole('option', { name: 'Above an amount' }).click();
  const amount = page.getByRole('textbox', { name: 'Above' });
  await amount.fill('25000');
  await amount.press('Enter');
  await expect.poll(() => api.calls(changed).at(-1)?.body).toEqual({ confirmApprovalAbove: 25_000 });
  await page.reload();
  await expect(amount).toHaveValue('25,000.00');
  await choice.click();
  await page.getByRole('option', { name: 'Never' }).click();
  await expect.poll(() => api.calls(changed).at(-1)?.body).toEqual({ confirmApprovalAbove: null });
});

test('LINK-01, LINK-05: the amounts for links to approve can be set and removed', async () => {
  const { page, api } = await openSettings();
  const links = page.getByRole('button', { name: /Links to approve/ });
  const waiver = page.getByRole('button', { name: /Without signing in/ });
  await expect(links).toContainText('Off');
  await expect(waiver).toHaveCount(0);
  await links.click();
  await page.getByRole('option', { name: 'Up to an amount' }).click();
  const amounts = page.getByRole('textbox', { name: 'Up to' });
  await amounts.fill('5000');
  await amounts.press('Enter');
  await expect.poll(() => api.calls(changed).at(-1)?.body).toEqual({ approveByMailUpTo: 5000 });
  await expect(waiver).toContainText('Never');
  await waiver.click();
  await page.getByRole('option', { name: 'Up to an amount' }).click();
  await amounts.last().fill('250');
  await amounts.last().press('Enter');
  await expect.poll(() => api.calls(changed).at(-1)?.body).toEqual({ approveByMailWithoutSignIn: 250 });
  await expect(page.getByText('Anyone with the e-mail can then approve.')).toBeVisible();
  await page.reload();
  await expect(amounts.first()).toHaveValue('5,000.00');
  await links.click();
  await page.getByRole('option', { name: 'Off' }).click();
  await expect.poll(() => api.calls(changed).at(-1)?.body).toEqual({ approveByMailUpTo: null });
  await expect(waiver).toHaveCount(0);
});

test('MG-28, MG-29, DEC-92: a user with READ Show sees all settings and cannot change them', async () => {
  const { page, api } = await openSettings({
    as: person('sam', { permissions: { Show: 'READ' } }),
    show: show('nlite', {
      settings: { archiveVoidedItems: false },
      companySettings: show('nlite').companySettings.map((one) => ({
        ...one,
        termsConditionsAttachmentId: 'file-terms',
        attachmentLabel: 'Terms.pdf',
      })),
    }),
  });
  const archive = toggle(page, 'Archive voided items');
  await expect(archive).toBeDisabled();
  await expect(page.getByLabel('First PO number')).toBeDisabled();
  for (const name of [/Show PO numbers/, /Purchase orders/])
    await expect(page.getByRole('button', { name })).toBeDisabled();
  await archive.press('Space');
  await expect(archive).not.toBeChecked();
  await page.getByRole('tab', { name: 'Addresses' }).click();
  await expect(page.getByText('Stage 4 Loading Dock')).toBeVisible();
  await page.getByRole('tab', { name: 'Categories' }).click();
  await expect(page.getByText('Equipment Rental')).toBeVisible();
  await page.getByRole('tab', { name: 'Terms & Conditions' }).click();
  await expect(page.getByLabel('Label')).toBeDisabled();
  const changing = page.getByRole('main').getByRole('button', { name: /^(Add|Edit|Remove|Save|Choose)/ });
  await expect(changing).toHaveCount(0);
  expect(api.calls(changed)).toEqual([]);
});
