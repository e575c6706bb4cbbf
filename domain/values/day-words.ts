import { dateInZone, dayInWords, daysBetween } from './days.ts';

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
const weekday = format({ weekday: 'long' });
const monthDay = format({ month: 'long', day: 'numeric' });
const fullDay = format({ month: 'long', day: 'numeric', year: 'numeric' });

/** The present moment of a reader: today in their time zone. */
export interface Reader {
  today: string;
  timeZone: string;
}

function dayOf(at: string, { today, timeZone }: Reader): { name: string; isNamed: boolean } {
  const day = dateInZone(at, timeZone);
  const ago = daysBetween(day, today);
  if (ago === 0) return { name: 'today', isNamed: true };
  if (ago === 1) return { name: 'yesterday', isNamed: true };
  if (ago > 1 && ago < 7) return { name: dayInWords(day, weekday), isNamed: false };
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return { name: dayInWords(day, isThisYear ? monthDay : fullDay), isNamed: false };
}

/** Returns `today`, `yesterday`, `Tuesday`, `March 3` or `March 3, 2017`: the day of an instant, as people say it. */
export function dayWords(at: string, reader: Reader): string {
  return dayOf(at, reader).name;
}

/** The same after a verb: `today`, `yesterday`, `on Tuesday`, `on March 3`. */
export function onDayWords(at: string, reader: Reader): string {
  const { name, isNamed } = dayOf(at, reader);
  return isNamed ? name : `on ${name}`;
}
