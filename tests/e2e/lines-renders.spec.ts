import type { Page } from '@playwright/test';
import { aBilledLine, draftInvoice } from './support/invoices.ts';
import { lineTable } from './support/line-table.ts';
import { withoutNews } from './support/lists.ts';
import { aLine, approved, draft } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import { settled } from './support/quiet.ts';
import { countRenders } from './support/renders.ts';

/** What a key draws: the least of three, as something else may be drawn while one is pressed. `undo` comes uncounted. */
async function drawnByKey(
  page: Page,
  key: string,
  drawn: () => Promise<number>,
  undo?: string,
): Promise<number> {
  const counts: number[] = [];
  for (let at = 0; at < 3; at += 1) {
    await settled(page);
    await drawn();
    await page.keyboard.press(key);
    await settled(page);
    counts.push(await drawn());
    if (undo !== undefined) await page.keyboard.press(undo);
  }
  return Math.min(...counts);
}

/** A field of react-aria is some twenty components, the way to it ten; a row of fields is hundreds. */
const fieldAlone = 32;
/** With the line's amount or its indicator, and the total. */
const fieldAndTotal = 48;
/** A box with its list is drawn twice for a key, as the library has it; its five options are some fifteen each time. */
const boxAndFiveOptions = 106;

test('LI-08, LI-37: a key among 200 lines draws its cell and the total, and nothing of the other lines', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  const lineItems = Array.from({ length: 200 }, (_, at) =>
    aLine({ description: `Lamp ${at + 1}`, quantity: 1, unitCost: 1, coding: { ACCOUNT: '2301' } }),
  );
  const { id } = await draft(dana, { lineItems });
  await withoutNews(page);
  const drawn = await countRenders(page);
  await page.goto(`/po/edit/${id}`);
  const lines = lineTable(page);
  await expect(page.getByText('Total $200.00')).toBeVisible();
  await lines.cell(3, 'description').click();
  await lines.field(3, 'Description').press('x');
  expect(await drawnByKey(page, 'y', drawn)).toBeLessThan(fieldAlone);
  await expect(lines.field(3, 'Description')).toHaveValue('xyyy');

  const cost = lines.field(3, 'Unit Cost');
  await cost.fill('4');
  await expect(page.getByText('Total $203.00')).toBeVisible();
  expect(await drawnByKey(page, '2', drawn)).toBeLessThan(fieldAndTotal);
  await expect(lines.field(3, 'Amount')).toHaveValue('4,222.00');
  await expect(page.getByText('Total $4,421.00')).toBeVisible();
});

test('LI-27: a key that leaves as many codes draws the box and those, and neither a copy of it nor a line', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  const lineItems = Array.from({ length: 200 }, (_, at) =>
    aLine({ description: `Lamp ${at + 1}`, coding: { ACCOUNT: '2301' } }),
  );
  const { id } = await draft(dana, { lineItems });
  await withoutNews(page);
  const drawn = await countRenders(page);
  await page.goto(`/po/edit/${id}`);
  const lines = lineTable(page);
  await lines.cell(3, 'description').click();
  await lines.combo(3, 'Account').fill('23');
  await expect(page.getByRole('option')).toHaveCount(5);
  expect(await drawnByKey(page, '0', drawn, 'Backspace')).toBeLessThan(boxAndFiveOptions);
  await expect(page.getByRole('option')).toHaveCount(5);
});

test('DEC-91, DEC-36: a key in a line of an invoice draws its cell alone, with what is missing said at once', async ({
  as,
}) => {
  const elena = await as('elena');
  const { page } = elena;
  const lineItems = Array.from({ length: 100 }, (_, at) =>
    aBilledLine({ description: `Lamp ${at + 1}`, amount: 1 }),
  );
  const { id } = await draftInvoice(elena, { amount: 100, lineItems });
  await withoutNews(page);
  const drawn = await countRenders(page);
  await page.goto(`/invoice/edit/${id}`);
  const lines = lineTable(page);
  await expect(page.getByText('Lines match the amount')).toBeVisible();
  await lines.cell(3, 'description').click();
  await lines.field(3, 'Description').press('x');
  expect(await drawnByKey(page, 'y', drawn)).toBeLessThan(fieldAlone);
  await lines.field(3, 'Amount').fill('5');
  await expect(page.getByText('$4.00 over the amount')).toBeVisible();
});

test('RL-03, DEC-91: an amount among 100 lines that relieve a PO draws the indicators that it changes, and no others', async ({
  as,
  apiOf,
}) => {
  const [elena, dana, marcus, priya] = await Promise.all([
    as('elena'),
    apiOf('dana'),
    apiOf('marcus'),
    apiOf('priya'),
  ]);
  const { page } = elena;
  const names = Array.from({ length: 100 }, (_, at) => `Lamp ${at + 1}`);
  const order = await approved(dana, [marcus, priya], {
    lineItems: names.map((description) => aLine({ description, quantity: 1, unitCost: 20 })),
  });
  const lineItems = names.map((description, at) =>
    aBilledLine({
      description,
      amount: 10,
      referencePo: order.poNumber,
      referencePoLineNumber: at + 1,
    }),
  );
  const { id } = await draftInvoice(elena, { amount: 1000, lineItems });
  await withoutNews(page);
  const drawn = await countRenders(page);
  await page.goto(`/invoice/edit/${id}`);
  const lines = lineTable(page);
  await expect(lines.cell(3, 'relief')).toHaveText('Under$10.00 left');
  await lines.cell(3, 'amount').click();
  await lines.field(3, 'Amount').fill('1');
  await expect(lines.cell(3, 'relief')).toHaveText('Under$19.00 left');
  await lines.field(3, 'Amount').press('5');
  await expect(lines.cell(3, 'relief')).toHaveText('Under$5.00 left');
  await lines.field(3, 'Amount').fill('1');
  expect(await drawnByKey(page, '0', drawn)).toBeLessThan(fieldAndTotal);
  await expect(lines.cell(3, 'relief')).toHaveText('Over$980.00 over');
  await expect(lines.cell(4, 'relief')).toHaveText('Under$10.00 left');
});
