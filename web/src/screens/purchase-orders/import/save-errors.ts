import { defused } from '#domain/lists/log-format';
import type { ImportError } from '#domain/import/table';
import { downloadBlob } from '../../../download-blob.ts';

function cell(text: string): string {
  return `"${defused(text).replaceAll('"', '""')}"`;
}

/** What is wrong, as a file to mend by: a byte-order mark, without which Excel takes it for its own code page. */
export function saveFaults(faults: readonly ImportError[], fileName: string): void {
  const rows = faults.map(({ row, column, message }) => [String(row ?? ''), column ?? '', message]);
  const lines = [['Row', 'Column', 'What is wrong'], ...rows].map((line) => line.map(cell).join(','));
  const name = `${fileName.replace(/\.[^.]*$/, '')} - what is wrong.csv`;
  downloadBlob(new Blob(['\uFEFF', lines.join('\r\n')], { type: 'text/csv;charset=utf-8' }), name);
}
