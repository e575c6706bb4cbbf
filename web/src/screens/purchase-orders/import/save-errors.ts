import { escapeFormula } from '#domain/lists/log-format';
import { downloadBlob } from '../../../download-blob.ts';
import type { ImportError } from '#domain/import/import-response';

function cell(text: string): string {
  return `"${escapeFormula(text).replaceAll('"', '""')}"`;
}

/** Downloads the errors as CSV. Without the byte-order mark, Excel would read it in its own code page. */
export function downloadErrors(faults: readonly ImportError[], fileName: string): void {
  const rows = faults.map(({ row, column, message }) => [String(row ?? ''), column ?? '', message]);
  const lines = [['Row', 'Column', 'What is wrong'], ...rows].map((line) => line.map(cell).join(','));
  const name = `${fileName.replace(/\.[^.]*$/, '')} - what is wrong.csv`;
  downloadBlob(new Blob(['\uFEFF', lines.join('\r\n')], { type: 'text/csv;charset=utf-8' }), name);
}
