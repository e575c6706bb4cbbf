/** A small seeded generator (mulberry32): the same seed gives the same numbers. */
export interface Random {
  /** 0 <= n < 1. */
  next(): number;
  /** An integer; both limits are included. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Returns `count` different items, or all of them when there are fewer. */
  some<T>(items: readonly T[], count: number): T[];
  hex(digits: number): string;
}

/** FNV-1a: hashes the seed's text to the generator's 32-bit state. */
function stateOf(seed: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < seed.length; i += 1) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const byteTexts = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Eight hex digits of 32 bits; `toString(16)` is many times slower above 2^30. */
function hexWord(word: number): string {
  const at = (shift: number): string => byteTexts[(word >>> shift) & 0xff] ?? '';
  return at(24) + at(16) + at(8) + at(0);
}

export function randomFrom(seed: string): Random {
  let state = stateOf(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  };
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick,
    some: (items, count) => {
      const rest = [...items];
      const chosen = [];
      while (chosen.length < count && rest.length > 0)
        chosen.push(...rest.splice(int(0, rest.length - 1), 1));
      return chosen;
    },
    hex: (digits) => {
      let text = '';
      while (text.length < digits) text += hexWord(next() * 4_294_967_296);
      return text.slice(0, digits);
    },
  };
}
