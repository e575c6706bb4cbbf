import { readFileSync } from 'node:fs';

/** Results of one round; times in milliseconds. */
export interface Round {
  times: number[];
  elapsedMs: number;
  /** CPU time of all threads of workerd per execution; null where the system does not provide it. */
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

/** Repeats `runOnce` for this time with that many concurrent clients, until it returns false. */
export async function round(
  runOnce: () => Promise<boolean | number>,
  { parallel, seconds, workerd }: { parallel: number; seconds: number; workerd: number | null },
): Promise<Round> {
  const times: number[] = [];
  const cpuBefore = cpuOf(workerd);
  const start = performance.now();
  const deadline = start + seconds * 1000;
  const one = async (): Promise<void> => {
    for (let began = start; began < deadline;) {
      began = performance.now();
      const result = await runOnce();
      if (result === false) return;
      times.push(result === true ? performance.now() - began : result);
    }
  };
  await Promise.all(Array.from({ length: parallel }, one));
  const elapsedMs = performance.now() - start;
  const cpuAfter = cpuOf(workerd);
  const cpuMs = cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / times.length;
  return { times, elapsedMs, cpuMs };
}

/** Merges several rounds into one. */
export function mergeRounds(rounds: readonly Round[]): Round {
  const times = rounds.flatMap((one) => one.times);
  const cpu = rounds.reduce((sum, one) => sum + (one.cpuMs ?? 0) * one.times.length, 0);
  return {
    times,
    elapsedMs: rounds.reduce((sum, one) => sum + one.elapsedMs, 0),
    cpuMs: rounds.some(({ cpuMs }) => cpuMs === null) ? null : cpu / times.length,
  };
}

/** Returns the given percentile of the times. */
export function percentile({ times }: Round, part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * part) / 100) - 1)] ?? Number.NaN;
}

export const perSecond = ({ times, elapsedMs }: Round): number => (times.length * 1000) / elapsedMs;
