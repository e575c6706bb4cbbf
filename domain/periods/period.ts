import type { Status } from '#domain/document';
import { addDays, addMonths } from '#domain/values/days';

/** How the periods of a company are counted, which is fixed at set-up (PERIOD-01). */
export const periodPatterns = ['WEEKS', 'NUMBERS'] as const;
export type PeriodPattern = (typeof periodPatterns)[number];

export const periodStatuses = ['OPEN', 'CLOSED'] as const;
export type PeriodStatus = (typeof periodStatuses)[number];

/** The lengths that periods of each pattern can have; a month ends with the calendar month. */
export const periodLengths = {
  WEEKS: ['WEEK'],
  NUMBERS: ['MONTH', 'FOUR_WEEKS', 'FIVE_WEEKS'],
} as const satisfies Record<PeriodPattern, readonly string[]>;
export const allPeriodLengths = [...periodLengths.WEEKS, ...periodLengths.NUMBERS] as const;
export type PeriodLength = (typeof allPeriodLengths)[number];

export function fitsPattern(pattern: PeriodPattern, length: PeriodLength): boolean {
  const lengths: readonly PeriodLength[] = periodLengths[pattern];
  return lengths.includes(length);
}

/** Of a company: some ten years of weeks. */
export const maxPeriods = 600;

/** Characters of a reason. */
export const maxReason = 500;

export interface PeriodDays {
  number: number;
  firstDay: string;
  lastDay: string;
}

const names = { WEEKS: 'Week', NUMBERS: 'Period' } as const satisfies Record<PeriodPattern, string>;

/** `Week 12` */
export function periodName(pattern: PeriodPattern, number: number): string {
  return `${names[pattern]} ${number}`;
}

const days = { WEEK: 7, FOUR_WEEKS: 28, FIVE_WEEKS: 35 } as const;

function lastDayOf(firstDay: string, length: PeriodLength): string {
  if (length !== 'MONTH') return addDays(firstDay, days[length] - 1);
  return addDays(addMonths(`${firstDay.slice(0, 7)}-01`, 1), -1);
}

/** Consecutive periods from a day on (PERIOD-01). */
export function consecutivePeriods(
  from: { firstDay: string; number: number },
  { length, count }: { length: PeriodLength; count: number },
): PeriodDays[] {
  const periods: PeriodDays[] = [];
  let { firstDay } = from;
  for (let at = 0; at < count; at += 1) {
    const lastDay = lastDayOf(firstDay, length);
    periods.push({ number: from.number + at, firstDay, lastDay });
    firstDay = addDays(lastDay, 1);
  }
  return periods;
}

/** The open period in which a document would be entered; null when none is open that late. */
export interface PeriodFacts {
  company: string;
  open: (PeriodDays & { name: string }) | null;
}

interface DatedDocument {
  status: Status;
  businessDay: string;
  /** The day on which its newest entry counts; null before the first one. */
  effectiveDay: string | null;
  /** Lines of an approved version. */
  lockedLineCount: number;
}

/** Whether a change enters or reverses amounts: the final approval, and the void of an approved document (PERIOD-05). */
export function isEntry(
  { status }: Pick<DatedDocument, 'status'>,
  { action, to }: { action: string; to: { status: Status } },
): boolean {
  return action === 'approve' ? to.status === 'APPROVED' : status === 'APPROVED' && to.status === 'VOID';
}

/**
 * The day on which an entry counts, within the open period: at the first final approval the date of the document
 * (PERIOD-06), for a change order or a void the day of the change, and not before an earlier entry (PERIOD-08). A day
 * outside the period becomes its first or last day.
 */
export function effectiveDayOf(
  document: DatedDocument,
  { firstDay, lastDay }: Pick<PeriodDays, 'firstDay' | 'lastDay'>,
  today: string,
): string {
  const { status, businessDay, effectiveDay, lockedLineCount } = document;
  const isFirst = effectiveDay === null && status !== 'APPROVED' && lockedLineCount === 0;
  const day = isFirst ? businessDay : latest(today, effectiveDay ?? '');
  if (day < firstDay) return firstDay;
  return day > lastDay ? lastDay : day;
}

/** A period with its status. */
export interface PeriodState extends PeriodDays {
  name: string;
  status: PeriodStatus;
}

/**
 * The day on which an amount of a day counts: within the period of that day if it is open, else on the first day of the
 * next open one (PERIOD-06). Null when none is open that late; the day itself without periods.
 */
export function enteredDay(day: string, periods: readonly PeriodState[]): string | null {
  if (periods.length === 0) return day;
  const open = periods.find(({ status, lastDay }) => status === 'OPEN' && lastDay >= day);
  return open ? latest(day, open.firstDay) : null;
}

/** The last day of a period, at most today once it has begun; null for a name or number that no period has. */
export function lastDayOfNamed(text: string, periods: readonly PeriodState[], today: string): string | null {
  const period = periods.find(
    ({ name, number }) => name.toLowerCase() === text.toLowerCase() || String(number) === text,
  );
  if (!period) return null;
  return period.firstDay <= today && today < period.lastDay ? today : period.lastDay;
}

const latest = (one: string, other: string) => (one > other ? one : other);
