/** A stream of random numbers: the same seed gives the same numbers on every machine. */
export interface Chance {
  /** At least 0, below 1. */
  next: () => number;
  /** An integer from 0 to `below` - 1. */
  below: (below: number) => number;
  /** True with the probability `share`. */
  hits: (share: number) => boolean;
  pick: <T>(items: readonly T[]) => T;
}

/** Creates a stream from `seed` (sfc32, warmed up so that neighbouring seeds have nothing in common). */
export function chanceOf(seed: number): Chance {
  let [a, b, c, d] = [0x9e3779b9, seed | 0, Math.floor(seed / 2 ** 32) | 0, 1];
  const next = () => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let turn = 0; turn < 15; turn += 1) next();
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    hits: (share) => next() < share,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to choose from');
      return item;
    },
  };
}
