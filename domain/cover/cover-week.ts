import { addDays, daysBetween, formatDay } from '#domain/values/days';
import type { DateFormat } from '#domain/values/days';

interface Days {
  firstDay: string;
  lastDay: string;
}

/** Before any cover. */
const aMonday = '1900-01-01';

/** Returns the days of a cover from today to the end of this week, or of the whole next week; weeks begin on Monday. */
export function coverWeek(today: string, week: 'this' | 'next'): Days {
  const monday = addDays(today, -(daysBetween(aMonday, today) % 7));
  if (week === 'this') return { firstDay: today, lastDay: addDays(monday, 6) };
  return { firstDay: addDays(monday, 7), lastDay: addDays(monday, 13) };
}

/** `Next week (11/30/2026 to 12/06/2026)`. On the last day of this week only today is left of it (COV-29). */
export function coverWeekText(today: string, week: 'this' | 'next', format: DateFormat | null): string {
  const { firstDay, lastDay } = coverWeek(today, week);
  const first = formatDay(firstDay, format);
  if (firstDay === lastDay) return `Today (${first})`;
  return `${week === 'this' ? 'This week' : 'Next week'} (${first} to ${formatDay(lastDay, format)})`;
}
