import { formatMoney, toHundredths } from '#domain/values/money';

/** The cells of a copied range: rows end with a newline, columns with a tab; quoted cells may contain both. */
export function parseCells(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell.trim());
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (quoted && sign === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"' && (quoted || cell === '')) quoted = !quoted;
    else if (!quoted && sign === '\t') endCell();
    else if (!quoted && sign === '\n') {
      endCell();
      rows.push([]);
    } else if (sign !== '\r') cell += sign === '\n' ? ' ' : sign;
  }
  endCell();
  return rows.filter((row) => row.some((value) => value !== ''));
}

/** Whether the text has more than one cell; a single cell is pasted into its field as usual. */
export function isMultiCell(text: string): boolean {
  const rows = parseCells(text);
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1;
}

const bracketed = /^\((.+)\)$/;
const signed = /^(-?)(?:\p{L}{1,3})?(-?)([\d.,]+)(?:\p{L}{1,3})?(-?)$/u;

function numberPattern(decimal: string, thousands: string): RegExp {
  return new RegExp(`^(?:\\d{1,3}(?:[${thousands}]\\d{3})+|\\d+)?(?:[${decimal}](\\d*))?$`);
}

/** Parses digits with separators, with the document's own separators if possible, otherwise with them swapped. */
function parseDigits(digits: string, currency: string): number | null {
  const ownDecimal = formatMoney(0, currency).at(-3) === ',' ? ',' : '.';
  const otherDecimal = ownDecimal === ',' ? '.' : ',';
  if (!/\d/.test(digits) || digits.length > 20) return null;
  if (numberPattern(ownDecimal, otherDecimal).test(digits))
    return Number(digits.replaceAll(otherDecimal, '').replace(ownDecimal, '.'));
  if (numberPattern(otherDecimal, ownDecimal).test(digits))
    return Number(digits.replaceAll(ownDecimal, '').replace(otherDecimal, '.'));
  return null;
}

/**
 * A number as displayed by a spreadsheet, in integer hundredths, or null: with or without a currency symbol, with
 * either kind of separators, negative with a minus before or after it, or in brackets.
 */
export function pastedHundredths(cell: string, currency: string): number | null {
  const inside = bracketed.exec(cell.trim())?.[1];
  const bare = (inside ?? cell).replace(/[\p{Sc}\s'\u2019]/gu, '').replaceAll('\u2212', '-');
  const [, before = '', middle = '', digits = '', after = ''] = signed.exec(bare) ?? [];
  const number = parseDigits(digits, currency);
  if (number === null) return null;
  const minuses = before + middle + after;
  if (minuses.length > 1) return null;
  const negative = inside !== undefined || minuses === '-';
  return toHundredths(negative ? -number : number);
}
