import { test } from 'vitest';
import { expect } from '../../support/expect.ts';
import { adjusted, draft, line } from '../../support/fixtures/purchase-orders.ts';
import { openEdit, openNew } from '../../support/pages/forms.ts';
import { RenderCount } from '../../support/renders.ts';

test('LI-06, LI-07, LI-11, LI-37: lines are text until they are clicked, then fields; copied, removed, and added up', async () => {
  const { page, lines } = await openNew();
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

test('LI-08, DEC-80: Tab, Enter, arrows and Escape go through the table as through a spreadsheet', async () => {
  const { page, lines } = await openNew();
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
  // The next line begins in the column in which this one was begun.
  await expect(typeOf(2)).toBeFocused();
  for (let cell = 0; cell < 3; cell += 1) await keyboard.press('Tab');
  await expect(lines.field(2, 'Description')).toBeFocused();
  await keyboard.type('Ladder');
  // With Control an arrow is another shortcut.
  await keyboard.press('Control+ArrowUp');
  await page.settled();
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

  // Enter keeps what the last cell still holds.
  await keyboard.type('7.5');
  await keyboard.press('Enter');
  await expect(lines.field(3, 'Unit Cost')).toBeFocused();
  await expect(lines.cell(2, 'unitCost')).toHaveText('$7.50');

  // A box of codes is a field as any other until something is typed into it.
  await lines.combo(3, 'Account').fill('2301');
  await page.getByRole('option', { name: /^2301/ }).click();
  await keyboard.press('Enter');
  await expect(lines.combo(4, 'Account')).toBeFocused();
  await expect(lines.combo(4, 'Account')).toHaveValue(/^2301/);
  await keyboard.press('ArrowUp');
  await expect(lines.combo(3, 'Account')).toBeFocused();
  await expect(page.getByRole('listbox')).toHaveCount(0);

  // From the first cell back to the last one of the line above, and on again.
  await typeOf(3).focus();
  await keyboard.press('Shift+Tab');
  await expect(lines.field(2, 'Amount')).toBeFocused();
  await keyboard.press('Tab');
  await expect(typeOf(3)).toBeFocused();

  // A list keeps its arrows; Escape closes it first, and only then leaves the line.
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(typeOf(3)).toBeFocused();
  await keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Edit line 3' })).toBeFocused();
  await expect(lines.field(3, 'Quantity')).toHaveCount(0);
});

test('LI-08, LI-10, LI-22, LI-37: rows of a spreadsheet become lines', async () => {
  const { page, lines } = await openNew();
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

/** A form with three pasted lines. */
async function openThree() {
  const app = await openNew();
  await pasteThree(app);
  return app;
}

async function pasteThree({ lines }: Awaited<ReturnType<typeof openNew>>): Promise<void> {
  await lines.cell(1, 'description').click();
  await expect(lines.field(1, 'Description')).toBeFocused();
  lines.paste('Lamp\t10\nChair\t20\nTable\t30');
  await expect(lines.rows).toHaveCount(3);
}

test('LI-11, DEC-80: a removed line and pasted rows can be undone; the keyboard stays where it was', async () => {
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
  for (const left of [2, 1, 0]) {
    await page.keyboard.press('Enter');
    await expect(lines.rows).toHaveCount(left);
  }
  await expect(page.getByRole('button', { name: 'Add Line' })).toBeFocused();
});

test('CO-06, LI-08, DEC-80: arrows stop below the lines that a change order has locked', async () => {
  const { page, lines } = await openEdit(adjusted());
  await page.getByRole('button', { name: 'Add Line' }).click();
  await page.keyboard.press('Tab');
  await expect(lines.field(2, 'Quantity')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(lines.field(2, 'Quantity')).toBeFocused();
});

test('LI-08, LI-11, DEC-80: Escape restores its own cell, never a line that was removed or a value from elsewhere', async () => {
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

  // Set on the line while the focus was outside its cell.
  await lines.cell(1, 'coding.ACCOUNT').click();
  await expect(lines.combo(1, 'Account')).toBeFocused();
  await keyboard.type('2301');
  await keyboard.press('Tab');
  await expect(lines.combo(1, 'Account')).toHaveValue('2301');
  const all = page.getByRole('region', { name: 'Coding' });
  await all.getByRole('combobox', { name: 'Account' }).click();
  await keyboard.type('2303');
  await keyboard.press('Tab');
  await all.getByRole('button', { name: 'Apply to All Lines' }).click();
  await expect(lines.combo(1, 'Account')).toHaveValue('2303');
  await lines.combo(1, 'Account').focus();
  await keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Edit line 1' })).toBeFocused();
  await expect(lines.cell(1, 'coding.ACCOUNT')).toHaveText('2303');

  // A choice from the cell's own list is undone.
  await lines.edit(1);
  await lines.pickType(1, 'Rental, daily');
  await expect(lines.row(1).getByRole('button', { name: /Item Type/ })).toBeFocused();
  await keyboard.press('Escape');
  await expect(lines.cell(1, 'itemType')).toHaveText('Purchase');
});

test('LI-08: of 500 lines those that are far away are neither in the page nor drawn', async () => {
  const lineItems = Array.from({ length: 500 }, (_, at) =>
    line({ description: `Lamp ${at + 1}`, coding: { ACCOUNT: '2301', EPISODE: '101' } }),
  );
  const renders = new RenderCount();
  const { page, lines } = await openEdit(draft({ lineItems }), { prepare: renders.prepare });
  await lines.row(1).scrollIntoViewIfNeeded();
  await page.mouse.move(700, 450);
  await page.mouse.wheel(0, 249 * 41);
  await expect(lines.row(250)).toBeInViewport();
  // What is far away takes its room and nothing else.
  await expect.poll(() => lines.rows.count()).toBeLessThan(150);
  await lines.cell(250, 'description').click();
  await expect(lines.field(250, 'Description')).toBeFocused();
  const counts: number[] = [];
  for (let at = 0; at < 5; at += 1) {
    await page.settled();
    renders.take();
    await page.keyboard.press('x');
    await page.settled();
    counts.push(renders.take());
  }
  await expect(lines.field(250, 'Description')).toHaveValue('xxxxx');
  // One field with its cell; a row of them would be hundreds of components.
  expect(counts.toSorted((a, b) => a - b)[2]).toBeGreaterThan(0);
  expect(counts.toSorted((a, b) => a - b)[2]).toBeLessThan(60);
  await page.keyboard.press('Enter');
  await expect(lines.field(251, 'Description')).toBeFocused();
});
