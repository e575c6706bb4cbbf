import type { Locator } from 'vitest/browser';
import { expect } from '../expect.ts';
import type { Page } from '../page.ts';

export interface LineTable {
  table: Locator;
  rows: Locator;
  row: (line: number) => Locator;
  /** What a cell shows, or its field while the line is edited. */
  cell: (line: number, name: string) => Locator;
  field: (line: number, label: string) => Locator;
  combo: (line: number, label: string) => Locator;
  edit: (line: number) => Promise<void>;
  /** Chooses an item type of the line that is edited. */
  pickType: (line: number, type: string) => Promise<void>;
  /** Pastes as from a spreadsheet, where the focus is. */
  paste: (text: string) => void;
}

/** The line table of a form; lines count from 1. */
export function lineTable(page: Page): LineTable {
  const row = (line: number) => page.locator(`tr[data-row="${line - 1}"]`);
  return {
    table: page.getByRole('region', { name: 'Table of lines' }),
    rows: page.locator('tr[data-row]'),
    row,
    cell: (line, name) => row(line).locator(`[data-cell="${name}"]`),
    field: (line, label) => row(line).getByRole('textbox', { name: label, exact: true }),
    combo: (line, label) => row(line).getByRole('combobox', { name: label, exact: true }),
    edit: (line) => page.getByRole('button', { name: `Edit line ${line}`, exact: true }).click(),
    async pickType(line, type) {
      await row(line)
        .getByRole('button', { name: /Item Type/ })
        .click();
      await page.getByRole('option', { name: type, exact: true }).click();
    },
    paste(text) {
      const { DataTransfer, ClipboardEvent } = page.window;
      const data = new DataTransfer();
      data.setData('text/plain', text);
      page.document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
  };
}

/** A wide form grows when the columns of the codes come, and a button that is being pressed then moves away. */
export async function chartIsHere(page: Page): Promise<void> {
  await expect(page.getByText('Retrieving CoA fields...')).toHaveCount(0);
}
