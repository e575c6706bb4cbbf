import { setNow, iso } from './clock.ts';
import type { Chance } from './random.ts';

/** Fault rates of one run, as shares of all calls. */
export interface Faults {
  before: number;
  after: number;
  stall: number;
  crash: number;
  /** Shares of all messages. */
  lost: number;
  doubled: number;
}

export const noFaults: Faults = { before: 0, after: 0, stall: 0, crash: 0, lost: 0, doubled: 0 };

/** Calls that share an isolate; when it dies, none of them continues. */
export interface Isolate {
  name: string;
  isDead: boolean;
  /** Callbacks of its death. */
  onDeath: (() => void)[];
}

interface Step {
  isolate: Isolate | null;
  what: () => string;
  due: number;
  /** Factor of the fault rates for this step. */
  risk: number;
  hasStalled: boolean;
  run: () => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

export class Connection extends Error {
  override name = 'Connection';
}

/**
 * Decides what happens next. Everything that leaves an isolate (a batch of SQL, a request, a message, a wait) stops
 * here and continues when chance picks it, so that one seed always gives the same interleaving and the same failures.
 */
export class Scheduler {
  now: number;
  faults: Faults = noFaults;
  readonly trace: string[] | null;
  readonly #chance: Chance;
  #steps: Step[] = [];
  #last: Isolate | null = null;
  /** Probability that the isolate of the last step continues, if it can. */
  readonly #stickiness: number;
  #isolates = 0;
  stepCount = 0;

  constructor(chance: Chance, now: number, isTraced: boolean) {
    this.#chance = chance;
    this.#stickiness = chance.pick([0, 0, 0.5, 0.8]);
    this.now = now;
    this.trace = isTraced ? [] : null;
    setNow(now);
  }

  isolate(): Isolate {
    this.#isolates += 1;
    return { name: `i${this.#isolates}`, isDead: false, onDeath: [] };
  }

  log(isolate: Isolate | null, what: () => string): void {
    this.trace?.push(`${iso(this.now).slice(11)} ${(isolate?.name ?? '').padEnd(4)} ${what()}`);
  }

  /** Calls `run` when chance picks the step, after `ms` at the earliest. A step without an isolate never fails. */
  step<T>(
    isolate: Isolate | null,
    what: () => string,
    run: () => T,
    { ms = 0, risk = isolate ? 1 : 0 }: { ms?: number; risk?: number } = {},
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const due = this.now + ms;
      const done = resolve as (value: unknown) => void;
      this.#steps.push({ isolate, what, due, risk, hasStalled: false, run, resolve: done, reject });
    });
  }

  /** Waits outside of any isolate, such as a client does. */
  pause(ms: number, what: string): Promise<void> {
    return this.step(
      null,
      () => what,
      () => undefined,
      { ms },
    );
  }

  /** Runs until no step is left or `isOver` returns true. */
  async runAll(isOver: () => boolean = () => false): Promise<void> {
    await flushMicrotasks();
    while (this.#steps.length > 0 && !isOver()) {
      this.#take();
      await flushMicrotasks();
    }
  }

  kill(isolate: Isolate | null): void {
    if (!isolate || isolate.isDead) return;
    isolate.isDead = true;
    this.log(isolate, () => 'CRASH');
    this.#steps = this.#steps.filter((step) => step.isolate !== isolate);
    for (const mourn of isolate.onDeath) mourn();
  }

  #take(): void {
    const step = this.#choose();
    this.now = Math.max(this.now, step.due) + this.#chance.below(8);
    setNow(this.now);
    this.#last = step.isolate;
    this.stepCount += 1;
    if (step.isolate?.isDead) return;
    const fate = step.risk > 0 ? this.#fate(step) : 'fine';
    if (fate !== 'fine') this.log(step.isolate, () => `${fate.toUpperCase()} ${step.what()}`);
    if (fate === 'stall') {
      step.hasStalled = true;
      step.due = this.now + this.#chance.below(10_000);
      this.#steps.push(step);
    } else if (fate === 'before') step.reject(new Connection('Network connection lost.'));
    else if (fate === 'crash before') this.kill(step.isolate);
    else this.#run(step, fate);
  }

  #run(step: Step, fate: 'fine' | 'after' | 'crash after'): void {
    let end: () => void;
    try {
      const value = step.run();
      if (fate === 'fine') this.log(step.isolate, step.what);
      end = () => step.resolve(value);
    } catch (error) {
      this.log(step.isolate, () => `${step.what()} -> ${String(error)}`);
      end = () => step.reject(error);
    }
    if (fate === 'after') end = () => step.reject(new Connection('Network connection lost.'));
    if (fate === 'crash after') this.kill(step.isolate);
    else end();
  }

  #choose(): Step {
    const ready = this.#steps.filter(({ due }) => due <= this.now);
    const all = ready.length > 0 ? ready : [this.#earliest()];
    const own = this.#last ? all.filter(({ isolate }) => isolate === this.#last) : [];
    const step = this.#chance.pick(own.length > 0 && this.#chance.hits(this.#stickiness) ? own : all);
    this.#steps.splice(this.#steps.indexOf(step), 1);
    return step;
  }

  #earliest(): Step {
    return this.#steps.reduce((first, step) => (step.due < first.due ? step : first));
  }

  #fate({ hasStalled, risk }: Step): 'fine' | 'before' | 'after' | 'stall' | 'crash before' | 'crash after' {
    const { before, after, stall, crash } = this.faults;
    let roll = this.#chance.next() / risk;
    const within = (share: number) => (roll -= share) < 0;
    if (within(before)) return 'before';
    if (within(after)) return 'after';
    if (within(crash)) return this.#chance.hits(0.5) ? 'crash before' : 'crash after';
    if (within(stall) && !hasStalled) return 'stall';
    return 'fine';
  }
}

/** Waits until everything that can run without a scheduler step has run. */
function flushMicrotasks(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
