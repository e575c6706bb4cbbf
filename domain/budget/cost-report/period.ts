/** The first day of the costs of the period: after the last issued report, else of the month (DEC-210). */
export function periodStart(
  day: string,
  lastIssued: string | null,
  nextDay: (day: string) => string,
): string {
  return lastIssued !== null && lastIssued < day ? nextDay(lastIssued) : `${day.slice(0, 7)}-01`;
}
