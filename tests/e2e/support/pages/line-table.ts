import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** Waits for the columns of the chart of accounts, which move the buttons below the mouse when they appear. */
export async function waitForChart(page: Page): Promise<void> {
  await expect(page.getByText('Retrieving CoA fields...')).toHaveCount(0);
}

/** Returns the line table of a purchase order's form. Lines are counted from 1. */
export function lineTable(page: Page) {
  const row = (line: number): Locator => page.locator(`tr[data-row="${line - 1}"]`);
  return {
    table: page.getByRole('region', { name: 'Table of lines' }),
    row,
    /** The cell, which holds a field while the line is edited. */
    cell: (line: number, name: string): Locator => row(line).locator(`[data-cell="${name}"]`),
    field: (line: number, label: string): Locator =>
      row(line).getByRole('textbox', { name: label, exact: true }),
    combo: (line: number, label: string): Locator =>
      row(line).getByRole('combobox', { name: label, exact: true }),
    edit: (line: number) => page.getByRole('button', { name: `Edit line ${line}`, exact: true }).click(),
    rows: page.locator('tr[data-row]'),
    /** Chooses an item type of the edited line. */
    async pickType(line: number, type: string): Promise<void> {
      await row(line)
        .getByRole('button', { name: /Item Type/ })
        .click();
      await page.getByRole('option', { name: type, exact: true }).click();
    },
    /** Pastes text into the focused element, as from a spreadsheet. */
    async paste(text: string): Promise<void> {
      await page.evaluate((copied) => {
        const data = new DataTransfer();
        data.setData('text/plain', copied);
        const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(event);
      }, text);
    },
  };
}
