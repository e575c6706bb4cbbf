import { isDay, typedDay } from '#domain/days';
import type { DateFormat } from '#domain/days';
import { formatMoney, toHundredths } from '#domain/money';

/** The cells of a copied range: rows end with a new line, columns with a tab; quoted cells may hold both. */
export function cellsOf(text: string): string[][] {
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
export function isRange(text: string): boolean {
  const rows = cellsOf(text);
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

interface DayWay {
  dateFormat: DateFormat | null;
  today: string;
}

/** A day as a sheet has it, `YYYY-MM-DD`; null is none. Nobody sees it typed, so nothing about it is corrected. */
export function pastedDay(cell: string, way: DayWay): string | null {
  if (isDay(cell)) return cell;
  const day = typedDay(cell, way.dateFormat, way.today);
  if (day === null) return null;
  const said = cell.split(/\D+/).map(Number);
  for (const part of day.split('-').map(Number).slice(1)) {
    const at = said.indexOf(part);
    if (at < 0) return null;
    said.splice(at, 1);
  }
  return day;
}

const dayLike = /^\d{1,4}([/.-])\d{1,2}\1\d{1,4}$/;
const otherOrders = ['MM_DD_YYYY', 'DD_MM_YYYY', 'YYYY_MM_DD'] as const;

/** The order in which the days of a sheet are written: the user's own where all of them fit it, otherwise the one they fit. */
export function pastedDateFormat(rows: readonly (readonly string[])[], way: DayWay): DateFormat | null {
  const days = rows.flat().filter((cell) => dayLike.test(cell));
  const fits = (dateFormat: DateFormat | null) =>
    days.every((day) => pastedDay(day, { ...way, dateFormat }) !== null);
  return fits(way.dateFormat) ? way.dateFormat : (otherOrders.find(fits) ?? way.dateFormat);
}
