import type { Locator } from 'vitest/browser';
import { expect } from '../expect.ts';
import type { Page } from '../page.ts';

export interface LineTable {
  table: Locator;
  rows: Locator;
  row: (line: number) => Locator;
  /** The cell, which contains a text, or a field while the line is edited. */
  cell: (line: number, name: string) => Locator;
  field: (line: number, label: string) => Locator;
  combo: (line: number, label: string) => Locator;
  edit: (line: number) => Promise<void>;
  /** Chooses an item type in the edited line. */
  pickType: (line: number, type: string) => Promise<void>;
  /** Pastes rows of a spreadsheet into the focused field. */
  paste: (text: string) => void;
}

/** The line table of a form. Lines count from 1. */
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

/** Waits for the code columns, which widen the form when they load and would move a button during a press. */
export async function waitForChart(page: Page): Promise<void> {
  await expect(page.getByText('Retrieving CoA fields...')).toHaveCount(0);
}
