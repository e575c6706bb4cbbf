import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** A wide form grows when the codes' columns come, and a button that is being pressed then moves away below the mouse. */
export async function chartIsHere(page: Page): Promise<void> {
  await expect(page.getByText('Retrieving CoA fields...')).toHaveCount(0);
}

/** The line table of a purchase order's form; lines count from 1. */
export function lineTable(page: Page) {
  const row = (line: number): Locator => page.locator(`tr[data-row="${line - 1}"]`);
  return {
    table: page.getByRole('region', { name: 'Table of lines' }),
    row,
    /** What a cell says, or its field while the line is edited. */
    cell: (line: number, name: string): Locator => row(line).locator(`[data-cell="${name}"]`),
    field: (line: number, label: string): Locator =>
      row(line).getByRole('textbox', { name: label, exact: true }),
    combo: (line: number, label: string): Locator =>
      row(line).getByRole('combobox', { name: label, exact: true }),
    edit: (line: number) => page.getByRole('button', { name: `Edit line ${line}`, exact: true }).click(),
    rows: page.locator('tr[data-row]'),
    /** Chooses an item type of the line that is edited. */
    async pickType(line: number, type: string): Promise<void> {
      await row(line)
        .getByRole('button', { name: /Item Type/ })
        .click();
      await page.getByRole('option', { name: type, exact: true }).click();
    },
    /** Pastes as from a spreadsheet, where the focus is. */
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
