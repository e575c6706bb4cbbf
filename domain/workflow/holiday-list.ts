import { maxHolidayName, maxHolidays } from '#domain/settings';
import { addDays, daysBetween, isDay } from '#domain/values/days';
import type { Holiday } from './working-days.ts';

/** A line of an imported list that is no holiday. */
export interface HolidayLineError {
  /** Counts from 1. */
  line: number;
  text: string;
}

interface HolidayList {
  holidays: Holiday[];
  errors: HolidayLineError[];
}

/** A longer event of a calendar is no holiday. */
const maxEventDays = 31;

function errorOf(line: number, day: string, name: string): HolidayLineError | null {
  if (!isDay(day))
    return { line, text: `“${day.slice(0, 40)}” is not a day. Write it as 2018-03-30 or 3/30/2018.` };
  return name.length > maxHolidayName
    ? { line, text: `The name is longer than ${maxHolidayName} characters.` }
    : null;
}

const unquoted = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"')
    .trim();

/** A day with the month first is written as `2018-03-30`; other texts are returned as they are. */
const isoDay = (text: string) =>
  text.replace(
    /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/,
    (_all, month: string, day: string, year: string) =>
      `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  );

/** Lines such as `2018-03-30, Good Friday` or `3/30/2018, Good Friday`, also separated by semicolons or tabs, with or without a heading. */
function fromLines(lines: readonly string[]): HolidayList {
  const list: HolidayList = { holidays: [], errors: [] };
  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') continue;
    const [, first = '', rest = ''] = /^\s*("[^"]*"|[^,;\t]*)[,;\t]?(.*)$/s.exec(text) ?? [];
    const [day, name] = [unquoted(first), unquoted(rest)];
    const isHeading = index === 0 && /^(date|day)$/i.test(day);
    if (isHeading) continue;
    const iso = isoDay(day);
    const error = errorOf(index + 1, isDay(iso) ? iso : day, name);
    if (error) list.errors.push(error);
    else list.holidays.push({ day: iso, name });
  }
  return list;
}

/** Returns the days of an event: until its end, which is not included. */
function daysOf(start: string, end: string | null): string[] {
  const days = end === null ? 1 : Math.max(1, daysBetween(start, end));
  return Array.from({ length: Math.min(days, maxEventDays) }, (_, after) => addDays(start, after));
}

const calendarDay = (value: string) => value.trim().replace(/^(\d{4})(\d{2})(\d{2}).*$/s, '$1-$2-$3');
const unescaped = (value: string) =>
  value
    .trim()
    .replaceAll(/\\([,;\\])/g, '$1')
    .replaceAll(/\\n/gi, ' ');

/** A line of an iCalendar file may continue on the next ones, which begin with a space. */
function unfolded(lines: readonly string[]): { line: number; text: string }[] {
  const joined: { line: number; text: string }[] = [];
  for (const [index, text] of lines.entries()) {
    const last = joined.at(-1);
    if (last && /^[ \t]/.test(text)) last.text += text.slice(1);
    else joined.push({ line: index + 1, text });
  }
  return joined;
}

/** The events of an iCalendar file: the days of each, with its summary. */
function fromCalendar(lines: readonly string[]): HolidayList {
  const list: HolidayList = { holidays: [], errors: [] };
  let event = { line: 0, day: '', end: '', name: '' };
  for (const { line: number, text } of unfolded(lines)) {
    const [, property = '', value = ''] = /^([A-Z-]+)[^:]*:(.*)$/s.exec(text) ?? [];
    if (property === 'BEGIN') event = { line: 0, day: '', end: '', name: '' };
    if (property === 'DTSTART') event = { ...event, line: number, day: calendarDay(value) };
    if (property === 'DTEND') event.end = calendarDay(value);
    if (property === 'SUMMARY') event.name = unescaped(value);
    if (property !== 'END' || value.trim() !== 'VEVENT') continue;
    const { line, day, end, name } = event;
    const error = errorOf(line, day, name);
    if (error) list.errors.push(error);
    else list.holidays.push(...daysOf(day, isDay(end) ? end : null).map((one) => ({ day: one, name })));
  }
  return list;
}

/** Reads a pasted list or a file: lines with a day and a name, or an iCalendar file (WAIT-12). */
export function parseHolidays(text: string): HolidayList {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  return lines.some((line) => line.trim() === 'BEGIN:VCALENDAR') ? fromCalendar(lines) : fromLines(lines);
}

/** Returns the holidays by day; of two on one day the added one stays. */
export function mergeHolidays(stored: readonly Holiday[], added: readonly Holiday[]): Holiday[] {
  const byDay = new Map([...stored, ...added].map((one) => [one.day, one]));
  return [...byDay.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

/** Returns why a show cannot have so many holidays, or null. */
export function tooManyHolidays({ length }: readonly Holiday[]): string | null {
  if (length <= maxHolidays) return null;
  return `A show has at most ${maxHolidays} holidays: these would be ${length}. Remove ${length - maxHolidays}.`;
}
