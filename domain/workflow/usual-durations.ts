import { usualDuration } from './working-days.ts';

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
