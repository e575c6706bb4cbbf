import { randomInt } from 'node:crypto';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { mutants } from '../simulator/mutants/mutants.ts';
import type { Mutant } from '../simulator/mutants/mutants.ts';
import type { Patch } from '../simulator/patch.ts';
import { chanceOf } from '../simulator/random.ts';
import type { Chance } from '../simulator/random.ts';

/** A fault with the sentence that tells of it: that a busy machine was slow as well is no find. */
type Fault = Mutant & { sign: RegExp };

interface Mortal {
  said: () => string;
  end: () => Promise<void>;
}

/** A part of the battery that serves the product: as it is it must hold, with each fault planted it must not. */
interface Part<Served extends Mortal> {
  name: string;
  /** A copy of its own, with this planted. */
  serve: (planted: { patches: readonly Patch[]; sql: readonly string[] }) => Promise<Served>;
  /** How many of what it counts: when nothing else is asked for, and to find a planted fault. */
  count: { whole: number; planted: number };
  /** Watches or delays, and is planted in every copy. */
  instruments?: readonly Patch[];
  /** Answers what is wrong, each in a sentence, and says its figures. A `freshProduct` is not started yet. */
  run: (product: Served, count: number, chance: Chance) => Promise<string[]>;
  faults: readonly Fault[];
}

const began = Date.now();

/** A line with the seconds since the battery began. */
export function say(text: string): void {
  console.log(`${((Date.now() - began) / 1000).toFixed(0).padStart(5)} s  ${text}`);
}

/** What the machine has to do, for figures that depend on it. */
export function load(): string {
  return `load ${loadavg()[0]?.toFixed(1)}`;
}

/** The fault of this name that the simulator has to find as well. */
export function knownFault(name: string, sign: RegExp): Fault {
  const found = mutants.find((one) => one.name === name);
  if (!found) throw new Error(`There is no planted fault: ${name}`);
  return { ...found, sign };
}

async function served<Served extends Mortal>(
  { serve, run, instruments = [] }: Part<Served>,
  count: number,
  seed: number,
  fault?: Mutant,
) {
  const patches = [...instruments, ...(fault?.patches ?? [])];
  const product = await serve({ patches, sql: fault?.sql ?? [] });
  try {
    return await run(product, count, chanceOf(seed));
  } catch (error) {
    // Its log goes with it, and why nobody answered any more stands there alone.
    console.error(`The server's last words:\n${product.said()}`);
    throw error;
  } finally {
    await product.end();
  }
}

/**
 * `node battery/served/<name>.ts [count] [--seed n] [--sound] [--fault text]`: on a fresh product, then with each planted
 * fault; exits 1 when anything is not so. `--sound` leaves the faults out, `--fault` all but those whose names have the text.
 */
export async function trial<Served extends Mortal>(part: Part<Served>): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      sound: { type: 'boolean', default: false },
      fault: { type: 'string' },
    },
  });
  const seed = Number(values.seed ?? randomInt(1, 1_000_000));
  const count = Number(positionals[0] ?? part.count.whole);
  if (!Number.isSafeInteger(seed) || !(count > 0)) throw new Error(`${part.name} takes a count and a seed`);
  const named = part.faults.filter(({ name }) => name.includes(values.fault ?? ''));
  if (named.length === 0) throw new Error(`${part.name} has no fault called: ${values.fault}`);
  say(`${part.name}: seed ${seed}`);
  const isSound = values.fault !== undefined || (await holds(part, count, seed));
  const missed = await missedBy(part, seed, values.sound ? [] : named);
  process.exitCode = isSound && missed === 0 ? 0 : 1;
}

async function holds<Served extends Mortal>(
  part: Part<Served>,
  count: number,
  seed: number,
): Promise<boolean> {
  const wrong = await served(part, count, seed);
  for (const sentence of wrong.slice(0, 20)) console.error(`${part.name}: ${sentence} (seed ${seed})`);
  say(`${part.name}: ${wrong.length === 0 ? 'as it should be' : `${wrong.length} things are not so`}`);
  return wrong.length === 0;
}

/** How many of the faults are not found. */
async function missedBy<Served extends Mortal>(
  part: Part<Served>,
  seed: number,
  faults: readonly Fault[],
): Promise<number> {
  let missed = 0;
  for (const fault of faults) {
    const said = await served(part, part.count.planted, seed, fault);
    const first = said.find((sentence) => fault.sign.test(sentence));
    if (first === undefined) missed += 1;
    // What else was wrong may tell why it was not.
    const end = first === undefined ? `NOT FOUND; ${said[0] ?? 'nothing was wrong'}` : `found: ${first}`;
    say(`${part.name}: planted: ${fault.name}: ${end}`);
  }
  if (faults.length > 0)
    say(`${part.name}: ${faults.length - missed} of ${faults.length} planted faults found`);
  return missed;
}
