import { addDays, daysBetween } from '#domain/values/days';

/** A day on which nobody works, such as Good Friday. */
export interface Holiday {
  day: string;
  name: string;
}

/** The days of a show: Monday to Friday in its time zone, without its holidays. */
export interface WorkCalendar {
  timeZone: string;
  holidays: readonly Pick<Holiday, 'day'>[];
}

type Holidays = Pick<WorkCalendar, 'holidays'>;

/** Returns `1 working day` or `3 working days`. */
export function workingDaysText(days: number): string {
  return days === 1 ? '1 working day' : `${days} working days`;
}

/** Returns `usually 2 working days` or `usually the same day`; '' if it is not known. */
export function usualDaysText(usualDays: number | null): string {
  if (usualDays === null) return '';
  return usualDays === 0 ? 'usually the same day' : `usually ${workingDaysText(usualDays)}`;
}

/** Returns `3 working days; usually 2`: a time, which may be '', and the usual one if it is known. */
export function withUsualDays(time: string, usualDays: number | null): string {
  const usual = usualDays ? `usually ${usualDays}` : usualDaysText(usualDays);
  return [time, usual].filter(Boolean).join('; ');
}

/** Weekdays from the beginning of an arbitrary week until a day, which is included. */
function weekdaysUntil(day: string): number {
  const days = daysBetween('0001-01-01', day);
  const weeks = Math.floor(days / 7);
  return weeks * 5 + Math.min(days - weeks * 7 + 1, 5);
}

function isWeekday(day: string): boolean {
  return weekdaysUntil(day) > weekdaysUntil(addDays(day, -1));
}

/** Returns the working days after `start` until `end`, which is included: the day of arrival is day 0 (WAIT-02). */
export function workingDaysBetween(start: string, end: string, { holidays }: Holidays): number {
  if (end <= start) return 0;
  const off = holidays.filter(({ day }) => day > start && day <= end && isWeekday(day)).length;
  return weekdaysUntil(end) - weekdaysUntil(start) - off;
}

/** Returns the last day since which `count` working days have passed on `end` (WAIT-02). */
export function workingDayBefore(end: string, count: number, calendar: Holidays): string {
  let day = end;
  for (let passed = 0; passed < count; passed = workingDaysBetween(day, end, calendar)) {
    day = addDays(day, -1);
  }
  return day;
}

/** Returns the first day on which `count` working days after `start` have passed (WAIT-02). */
export function workingDayAfter(start: string, count: number, calendar: Holidays): string {
  let day = start;
  for (let passed = 0; passed < count; passed = workingDaysBetween(start, day, calendar)) {
    day = addDays(day, 1);
  }
  return day;
}
