import { detectDelimiter } from 'hucre/csv';

/** A line of a CSV file that is not blank; `number` is the row number that a spreadsheet shows. */
export interface CsvRow {
  number: number;
  cells: string[];
}

export interface Csv {
  rows: CsvRow[];
  /** Characters read: reading stops after too many rows. */
  charactersRead: number;
}

/** The separator is detected in the first lines. */
const sampleLength = 65_536;

/**
 * Reads a CSV text in one pass: at most `limits.rows` non-blank lines with `limits.columns` cells each, where the last
 * one holds the last non-blank cell beyond the limit. The library's own reader keeps every cell of a file before it
 * counts them.
 */
export function readCsv(
  text: string,
  limits: { rows: number; columns: number },
  delimiter = detectDelimiter(text.slice(0, sampleLength)),
): Csv {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let number = 1;
  let at = 0;
  while (at < text.length && rows.length < limits.rows) {
    const cell = readCell(text, at, delimiter);
    if (cells.length < limits.columns) cells.push(cell.text);
    else if (cell.text.trim() !== '') cells[limits.columns - 1] = cell.text;
    at = cell.end + 1;
    if (text[cell.end] === delimiter) continue;
    if (text[cell.end] === '\r' && text[at] === '\n') at += 1;
    if (cells.some((one) => one.trim() !== '')) rows.push({ number, cells });
    cells = [];
    number += 1;
  }
  if (cells.length > 0 && rows.length < limits.rows) rows.push({ number, cells });
  return { rows, charactersRead: Math.min(at, text.length) };
}

/** Reads one cell. Quotes count only at its start, and text after the closing quote belongs to the cell. */
function readCell(text: string, start: number, delimiter: string): { text: string; end: number } {
  let [cell, at] = ['', start];
  while (text[at] === '"' && cell === '') {
    [cell, at] = readQuoted(text, at + 1);
    if (at >= text.length) return { text: cell, end: at };
  }
  let end = at;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { text: cell + text.slice(at, end), end };
}

/** Returns the text between quotes and the position after them; two quotes are one. */
function readQuoted(text: string, start: number): [string, number] {
  const parts: string[] = [];
  for (let at = start; ;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return [parts.join('') + text.slice(at), text.length];
    parts.push(text.slice(at, quote));
    if (text[quote + 1] !== '"') return [parts.join(''), quote + 1];
    parts.push('"');
    at = quote + 2;
  }
}
