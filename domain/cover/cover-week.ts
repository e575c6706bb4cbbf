import { addDays, daysBetween } from '#domain/values/days';

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
