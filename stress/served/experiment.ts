import { randomInt } from 'node:crypto';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { mutants } from '../simulator/mutants/mutants.ts';
import type { Mutant } from '../simulator/mutants/mutants.ts';
import type { Patch } from '../simulator/patch.ts';
import { chanceOf } from '../simulator/random.ts';
import type { Chance } from '../simulator/random.ts';

/** A fault with the message that proves it; that a busy machine was slow as well proves nothing. */
type Fault = Mutant & { sign: RegExp };

interface ProductHandle {
  logTail: () => string;
  end: () => Promise<void>;
}

/** A check of the served product: it must pass without faults and fail with each fault. */
interface Part<Served extends ProductHandle> {
  name: string;
  /** Serves a copy with this mutation. */
  serve: (mutation: { patches: readonly Patch[]; sql: readonly string[] }) => Promise<Served>;
  /** Default size of a run, and its size for a mutant. */
  count: { full: number; perMutant: number };
  /** Patches that observe or delay, applied to every copy. */
  instruments?: readonly Patch[];
  /** Logs its measurements and returns one sentence per violation. A `freshProduct` is not started yet. */
  run: (product: Served, count: number, chance: Chance) => Promise<string[]>;
  faults: readonly Fault[];
}

const began = Date.now();

/** Logs a line with the seconds since the start. */
export function logLine(text: string): void {
  console.log(`${((Date.now() - began) / 1000).toFixed(0).padStart(5)} s  ${text}`);
}

/** Returns the load of the machine, for measurements that depend on it. */
export function machineLoad(): string {
  return `load ${loadavg()[0]?.toFixed(1)}`;
}

/** Returns the simulator's fault of this name. Throws when there is none. */
export function simulatorFault(name: string, sign: RegExp): Fault {
  const found = mutants.find((one) => one.name === name);
  if (!found) throw new Error(`There is no planted fault: ${name}`);
  return { ...found, sign };
}

async function served<Served extends ProductHandle>(
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
    // The log is deleted with the product, and only it tells why the server stopped answering.
    console.error(`The server's last words:\n${product.logTail()}`);
    throw error;
  } finally {
    await product.end();
  }
}

/**
 * `node stress/served/<name>.ts [count] [--seed n] [--sound] [--fault text]`: runs a check on a fresh product, then
 * with each fault; exits 1 on a violation. `--sound` omits the faults, `--fault` all faults without the text in their
 * name.
 */
export async function runExperiment<Served extends ProductHandle>(part: Part<Served>): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      sound: { type: 'boolean', default: false },
      fault: { type: 'string' },
    },
  });
  const seed = Number(values.seed ?? randomInt(1, 1_000_000));
  const count = Number(positionals[0] ?? part.count.full);
  if (!Number.isSafeInteger(seed) || !(count > 0)) throw new Error(`${part.name} takes a count and a seed`);
  const named = part.faults.filter(({ name }) => name.includes(values.fault ?? ''));
  if (named.length === 0) throw new Error(`${part.name} has no fault called: ${values.fault}`);
  logLine(`${part.name}: seed ${seed}`);
  const isSound = values.fault !== undefined || (await holds(part, count, seed));
  const missed = await countMissed(part, seed, values.sound ? [] : named);
  process.exitCode = isSound && missed === 0 ? 0 : 1;
}

async function holds<Served extends ProductHandle>(
  part: Part<Served>,
  count: number,
  seed: number,
): Promise<boolean> {
  const wrong = await served(part, count, seed);
  for (const sentence of wrong.slice(0, 20)) console.error(`${part.name}: ${sentence} (seed ${seed})`);
  logLine(`${part.name}: ${wrong.length === 0 ? 'as it should be' : `${wrong.length} things are not so`}`);
  return wrong.length === 0;
}

/** Returns how many faults are not found. */
async function countMissed<Served extends ProductHandle>(
  part: Part<Served>,
  seed: number,
  faults: readonly Fault[],
): Promise<number> {
  let missed = 0;
  for (const fault of faults) {
    const logTail = await served(part, part.count.perMutant, seed, fault);
    const first = logTail.find((sentence) => fault.sign.test(sentence));
    if (first === undefined) missed += 1;
    // Other violations may explain why the fault was not found.
    const end = first === undefined ? `NOT FOUND; ${logTail[0] ?? 'nothing was wrong'}` : `found: ${first}`;
    logLine(`${part.name}: planted: ${fault.name}: ${end}`);
  }
  if (faults.length > 0)
    logLine(`${part.name}: ${faults.length - missed} of ${faults.length} planted faults found`);
  return missed;
}
