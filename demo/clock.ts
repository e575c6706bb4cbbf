import type { Random } from './random.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

const digits = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));
const dayTexts = new Map<number, string>();

/**
 * Formats milliseconds as an ISO-8601 UTC instant. Caches days, since hundreds of thousands of instants fall on some
 * hundred days.
 */
export function instant(at: number): string {
  const number = Math.floor(at / day);
  let date = dayTexts.get(number);
  if (date === undefined) {
    date = new Date(number * day).toISOString().slice(0, 11);
    dayTexts.set(number, date);
  }
  const rest = at - number * day;
  const two = (unit: number, base: number): string => digits[Math.floor(rest / unit) % base] ?? '';
  const thousandths = String(1000 + (Math.floor(rest) % 1000)).slice(1);
  return `${date}${two(hour, 24)}:${two(minute, 60)}:${two(1000, 60)}.${thousandths}Z`;
}

/** Formats milliseconds as `YYYY-MM-DD`. */
export function dayOf(at: number): string {
  return instant(at).slice(0, 10);
}

/** Returns a UUIDv7 in hex with the time `at`, so that ids sort by age. */
export function uuidAt(random: Random, at: number): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time}7${random.hex(3)}${(8 + random.int(0, 3)).toString(16)}${random.hex(15)}`;
}
