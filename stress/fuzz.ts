import { mapConcurrent } from '../scripts/processes/map-concurrent.mjs';
import type { Options } from './options.ts';
import { runTests } from './vitest.ts';

/** Shares of the routes; each runs in a workerd of its own. */
const shares = 8;

interface Sum {
  routes: number;
  calls: number;
  answered: number;
  refused: number;
}

/**
 * Fuzzes every route with 500 calls that its schema allows and 500 that it does not, or with `--seeds` of each; the
 * shares run concurrently.
 */
export async function fuzz({ seeds, seed, threads }: Options): Promise<boolean> {
  const env = {
    VITE_BACKLOT_FUZZ: String(seeds ?? 500),
    ...(seed === null ? {} : { VITE_BACKLOT_SEED: String(seed) }),
  };
  const parts = Array.from({ length: shares }, (_, index) => `${index + 1}/${shares}`);
  const sums = await mapConcurrent(parts, threads, async (share) => {
    const { code, output } = await runTests('fuzz', { ...env, VITE_BACKLOT_SHARE: share });
    const text = /FUZZ (\{.*\})$/m.exec(output)?.[1];
    if (code === 0 && text !== undefined) return JSON.parse(text) as Sum;
    console.log(output);
    return null;
  });
  const sum = (of: keyof Sum) => sums.reduce((total, one) => total + (one?.[of] ?? 0), 0);
  console.log(
    `fuzz: ${sum('routes')} routes, ${sum('calls')} valid calls (${sum('answered')} done), as many broken ` +
      `(${sum('refused')} refused), ${sums.filter((one) => one === null).length} of ${shares} shares with faults`,
  );
  const isLongEnough = sum('answered') > 0.5 * sum('calls') && sum('refused') > 0.6 * sum('calls');
  return isLongEnough && !sums.includes(null);
}
