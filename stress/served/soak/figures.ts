/** A call as its client saw it: start in epoch milliseconds, duration, and status, 0 for no answer. */
export interface Call {
  what: string;
  at: number;
  ms: number;
  status: number;
}

/** Memory of two Workers after a garbage collection, in MB: one under load and an idle one. */
export interface Size {
  at: number;
  working: number;
  idle: number;
}

interface Fifth {
  calls: number;
  errors: number;
  p50: number;
  p99: number;
  working: number;
  idle: number;
}

/** Allowed growth of the last fifth over the second one. */
const limits = { p99: 0.2, memory: 0.1 };

const rounded = (value: number) => Math.round(value * 10) / 10;

/** Returns 0 without values. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Divides the soak into five parts, of which the first is the warm-up, and returns them with the violations. */
export function judgeSoak(
  calls: readonly Call[],
  sizes: readonly Size[],
  { from, to }: { from: number; to: number },
): { fifths: Fifth[]; wrong: string[] } {
  const span = (to - from) / 5;
  const within = (n: number) => (one: { at: number }) =>
    one.at >= from + n * span && one.at < from + (n + 1) * span;
  const fifths = Array.from({ length: 5 }, (_one, n): Fifth => {
    const own = calls.filter(within(n));
    const held = sizes.filter(within(n));
    const times = own.map(({ ms }) => ms);
    return {
      calls: own.length,
      errors: own.filter(({ status }) => status === 0 || status >= 400).length,
      p50: rounded(percentile(times, 0.5)),
      p99: rounded(percentile(times, 0.99)),
      working: rounded(
        percentile(
          held.map(({ working }) => working),
          0.5,
        ),
      ),
      idle: rounded(
        percentile(
          held.map(({ idle }) => idle),
          0.5,
        ),
      ),
    };
  });
  return { fifths, wrong: [...errorsOf(calls), ...driftOf(fifths)] };
}

function errorsOf(calls: readonly Call[]): string[] {
  const bad = Map.groupBy(
    calls.filter(({ status }) => status === 0 || status >= 400),
    ({ what, status }) => `${what} was answered with ${status}`,
  );
  return [...bad].map(([sentence, all]) => `${sentence}, ${all.length} times`);
}

function driftOf(fifths: readonly Fifth[]): string[] {
  const wrong: string[] = [];
  const [, early] = fifths;
  const late = fifths.at(-1);
  if (!early || !late || early.calls === 0 || late.calls === 0) return ['nobody was at work'];
  if (late.p99 > early.p99 * (1 + limits.p99)) wrong.push(`p99 went from ${early.p99} to ${late.p99} ms`);
  if (early.working === 0 || late.working === 0) return [...wrong, 'nobody looked at the memory'];
  // Growth of the idle server as well is not caused by the load.
  const grown = late.working - early.working - Math.max(0, late.idle - early.idle);
  if (grown > early.working * limits.memory)
    wrong.push(
      `memory grew by ${rounded(grown)} MB over ${early.working} MB, beside what an idle server grew`,
    );
  return wrong;
}
