import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { show } from '../support/fixtures/shows.ts';
import { template } from '../support/fixtures/workflow-templates.ts';
import { openFlow, serveFlows } from '../support/pages/flows.ts';
import { openSetup, save } from '../support/pages/setup.ts';
import { serveShow } from '../support/pages/show-settings.ts';

for (const width of [1440, 375]) {
  test(
    `CHANGE-01: a flow of purchase orders has a rule for change orders, with what it means (${width} px)`,
    { tags: width === 1440 ? ['long'] : [] },
    async () => {
      const flow = template('PURCHASE_ORDER', { name: 'Second unit' });
      const { page, api } = await openFlow('purchase-orders', flow, { width });
      const rule = page.getByRole('region', { name: 'Change orders' });
      await expect(rule).toContainText('A change order takes the steps that its new total needs.');
      await rule.getByRole('button', { name: /Decided by/ }).click();
      await page.getByRole('option', { name: 'The change, if it is over a percentage' }).click();
      await expect(rule).toContainText('Up to this percentage, the first step is enough.');
      await save(page);
      await expect(
        page.getByText('Enter a percentage of more than 0 and at most 100.').first(),
      ).toBeVisible();
      await rule.getByRole('textbox', { name: 'Percentage' }).fill('15');
      await expect(rule).toContainText('Up to 15 %, the first step is enough.');
      await save(page);
      await expect(page.getByText('Approval flow Second unit saved.')).toBeVisible();
      const [saved] = api.calls('PUT /api/purchase-order-workflow-template/:id');
      expect(saved?.body).toMatchObject({ changeOrderRule: 'CHANGE_OVER_PERCENT', changeOrderPercent: 15 });
    },
  );
}

test('CHANGE-01: flows of other types have no rule for change orders', async () => {
  const { page } = await openFlow('invoices', template('INVOICE', { name: 'Second unit' }));
  await expect(page.getByRole('region', { name: 'Change orders' })).toHaveCount(0);
});

test('CHANGE-05, CHANGE-06: the settings control whether change orders may lower lines', async () => {
  const { page, world } = await openSetup('/setup/settings', 'Settings', {
    api(fake, shown) {
      serveShow(fake, shown);
      serveFlows(fake);
    },
  });
  const section = page.getByRole('region', { name: 'Change orders' });
  await expect(section).not.toContainText('does not accept');
  await section.getByRole('switch', { name: 'Change orders may lower lines' }).press('Space');
  await expect.poll(() => world.shows[0]?.settings).toMatchObject({ changeOrdersMayReduce: true });
});

test('CHANGE-06: the settings name an accounting system that accepts no lower amounts', async () => {
  const { page } = await openSetup('/setup/settings', 'Settings', {
    show: { ...show('nlite'), accountingSystem: 'GV' },
    api(fake, shown) {
      serveShow(fake, shown);
      serveFlows(fake);
    },
  });
  await expect(page.getByRole('region', { name: 'Change orders' })).toContainText(
    'The accounting system of this show does not accept lower amounts: such a change order cannot be submitted.',
  );
});
