import { use } from 'react';
import { dateInZone, formatDay, formatInstant } from '#domain/values/days';
import type { DateFormat } from '#domain/values/days';
import { DateFormatContext } from './date-format-context.ts';

export function useDateFormat(): DateFormat | null {
  return use(DateFormatContext);
}

/** The IANA zone of this browser (DEC-49). */
export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Today in the user's time zone, or in this one, such as that of the show: `YYYY-MM-DD`. */
export function today(zone: string = timeZone): string {
  return dateInZone(new Date().toISOString(), zone);
}

/** A day in the user's format; renders nothing for an empty one. */
export function Day(props: { day: string | null | undefined }) {
  const format = useDateFormat();
  if (!props.day) return null;
  return (
    <time dateTime={props.day} className="figures whitespace-nowrap">
      {formatDay(props.day, format)}
    </time>
  );
}

/** Returns a function that formats an instant in the user's format and zone, with `hh:mm a` (SE-26). */
export function useWhen(): (at: string) => string {
  const format = useDateFormat();
  return (at) => formatInstant(at, format, timeZone);
}

/** An instant in the user's format and zone. */
export function Time(props: { at: string | null | undefined }) {
  const when = useWhen();
  if (!props.at) return null;
  return (
    <time dateTime={props.at} className="figures whitespace-nowrap">
      {when(props.at)}
    </time>
  );
}
