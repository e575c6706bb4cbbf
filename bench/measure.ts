import { readFileSync } from 'node:fs';

/** What one round of a work came to; times in milliseconds. */
export interface Round {
  times: number[];
  elapsedMs: number;
  /** Of workerd, in every thread, for each time; null where the system does not tell. */
  cpuMs: number | null;
}

/** Linux counts CPU time in hundredths of a second. */
const tickMs = 10;

function cpuOf(pid: number | null): number | null {
  if (pid === null) return null;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/** Does `once` again and again for so long, so many side by side; it answers false when it cannot go on. */
export async function round(
  once: () => Promise<boolean>,
  { parallel, seconds, workerd }: { parallel: number; seconds: number; workerd: number | null },
): Promise<Round> {
  const times: number[] = [];
  const cpuBefore = cpuOf(workerd);
  const start = performance.now();
  const deadline = start + seconds * 1000;
  const one = async (): Promise<void> => {
    for (let began = start; began < deadline;) {
      began = performance.now();
      if (!(await once())) return;
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: parallel }, one));
  const elapsedMs = performance.now() - start;
  const cpuAfter = cpuOf(workerd);
  const cpuMs = cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / times.length;
  return { times, elapsedMs, cpuMs };
}

/** Rounds of the same as one. */
export function together(rounds: readonly Round[]): Round {
  const times = rounds.flatMap((one) => one.times);
  const cpu = rounds.reduce((sum, one) => sum + (one.cpuMs ?? 0) * one.times.length, 0);
  return {
    times,
    elapsedMs: rounds.reduce((sum, one) => sum + one.elapsedMs, 0),
    cpuMs: rounds.some(({ cpuMs }) => cpuMs === null) ? null : cpu / times.length,
  };
}

/** The time within which so many in a hundred are done. */
export function percentile({ times }: Round, part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * part) / 100) - 1)] ?? Number.NaN;
}

export const perSecond = ({ times, elapsedMs }: Round): number => (times.length * 1000) / elapsedMs;
