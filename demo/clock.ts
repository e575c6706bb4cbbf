import type { Random } from './random.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Milliseconds to an ISO-8601 UTC instant. */
export function instant(at: number): string {
  return new Date(at).toISOString();
}

/** Milliseconds to `YYYY-MM-DD`. */
export function dayOf(at: number): string {
  return instant(at).slice(0, 10);
}

/** A UUIDv7 in hex whose clock part is `at`, so that ids sort by the age of what they name. */
export function uuidAt(random: Random, at: number): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time}7${random.hex(3)}${(8 + random.int(0, 3)).toString(16)}${random.hex(15)}`;
}
