import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { changeOrderDraft, line } from '../support/fixtures/purchase-orders.ts';
import { show } from '../support/fixtures/shows.ts';
import { formFooter, openStoredOrder, saveAs, section } from '../support/pages/forms.ts';

/** A change order of a line of 10,000 of which 5,000 is invoiced, and one of 2,000 of which nothing is. */
const order = () =>
  changeOrderDraft({
    lineItems: [
      line({ description: 'Sofas', quantity: 1, unitCost: 10_000, remainingBalance: 5_000 }),
      line({ description: 'Lamps', lineNumber: 2, quantity: 4, unitCost: 500 }),
    ],
  });

const allowed = () => show('nlite', { settings: { changeOrdersMayReduce: true } });

for (const width of [1440, 375]) {
  test(
    `CHANGE-05: a change order lowers approved lines down to what is invoiced (${width} px)`,
    { tags: width === 1440 ? ['long'] : [] },
    async () => {
      const { page, api } = await openStoredOrder(order(), { show: allowed(), width });
      const card = section(page, 'Lower Approved Lines');
      const lines = card.getByRole('list', { name: 'Approved lines' }).getByRole('listitem');
      await expect(lines.nth(0)).toContainText(
        'Approved $10,000.00. $5,000.00 is invoiced: not lower than that.',
      );
      await expect(lines.nth(1)).toContainText('Approved $2,000.00. Nothing is invoiced.');
      const fill = async (of: ReturnType<typeof section>, label: string, text: string) => {
        await of.getByRole('textbox', { name: label }).fill(text);
        await of.getByRole('textbox', { name: label }).blur();
      };
      await fill(lines.nth(0), 'Amount', '4999.99');
      await expect(lines.nth(0)).toContainText('Not lower than $5,000.00, which is invoiced.');
      await page.getByRole('button', { name: 'Save & Review' }).click();
      await expect(page.getByRole('alert').first()).toContainText('Line 1: Not lower than $5,000.00');
      expect(api.calls('PUT /api/pos/:id')).toEqual([]);
      await fill(lines.nth(0), 'Unit Cost', '10000.01');
      await expect(lines.nth(0)).toContainText(
        'Not higher than the approved $10,000.00. Add a line for more.',
      );
      await fill(lines.nth(0), 'Amount', '5000');
      await lines.nth(1).getByRole('button', { name: 'Remove line 2' }).click();
      await expect(lines.nth(1)).toContainText('Removed. Approved $2,000.00.');
      await expect(section(page, 'Before submitting')).toHaveCount(0);
      await expect(formFooter(page)).toContainText('$5,000.00');
      await saveAs(page, 'Save as Draft');
      const [save] = api.calls('PUT /api/pos/:id');
      expect(save?.body.lineItems).toMatchObject([
        { quantity: 1, unitCost: 5_000 },
        { quantity: 4, unitCost: 0 },
      ]);
    },
  );
}

test('CHANGE-05: a line is restored to its approved amount', async () => {
  const { page } = await openStoredOrder(order(), { show: allowed() });
  const lamps = section(page, 'Lower Approved Lines').getByRole('listitem').nth(1);
  await lamps.getByRole('textbox', { name: 'Quantity' }).fill('3');
  await expect(lamps.getByRole('textbox', { name: 'Amount' })).toHaveValue('1,500.00');
  await lamps.getByRole('button', { name: 'Restore line 2' }).click();
  await expect(lamps.getByRole('textbox', { name: 'Quantity' })).toHaveValue('4');
  await expect(section(page, 'Before submitting')).toContainText('at least one new line item');
});

test('CHANGE-05, CHANGE-06: without the setting, or where accounting accepts no lower amounts, lines stay locked', async () => {
  const other = { ...allowed(), accountingSystem: 'GV' as const };
  for (const shown of [show('nlite'), other]) {
    const { page } = await openStoredOrder(order(), { show: shown });
    await expect(section(page, 'Lower Approved Lines')).toHaveCount(0);
  }
});
