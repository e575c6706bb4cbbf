import { test } from 'vitest';
import { expect } from '../../support/expect.ts';
import { changeOrderDraft, draft, line } from '../../support/fixtures/purchase-orders.ts';
import { openStoredOrder, openNewOrder } from '../../support/pages/forms.ts';
import { RenderCount } from '../../support/renders.ts';

test('LI-06, LI-07, LI-11, LI-37: lines are text until they are clicked, and can be edited, copied, removed and totalled', async () => {
  const { page, lines } = await openNewOrder();
  const heads = page.getByRole('columnheader').allTextContents();
  expect(heads.slice(0, 4)).toEqual(['#', 'Item Type', 'Quantity', 'Unit Cost']);
  for (const head of ['Description', 'Account', 'Episode', 'Tax Code', 'Amount'])
    expect(heads).toContain(head);

  await expect(lines.field(1, 'Description')).toHaveCount(0);
  await lines.cell(1, 'description').click();
  await expect(lines.field(1, 'Description')).toBeFocused();
  await page.keyboard.type('Brass lamps');
  await lines.field(1, 'Quantity').fill('3');
  await lines.field(1, 'Unit Cost').fill('120.50');
  await expect(page.getByText('Total $361.50')).toBeVisible();
  await page.getByRole('heading', { name: 'Line Items' }).click();

  await page.getByRole('button', { name: 'Copy line 1' }).click();
  await expect(lines.rows).toHaveCount(2);
  await expect(lines.field(2, 'Description')).toHaveValue('Brass lamps');
  await expect(page.getByText('Total $723.00')).toBeVisible();
  await lines.field(2, 'Unit Cost').fill('20.25');
  await expect(page.getByText('Total $422.25')).toBeVisible();
  await page.getByRole('button', { name: 'Remove line 1' }).click();
  await expect(lines.rows).toHaveCount(1);
  await expect(page.getByText('Total $60.75')).toBeVisible();

  await lines.edit(1);
  await lines.pickType(1, 'Rental, daily');
  for (const head of ['Rental Start', 'Rental End'])
    await expect(page.getByRole('columnheader', { name: head })).toBeVisible();
});

test('LI-08, DEC-80: Tab, Enter, arrows and Escape move through the line table as in a spreadsheet', async () => {
  const { page, lines } = await openNewOrder();
  const { keyboard } = page;
  const typeOf = (at: number) => lines.row(at).getByRole('button', { name: /Item Type/ });
  await lines.edit(1);
  await expect(typeOf(1)).toBeFocused();
  await keyboard.press('Tab');
  await expect(lines.field(1, 'Quantity')).toBeFocused();
  await keyboard.type('2');
  await keyboard.press('Tab');
  await keyboard.type('10');
  await keyboard.press('Tab');
  await keyboard.type('Tape');
  await keyboard.press('Enter');
  // Enter moves to the next line, to the column in which this line was begun.
  await expect(typeOf(2)).toBeFocused();
  for (let cell = 0; cell < 3; cell += 1) await keyboard.press('Tab');
  await expect(lines.field(2, 'Description')).toBeFocused();
  await keyboard.type('Ladder');
  // An arrow with Control does not move the focus.
  await keyboard.press('Control+ArrowUp');
  await page.waitForIdle();
  await expect(lines.field(2, 'Description')).toBeFocused();
  await keyboard.press('ArrowUp');
  await expect(lines.field(1, 'Description')).toBeFocused();
  await expect(lines.field(1, 'Description')).toHaveValue('Tape');
  await keyboard.press('Shift+Tab');
  await expect(lines.field(1, 'Unit Cost')).toBeFocused();
  await expect(lines.field(1, 'Unit Cost')).toHaveValue('10.00');
  await keyboard.press('ArrowDown');
  await expect(lines.field(2, 'Unit Cost')).toBeFocused();
  await keyboard.press('ArrowDown');
  await expect(lines.rows).toHaveCount(2);

  // Enter stores the text of the current cell.
  await keyboard.type('7.5');
  await keyboard.press('Enter');
  await expect(lines.field(3, 'Unit Cost')).toBeFocused();
  await expect(lines.cell(2, 'unitCost')).toHaveText('$7.50');

  // Arrows leave a combo box of codes until something is typed into it.
  await lines.combo(3, 'Account').fill('2301');
  await page.getByRole('option', { name: /^2301/ }).click();
  await keyboard.press('Enter');
  await expect(lines.combo(4, 'Account')).toBeFocused();
  await expect(lines.combo(4, 'Account')).toHaveValue('');
  await keyboard.press('ArrowUp');
  await expect(lines.combo(3, 'Account')).toBeFocused();
  await expect(page.getByRole('listbox')).toHaveCount(0);

  // Shift+Tab moves from the first cell to the last cell of the line above, and Tab back.
  await typeOf(3).focus();
  await keyboard.press('Shift+Tab');
  await expect(lines.field(2, 'Amount')).toBeFocused();
  await keyboard.press('Tab');
  await expect(typeOf(3)).toBeFocused();

  // Arrows work within an open list. The first Escape closes the list, the second leaves the line.
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(typeOf(3)).toBeFocused();
  await keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Edit line 3' })).toBeFocused();
  await expect(lines.field(3, 'Quantity')).toHaveCount(0);
});

test('LI-08, LI-10, LI-22, LI-37: pasted spreadsheet rows become lines', async () => {
  const { page, lines } = await openNewOrder();
  await lines.cell(1, 'description').click();
  await expect(lines.field(1, 'Description')).toBeFocused();
  lines.paste(
    [
      'Description\tType\tStart\tEnd\tQty\tUnit Cost',
      'Brass lamps\tPurchase\t\t\t3\t$1,250.00',
      'Crane\tRental, weekly\t12/01/2026\t12/14/2026\t2\t€ 900,50',
      'Discount\t\t\t\t1\t(50.00)',
    ].join('\n'),
  );
  await expect(lines.rows).toHaveCount(3);
  await expect(page.getByText('3 lines pasted.')).toBeVisible();
  await expect(lines.cell(2, 'itemType')).toHaveText('Rental, weekly');
  await expect(lines.cell(2, 'rentalEnd')).toHaveText('12/14/2026');
  await expect(lines.cell(2, 'unitCost')).toHaveText('$900.50');
  await expect(lines.cell(3, 'unitCost')).toHaveText('-$50.00');
  await expect(page.getByText('Total $5,501.00')).toBeVisible();

  await lines.edit(3);
  await lines.field(3, 'Description').focus();
  lines.paste('Tape\t4,50\nGels\t12.25');
  await expect(lines.rows).toHaveCount(5);
  await expect(lines.cell(4, 'unitCost')).toHaveText('$4.50');
  await expect(page.getByText('Total $5,517.75')).toBeVisible();
});

/** Opens a form with three pasted lines. */
async function openThree() {
  const app = await openNewOrder();
  await pasteThree(app);
  return app;
}

async function pasteThree({ lines }: Awaited<ReturnType<typeof openNewOrder>>): Promise<void> {
  await lines.cell(1, 'description').click();
  await expect(lines.field(1, 'Description')).toBeFocused();
  lines.paste('Lamp\t10\nChair\t20\nTable\t30');
  await expect(lines.rows).toHaveCount(3);
}

test('LI-11, DEC-80: Undo restores a removed line and reverts pasted rows, and the focus stays in its place', async () => {
  const app = await openThree();
  const { page, lines } = app;
  const undo = page.getByRole('button', { name: 'Undo' });
  const remove = (at: number) => page.getByRole('button', { name: `Remove line ${at}`, exact: true });
  await undo.click();
  await expect(undo).toHaveCount(0);
  await expect(lines.rows).toHaveCount(1);
  await expect(lines.cell(1, 'description')).toHaveText('');

  await pasteThree(app);
  await remove(2).focus();
  await page.keyboard.press('Enter');
  await expect(lines.rows).toHaveCount(2);
  await expect(remove(2)).toBeFocused();
  await page
    .getByRole('status')
    .filter({ hasText: 'Line 2 removed.' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(lines.rows).toHaveCount(3);
  await expect(lines.cell(2, 'description')).toHaveText('Chair');

  await remove(3).focus();
  for (const remaining of [2, 1, 0]) {
    await page.keyboard.press('Enter');
    await expect(lines.rows).toHaveCount(remaining);
  }
  await expect(page.getByRole('button', { name: 'Add Line' })).toBeFocused();
});

test('CO-06, LI-08, DEC-80: arrow keys do not enter the locked lines of a change order', async () => {
  const { page, lines } = await openStoredOrder(changeOrderDraft());
  await page.getByRole('button', { name: 'Add Line' }).click();
  await page.keyboard.press('Tab');
  await expect(lines.field(2, 'Quantity')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(lines.field(2, 'Quantity')).toBeFocused();
});

test('LI-08, LI-11, DEC-80: Escape reverts only the input of its own cell', async () => {
  const { page, lines } = await openThree();
  const { keyboard } = page;
  await lines.cell(2, 'quantity').click();
  await expect(lines.field(2, 'Quantity')).toBeFocused();
  await keyboard.type('4');
  await page.getByRole('button', { name: 'Remove line 2', exact: true }).click();
  await expect(lines.rows).toHaveCount(2);
  await lines.cell(2, 'quantity').click();
  await expect(lines.field(2, 'Quantity')).toBeFocused();
  await keyboard.press('Escape');
  await expect(lines.cell(2, 'description')).toHaveText('Table');
  await expect(lines.cell(2, 'unitCost')).toHaveText('$30.00');

  // A value that was set while the focus was outside the cell stays.
  await lines.cell(1, 'coding.ACCOUNT').click();
  await expect(lines.combo(1, 'Account')).toBeFocused();
  await keyboard.type('2301');
  await keyboard.press('Tab');
  await expect(lines.combo(1, 'Account')).toHaveValue('2301');
  const codingSection = page.getByRole('region', { name: 'Coding' });
  await codingSection.getByRole('combobox', { name: 'Account' }).click();
  await keyboard.type('2303');
  await keyboard.press('Tab');
  await codingSection.getByRole('button', { name: 'Apply to All Lines' }).click();
  await expect(lines.combo(1, 'Account')).toHaveValue('2303');
  await lines.combo(1, 'Account').focus();
  await keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Edit line 1' })).toBeFocused();
  await expect(lines.cell(1, 'coding.ACCOUNT')).toHaveText('2303');

  // Escape reverts a choice from the cell's own list.
  await lines.edit(1);
  await lines.pickType(1, 'Rental, daily');
  await expect(lines.row(1).getByRole('button', { name: /Item Type/ })).toBeFocused();
  await keyboard.press('Escape');
  await expect(lines.cell(1, 'itemType')).toHaveText('Purchase');
});

test('LI-08: only the lines near the viewport are rendered in a table of 500 lines', async () => {
  const lineItems = Array.from({ length: 500 }, (_, at) =>
    line({ description: `Lamp ${at + 1}`, coding: { ACCOUNT: '2301', EPISODE: '101' } }),
  );
  const renders = new RenderCount();
  const { page, lines } = await openStoredOrder(draft({ lineItems }), { prepare: renders.prepare });
  await lines.row(1).scrollIntoViewIfNeeded();
  await page.mouse.move(700, 450);
  await page.mouse.wheel(0, 249 * 41);
  await expect(lines.row(250)).toBeInViewport();
  // Lines that are far away are represented by empty space.
  await expect.poll(() => lines.rows.count()).toBeLessThan(150);
  await lines.cell(250, 'description').click();
  await expect(lines.field(250, 'Description')).toBeFocused();
  const counts: number[] = [];
  for (let at = 0; at < 5; at += 1) {
    await page.waitForIdle();
    renders.take();
    await page.keyboard.press('x');
    await page.waitForIdle();
    counts.push(renders.take());
  }
  await expect(lines.field(250, 'Description')).toHaveValue('xxxxx');
  // A key renders one field and its cell. A whole row would be hundreds of components.
  expect(counts.toSorted((a, b) => a - b)[2]).toBeGreaterThan(0);
  expect(counts.toSorted((a, b) => a - b)[2]).toBeLessThan(60);
  await page.keyboard.press('Enter');
  await expect(lines.field(251, 'Description')).toBeFocused();
});
