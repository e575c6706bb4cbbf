/** Days are `YYYY-MM-DD`, instants ISO-8601 UTC. The only file of the domain that may use Date; "now" is an argument. */

/** Null follows the browser's locale (SE-26, DEC-49). */
export const dateFormats = ['MM_DD_YYYY', 'DD_MM_YYYY', 'YYYY_MM_DD'] as const;
export type DateFormat = (typeof dateFormats)[number];

/** Used when no time zone is known (DEC-49). */
export const defaultTimeZone = 'America/Los_Angeles';

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for an existing calendar day from the year 1000 on. */
export function isDay(text: string): boolean {
  const match = dayPattern.exec(text);
  return match !== null && isCalendarDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Returns the days between two valid days; negative when the second is earlier. */
export function daysBetween(start: string, end: string): number {
  return (Date.parse(end) - Date.parse(start)) / 86_400_000;
}

/** Returns the day that is `count` days after a valid day; before it when `count` is negative. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
}

/** Returns a valid day in words, by a format of the time zone UTC. */
export function dayInWords(day: string, format: Intl.DateTimeFormat): string {
  return format.format(Date.parse(day));
}

/** Returns the same day of a month that is `count` months later, or the last day of a shorter month. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastDate = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, lastDate))).toISOString().slice(0, 10);
}

/** Returns the first and the last day of the month that is `months` before the month of `day`. */
export function monthBefore(day: string, months: number): { startDate: string; endDate: string } {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const at = (monthIndex: number, dayOfMonth: number) =>
    new Date(Date.UTC(year, monthIndex, dayOfMonth)).toISOString().slice(0, 10);
  return { startDate: at(month - 1 - months, 1), endDate: at(month - months, 0) };
}

/** Every request checks the zone of its show. */
let lastZone: string = defaultTimeZone;

/** Returns an IANA zone that this runtime supports, else the default one. */
export function timeZoneOrDefault(timeZone: string): string {
  if (timeZone === lastZone) return timeZone;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone }).format(0);
    lastZone = timeZone;
    return timeZone;
  } catch {
    return defaultTimeZone;
  }
}

interface WallClock {
  day: string;
  hour: number;
  minute: string;
}

/** Creating a formatter costs more than a hundred uses of it, and long lists use the same one. */
let lastClock: { timeZone: string; format: Intl.DateTimeFormat } | null = null;

function clockIn(timeZone: string): Intl.DateTimeFormat {
  if (lastClock?.timeZone === timeZone) return lastClock.format;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timeZoneOrDefault(timeZone),
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  lastClock = { timeZone, format };
  return format;
}

function wallClock(at: string, timeZone: string): WallClock {
  const parts = clockIn(timeZone).formatToParts(new Date(at));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return {
    day: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`,
    hour: Number(part('hour')),
    minute: part('minute'),
  };
}

/** Returns the date in a time zone at an instant (PO-08). */
export function dateInZone(at: string, timeZone: string): string {
  return wallClock(at, timeZone).day;
}

/** Returns the instant at which a valid day begins in a time zone. */
export function startOfDay(day: string, timeZone: string): string {
  const midnight = Date.parse(day);
  const before = (instant: number) =>
    midnight - (Date.parse(localTimeAsUtc(new Date(instant).toISOString(), timeZone)) - instant);
  // Twice, as the offset at midnight UTC may differ from the one at midnight in the zone.
  return new Date(before(before(midnight))).toISOString();
}

/** Returns a zone's local time, to the minute, written as if it were UTC: for cells without a time zone. */
export function localTimeAsUtc(at: string, timeZone: string): string {
  const { day, hour, minute } = wallClock(at, timeZone);
  return `${day}T${String(hour).padStart(2, '0')}:${minute}:00.000Z`;
}

/** Returns the same instant written in a zone's local time with its offset, so that it begins with the local day. */
export function localInstant(at: string, timeZone: string): string {
  const local = localTimeAsUtc(at, timeZone);
  const minutes = Math.ceil((Date.parse(local) - Date.parse(at)) / 60_000);
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const seconds = new Date(at).toISOString().slice(16, 23);
  const offset = `${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
  return `${local.slice(0, 16)}${seconds}${minutes < 0 ? '-' : '+'}${offset}`;
}

/** Formats a valid day in the user's format (SE-26). */
export function formatDay(day: string, format: DateFormat | null): string {
  const [year = '', month = '', date = ''] = day.split('-');
  if (format === 'MM_DD_YYYY') return `${month}/${date}/${year}`;
  if (format === 'DD_MM_YYYY') return `${date}/${month}/${year}`;
  if (format === 'YYYY_MM_DD') return `${year}-${month}-${date}`;
  localeDay ??= new Intl.DateTimeFormat(undefined, {
    timeZone: 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return localeDay.format(new Date(day));
}

let localeDay: Intl.DateTimeFormat | undefined;

/** Formats an instant in the user's format and zone, with `hh:mm a` (SE-26, DEC-90). */
export function formatInstant(at: string, format: DateFormat | null, timeZone: string): string {
  const { day, hour, minute } = wallClock(at, timeZone);
  const hours = String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0');
  return `${formatDay(day, format)} ${hours}:${minute} ${hour < 12 ? 'AM' : 'PM'}`;
}

/**
 * Returns the day that begins in Los Angeles in this instant's hour, or null when it is not midnight there (DEC-49).
 */
export function pacificMidnightDay(at: string): string | null {
  const { day, hour } = wallClock(at, defaultTimeZone);
  return hour === 0 ? day : null;
}

/** Returns the day in Los Angeles after its first hour, in which the cron runs; null within that hour (DEC-49). */
export function pacificMissedDay(at: string): string | null {
  const { day, hour } = wallClock(at, defaultTimeZone);
  return hour === 0 ? null : day;
}

/** Two digits get this century; three become this year (UX-04). */
function correctedYear(typed: string, today: string): string {
  if (typed.length === 2) return today.slice(0, 2) + typed;
  return typed.length === 3 ? today.slice(0, 4) : typed;
}

/**
 * Parses and corrects a date typed in the user's format. Returns null when it is none, such as one beyond the month's
 * end. Without a format, digits that begin with a year are read as `YYYY-MM-DD`, others as `MM/DD/YYYY` (UX-04,
 * DEC-49).
 */
export function parseTypedDate(typed: string, format: DateFormat | null, today: string): string | null {
  const match = /^(\d{1,4})[\s/.-]+(\d{1,4})[\s/.-]+(\d{1,4})$/.exec(typed.trim());
  if (!match) return null;
  const [, a = '', b = '', c = ''] = match;
  const order = format ?? (a.length > 2 ? 'YYYY_MM_DD' : 'MM_DD_YYYY');
  const { year, month, date } = {
    MM_DD_YYYY: { year: c, month: a, date: b },
    DD_MM_YYYY: { year: c, month: b, date: a },
    YYYY_MM_DD: { year: a, month: b, date: c },
  }[order];
  if (month.length > 2 || date.length > 2) return null;
  const corrected = [
    correctedYear(year, today),
    String(Math.min(Number(month), 12)).padStart(2, '0'),
    String(Math.min(Number(date), 31)).padStart(2, '0'),
  ].join('-');
  return isDay(corrected) ? corrected : null;
}
