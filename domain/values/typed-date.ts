import { addDays, addMonths, daysBetween, parseTypedDate } from './days.ts';
import type { DateFormat } from './days.ts';

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
/** Before any date of a production. */
const aSunday = '1900-01-07';
const namedDays = new Map([
  ['today', 0],
  ['tomorrow', 1],
  ['yesterday', -1],
]);

/** Returns the next such weekday after `today`: on a Monday, `mon` is in a week. */
function nextWeekday(name: string, today: string): string | null {
  const wanted = name.length < 3 ? -1 : weekdays.findIndex((weekday) => weekday.startsWith(name));
  if (wanted < 0) return null;
  const current = daysBetween(aSunday, today) % 7;
  return addDays(today, ((wanted - current + 6) % 7) + 1);
}

const digitsOf = { yearFirst: /^(\d{4}|\d\d)(\d\d)(\d\d)$/, yearLast: /^(\d\d)(\d\d)(\d{4}|\d\d)$/ };

/** Separates six or eight digits that were typed without separators, in the order of the format (ENTRY-07). */
function separateDigits(text: string, format: DateFormat | null): string {
  const isYearFirst = format === 'YYYY_MM_DD' || (format === null && /^(?:19|20)\d{6}$/.test(text));
  return text.replace(isYearFirst ? digitsOf.yearFirst : digitsOf.yearLast, '$1-$2-$3');
}

/** A month and a day without a year are the day nearest to today: on November 28, `1/15` is in January (ENTRY-10). */
function nearestYear(text: string, format: DateFormat | null, today: string): string | null {
  if (!/^\d{1,2}[\s/.-]+\d{1,2}$/.test(text)) return null;
  const thisYear = Number(today.slice(0, 4));
  const days = [thisYear - 1, thisYear, thisYear + 1]
    .map((year) =>
      parseTypedDate(format === 'YYYY_MM_DD' ? `${year}-${text}` : `${text}-${year}`, format, today),
    )
    .filter((day) => day !== null);
  const distance = (day: string) => Math.abs(daysBetween(today, day));
  return days.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

/**
 * Parses what people type into a date field: a date in their format (UX-04), or words that count from `today`: `today`,
 * `fri`, `+30`, `-7`, `+2w`, `+1m` (ENTRY-02). Distances count from `start` where the field has one (ENTRY-11). Returns
 * null when it is none.
 */
export function dateFromEntry(
  typed: string,
  format: DateFormat | null,
  today: string,
  start: string = today,
): string | null {
  const text = typed.trim().toLowerCase();
  const named = namedDays.get(text);
  if (named !== undefined) return addDays(today, named);
  const [, sign = '', count = '', unit = ''] = /^([+-])\s*(\d{1,3})\s*([dwm]?)$/.exec(text) ?? [];
  if (count !== '') {
    const signed = Number(`${sign}${count}`);
    return unit === 'm' ? addMonths(start, signed) : addDays(start, unit === 'w' ? signed * 7 : signed);
  }
  return (
    nextWeekday(text, today) ??
    nearestYear(text, format, today) ??
    parseTypedDate(separateDigits(text, format), format, today)
  );
}
