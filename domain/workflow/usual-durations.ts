/** Fewer cases than these have no usual duration (WAIT-03). */
const minimumCases = 5;

/** The days of which finished steps make up the usual duration (WAIT-03). */
export const usualDurationDays = 30;

/** Returns the median of the durations in working days, rounded up to whole days; null for too few cases (WAIT-03). */
export function usualDuration(durations: readonly number[]): number | null {
  if (durations.length < minimumCases) return null;
  const sorted = durations.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return Math.ceil(middle.reduce((sum, days) => sum + days, 0) / middle.length);
}

/** Identifies a step in all copies of its flow: durations are per step, not per person (WAIT-03). */
export function stepKey(templateId: string, stepName: string): string {
  return `${templateId} ${stepName}`;
}

interface Duration {
  templateId: string;
  stepName: string;
  workingDays: number;
}

/** Returns the usual working days by step; steps with too few cases are left out (WAIT-03). */
export function usualDurations(durations: readonly Duration[]): Record<string, number> {
  const byStep = Map.groupBy(durations, ({ templateId, stepName }) => stepKey(templateId, stepName));
  return Object.fromEntries(
    [...byStep].flatMap(([key, cases]) => {
      const days = usualDuration(cases.map(({ workingDays }) => workingDays));
      return days === null ? [] : [[key, days]];
    }),
  );
}
