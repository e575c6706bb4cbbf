import { isDay, parseTypedDate } from '#domain/values/days';
import type { DateFormat } from '#domain/values/days';

interface DateContext {
  dateFormat: DateFormat | null;
  today: string;
}

/**
 * Returns a spreadsheet's date as `YYYY-MM-DD`, or null when it is none. The user does not see it being typed, so
 * nothing is corrected.
 */
export function parsePastedDate(cell: string, context: DateContext): string | null {
  if (isDay(cell)) return cell;
  const day = parseTypedDate(cell, context.dateFormat, context.today);
  if (day === null) return null;
  const numbers = cell.split(/\D+/).map(Number);
  for (const part of day.split('-').map(Number).slice(1)) {
    const at = numbers.indexOf(part);
    if (at < 0) return null;
    numbers.splice(at, 1);
  }
  return day;
}

const dayLike = /^\d{1,4}([/.-])\d{1,2}\1\d{1,4}$/;
const otherOrders = ['MM_DD_YYYY', 'DD_MM_YYYY', 'YYYY_MM_DD'] as const;

/**
 * Returns the format of a spreadsheet's dates: the user's own when all of them fit it, otherwise one that they all fit.
 */
export function detectDateFormat(
  rows: readonly (readonly string[])[],
  context: DateContext,
): DateFormat | null {
  const days = rows.flat().filter((cell) => dayLike.test(cell));
  const fits = (dateFormat: DateFormat | null) =>
    days.every((day) => parsePastedDate(day, { ...context, dateFormat }) !== null);
  return fits(context.dateFormat) ? context.dateFormat : (otherOrders.find(fits) ?? context.dateFormat);
}
