import type { Locator, Page } from '@playwright/test';
import { aBilledLine, createDraftInvoice } from '../../tests/e2e/support/data/invoices.ts';
import { lineTable } from '../../tests/e2e/support/pages/line-table.ts';
import { aLine, createApprovedOrder, createDraftOrder } from '../../tests/e2e/support/data/orders.ts';
import type { Person } from '../../tests/e2e/support/environment/person.ts';
import type { Watched } from './browser.ts';

/** Longer than the debounce of a key, shorter than that of the draft autosave, which runs when typing pauses. */
const REST_MS = 200;

/** A cell and the keys typed into it, after which it has its old value. */
interface Typed {
  title: string;
  box: (page: Page, line: number) => Locator;
  keys: readonly string[];
}

const back = (keys: readonly string[]) => [...keys, ...keys.map(() => 'Backspace')];

const inDescription: Typed = {
  title: 'description',
  box: (page, line) => lineTable(page).field(line, 'Description'),
  keys: back([...'lamps in brass']),
};
const inAccount: Typed = {
  title: 'account code',
  box: (page, line) => lineTable(page).combo(line, 'Account'),
  keys: back([...'2301']),
};
const inAmount = (title: string, label: string): Typed => ({
  title,
  box: (page, line) => lineTable(page).field(line, label),
  keys: back([...'1250.75']),
});

/** A form with that many lines, and the keys typed into it. */
export interface LineForm {
  title: string;
  path: string;
  lines: number;
  cells: readonly Typed[];
}

/** The coding of the lines alternates, as on real orders. */
const coding = (at: number) => ({ ACCOUNT: at % 2 === 0 ? '2301' : '2303', EPISODE: '101' });

export async function orderOf(creator: Person, lines: number): Promise<LineForm> {
  const lineItems = Array.from({ length: lines }, (_, at) =>
    aLine({ description: `Lamp ${at + 1}`, coding: coding(at) }),
  );
  const { id } = await createDraftOrder({ api: creator }, { lineItems });
  const cells = [inDescription, inAccount, inAmount('unit cost', 'Unit Cost')];
  return { title: 'PO', path: `/po/edit/${id}`, lines, cells };
}

/** Builds an invoice; every other line relieves part of a line of one purchase order. */
export async function invoiceOf(
  creator: Person,
  buyer: Person,
  approvers: readonly Person[],
  lines: number,
): Promise<LineForm> {
  const order = await createApprovedOrder(
    { api: buyer },
    approvers.map((api) => ({ api })),
    {
      lineItems: Array.from({ length: lines / 2 }, (_, at) =>
        aLine({ description: `Lamp ${at + 1}`, quantity: 1, unitCost: 20 }),
      ),
    },
  );
  const lineItems = Array.from({ length: lines }, (_, at) =>
    aBilledLine({
      description: `Lamp ${at + 1}`,
      amount: 10,
      coding: coding(at),
      ...(at % 2 === 0 && { referencePo: order.poNumber, referencePoLineNumber: at / 2 + 1 }),
    }),
  );
  const { id } = await createDraftInvoice({ api: creator }, { amount: lines * 10, lineItems });
  const cells = [inDescription, inAccount, inAmount('amount', 'Amount')];
  return { title: 'invoice', path: `/invoice/edit/${id}`, lines, cells };
}

/** Opens the form and starts editing its middle line. */
export async function openForm({ page }: Watched, form: LineForm): Promise<void> {
  const line = form.lines / 2;
  const lines = lineTable(page);
  await page.goto(form.path);
  await page.getByRole('columnheader', { name: 'Account', exact: true }).waitFor();
  await page.mouse.move(700, 450);
  for (let at = 0; at < 200 && (await lines.row(line).count()) === 0; at += 1) {
    await page.mouse.wheel(0, 200);
    await page.waitForTimeout(20);
  }
  await lines.row(line).scrollIntoViewIfNeeded();
  await lines.cell(line, 'description').click();
  await inDescription.box(page, line).waitFor();
}

/** Types and returns each key's cost in ms: script, style and layout. */
export async function typeInto(
  window: Watched,
  form: LineForm,
  cell: Typed,
): Promise<{ all: number; script: number; key: string }[]> {
  const { page } = window;
  await cell.box(page, form.lines / 2).focus();
  // Selects the content, so that each key replaces it.
  await page.keyboard.press('ControlOrMeta+a');
  await page.waitForTimeout(600);
  const costs = [];
  for (const key of cell.keys) {
    const { all, script } = await window.costOf(() => page.keyboard.press(key), REST_MS);
    costs.push({ all, script, key });
  }
  // An open list covers the other cells.
  if ((await page.getByRole('listbox').count()) > 0) await page.keyboard.press('Escape');
  return costs;
}
