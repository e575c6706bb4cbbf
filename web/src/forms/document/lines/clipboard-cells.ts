import { formatMoney, toHundredths } from '#domain/values/money';

/** The cells of a copied range: rows end with a new line, columns with a tab; quoted cells may hold both. */
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

/** More than one cell: a single word is pasted into its field as ever. */
export function isMultiCell(text: string): boolean {
  const rows = parseCells(text);
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1;
}

const bracketed = /^\((.+)\)$/;
const signed = /^(-?)(?:\p{L}{1,3})?(-?)([\d.,]+)(?:\p{L}{1,3})?(-?)$/u;

function written(decimal: string, thousands: string): RegExp {
  return new RegExp(`^(?:\\d{1,3}(?:[${thousands}]\\d{3})+|\\d+)?(?:[${decimal}](\\d*))?$`);
}

/** Digits with separators as a number: in the document's own way where that fits, otherwise the other way round. */
function figureOf(digits: string, currency: string): number | null {
  const own = formatMoney(0, currency).at(-3) === ',' ? ',' : '.';
  const other = own === ',' ? '.' : ',';
  if (!/\d/.test(digits) || digits.length > 20) return null;
  if (written(own, other).test(digits)) return Number(digits.replaceAll(other, '').replace(own, '.'));
  if (written(other, own).test(digits)) return Number(digits.replaceAll(own, '').replace(other, '.'));
  return null;
}

/**
 * A number as a spreadsheet shows it, in integer hundredths, or null: with the sign of a currency or without, with
 * either kind of separators, negative by a minus before or behind or by brackets.
 */
export function pastedHundredths(cell: string, currency: string): number | null {
  const inside = bracketed.exec(cell.trim())?.[1];
  const bare = (inside ?? cell).replace(/[\p{Sc}\s'\u2019]/gu, '').replaceAll('\u2212', '-');
  const [, before = '', middle = '', digits = '', behind = ''] = signed.exec(bare) ?? [];
  const figure = figureOf(digits, currency);
  if (figure === null) return null;
  const minuses = before + middle + behind;
  if (minuses.length > 1) return null;
  const negative = inside !== undefined || minuses === '-';
  return toHundredths(negative ? -figure : figure);
}
