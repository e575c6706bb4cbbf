import { openFlow, ownFlow, stepAt, storedFlow } from './support/flows.ts';
import { fillInvoiceHead, invoiceHead, openNewInvoice } from './support/invoice-form.ts';
import { draftInvoice, freshNumber } from './support/invoices.ts';
import { save } from './support/management.ts';
import { expect, test } from './support/product.ts';
import { ownShow } from './support/shows.ts';

test('IN-33, IN-34: the form names and links the other invoice while a look-alike number is typed', async ({
  as,
}) => {
  const elena = await as('elena');
  const { page } = elena;
  const number = freshNumber();
  const other = await draftInvoice(elena, { number, amount: 41.5, lineItems: [aLineOf(41.5)] });
  await openNewInvoice(page);
  await fillInvoiceHead(page, { number: number.replace('-', ' – ').toLowerCase(), amount: '977.13' });
  const notice = page.getByRole('region', { name: 'Possible duplicate' });
  await expect(notice).toContainText('same number');
  await expect(notice.getByRole('link', { name: `Invoice ${number}` })).toHaveAttribute(
    'href',
    `/invoice/review/${other.id}/creator`,
  );
  await invoiceHead(page).number.fill(freshNumber());
  await expect(notice).toHaveCount(0);
});

const aLineOf = (amount: number) => ({ keyId: crypto.randomUUID(), description: 'Signs', amount });

test('RL-13: a step of an invoice flow is marked in its form', async ({ as }) => {
  const { page, api } = await as('sam');
  const flow = await ownFlow(api, 'invoices');
  await openFlow(page, 'invoices', flow);
  const mark = stepAt(page, 1).getByRole('checkbox', { name: 'May approve over-relief' });
  await expect(mark).not.toBeChecked();
  await mark.press('Space');
  await save(page);
  await expect(page.getByText(`Approval flow ${flow.name} saved.`)).toBeVisible();
  expect((await storedFlow(api, flow.name)).steps[0]?.mayApproveOverRelief).toBe(true);
});

test('RL-12: the settings say what happens to relief beyond a line', async ({ as }) => {
  const { page, api } = await as('theodore');
  const show = await ownShow(api);
  const stored = async () =>
    (await api.get<{ settings: Record<string, unknown> }>(`/api/shows/${show.id}`)).settings;
  await page.goto(`/setup/settings?restoreShow=${show.id}`);
  await expect(page.getByText(/^Getting .+ started/)).toBeVisible();
  expect(await stored()).toMatchObject({ overReliefMode: 'REFUSE', overReliefToleranceAmount: 0 });
  await page.getByLabel('Tolerated amount').fill('12.5.0');
  await page.getByLabel('Tolerated percent').focus();
  await expect(page.getByText('“12.5.0” is not an amount. Enter it as 1,200.00.')).toBeVisible();
  await page.getByLabel('Tolerated amount').fill('12.50');
  await page.getByLabel('Tolerated percent').fill('2');
  await page
    .getByRole('region', { name: 'Relief beyond a line' })
    .getByRole('button', { name: 'Save', exact: true })
    .click();
  await expect.poll(stored).toMatchObject({ overReliefToleranceAmount: 12.5, overReliefTolerancePercent: 2 });
  await page.getByRole('button', { name: /Over-relief/ }).click();
  await page.getByRole('option', { name: /Warn only/ }).click();
  await expect.poll(stored).toMatchObject({ overReliefMode: 'WARN' });
});
