import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { show } from '../support/fixtures/shows.ts';
import { template } from '../support/fixtures/workflow-templates.ts';
import { openFlow, serveFlows, stepAt } from '../support/pages/flows.ts';
import { openSetup, save } from '../support/pages/setup.ts';
import { serveShow } from '../support/pages/show-settings.ts';

test('RL-13: the form of an invoice flow marks a step that may approve over-relief', async () => {
  const flow = template('INVOICE', { name: 'Second unit' });
  const { page, api } = await openFlow('invoices', flow);
  const mark = stepAt(page, 1).getByRole('checkbox', { name: 'May approve over-relief' });
  await expect(mark).not.toBeChecked();
  await mark.press('Space');
  await save(page);
  await expect(page.getByText('Approval flow Second unit saved.')).toBeVisible();
  const [saved] = api.calls('PUT /api/invoice-workflow-template/:id');
  expect(saved?.body.steps[0]?.mayApproveOverRelief).toBe(true);
});

test('RL-12: the settings control relief beyond a line', async () => {
  const { page, world } = await openSetup('/setup/settings', 'Settings', {
    show: show('nlite', { settings: { overReliefMode: 'REFUSE' } }),
    api(fake, shown) {
      serveShow(fake, shown);
      serveFlows(fake);
    },
  });
  const stored = () => world.shows[0]?.settings;
  await page.getByLabel('Tolerated amount').fill('12.5.0');
  await page.getByLabel('Tolerated percent').focus();
  await expect(page.getByText('“12.5.0” is not an amount. Enter it as 1,200.00.')).toBeVisible();
  await page.getByLabel('Tolerated amount').fill('12.50');
  await page.getByLabel('Tolerated percent').fill('2');
  const rules = page.getByRole('region', { name: 'Relief beyond a line' });
  await rules.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(stored).toMatchObject({ overReliefToleranceAmount: 12.5, overReliefTolerancePercent: 2 });
  await page.getByRole('button', { name: /Over-relief/ }).click();
  await page.getByRole('option', { name: /Warn only/ }).click();
  await expect.poll(stored).toMatchObject({ overReliefMode: 'WARN' });
});
