import { isDay, parseTypedDate } from '#domain/values/days';
import type { DateFormat } from '#domain/values/days';

interface DayWay {
  dateFormat: DateFormat | null;
  today: string;
}

/** A day as a sheet has it, `YYYY-MM-DD`; null is none. Nobody sees it typed, so nothing about it is corrected. */
export function parsePastedDate(cell: string, way: DayWay): string | null {
  if (isDay(cell)) return cell;
  const day = parseTypedDate(cell, way.dateFormat, way.today);
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
export function detectDateFormat(rows: readonly (readonly string[])[], way: DayWay): DateFormat | null {
  const days = rows.flat().filter((cell) => dayLike.test(cell));
  const fits = (dateFormat: DateFormat | null) =>
    days.every((day) => parsePastedDate(day, { ...way, dateFormat }) !== null);
  return fits(way.dateFormat) ? way.dateFormat : (otherOrders.find(fits) ?? way.dateFormat);
}
