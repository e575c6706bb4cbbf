import { setNow, iso } from './clock.ts';
import type { Chance } from './random.ts';

/** How much goes wrong in one life: shares of all calls. */
export interface Faults {
  before: number;
  after: number;
  stall: number;
  crash: number;
  /** Of messages. */
  lost: number;
  doubled: number;
}

export const calm: Faults = { before: 0, after: 0, stall: 0, crash: 0, lost: 0, doubled: 0 };

/** Where some calls run together; when it dies, nobody of it ever goes on. */
export interface Isolate {
  name: string;
  isDead: boolean;
  /** Called at its death. */
  mourners: (() => void)[];
}

interface Step {
  isolate: Isolate | null;
  what: () => string;
  due: number;
  /** How much of the usual share of failures it has its part in. */
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
 * Decides what happens next. Everything that leaves an isolate (a batch of SQL, a request, a message, a wait) stops here,
 * and goes on when chance picks it: so one seed is one interleaving, with its failures, and the same one every time.
 */
export class Scheduler {
  now: number;
  faults: Faults = calm;
  readonly trace: string[] | null;
  readonly #chance: Chance;
  #steps: Step[] = [];
  #last: Isolate | null = null;
  /** How often whoever went last goes on, if he can. */
  readonly #stickiness: number;
  #isolates = 0;
  taken = 0;

  constructor(chance: Chance, now: number, isTraced: boolean) {
    this.#chance = chance;
    this.#stickiness = chance.pick([0, 0, 0.5, 0.8]);
    this.now = now;
    this.trace = isTraced ? [] : null;
    setNow(now);
  }

  isolate(): Isolate {
    this.#isolates += 1;
    return { name: `i${this.#isolates}`, isDead: false, mourners: [] };
  }

  tell(isolate: Isolate | null, what: () => string): void {
    this.trace?.push(`${iso(this.now).slice(11)} ${(isolate?.name ?? '').padEnd(4)} ${what()}`);
  }

  /** `run` when chance says so, not before `ms` have passed. What belongs to no isolate never fails. */
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

  /** So much time, for somebody who stands outside. */
  pause(ms: number, what: string): Promise<void> {
    return this.step(
      null,
      () => what,
      () => undefined,
      { ms },
    );
  }

  /** Until nothing is left to do, or `isOver`. */
  async runAll(isOver: () => boolean = () => false): Promise<void> {
    await breath();
    while (this.#steps.length > 0 && !isOver()) {
      this.#take();
      await breath();
    }
  }

  kill(isolate: Isolate | null): void {
    if (!isolate || isolate.isDead) return;
    isolate.isDead = true;
    this.tell(isolate, () => 'CRASH');
    this.#steps = this.#steps.filter((step) => step.isolate !== isolate);
    for (const mourn of isolate.mourners) mourn();
  }

  #take(): void {
    const step = this.#choose();
    this.now = Math.max(this.now, step.due) + this.#chance.below(8);
    setNow(this.now);
    this.#last = step.isolate;
    this.taken += 1;
    if (step.isolate?.isDead) return;
    const fate = step.risk > 0 ? this.#fate(step) : 'fine';
    if (fate !== 'fine') this.tell(step.isolate, () => `${fate.toUpperCase()} ${step.what()}`);
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
      if (fate === 'fine') this.tell(step.isolate, step.what);
      end = () => step.resolve(value);
    } catch (error) {
      this.tell(step.isolate, () => `${step.what()} -> ${String(error)}`);
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
    let drawn = this.#chance.next() / risk;
    const within = (share: number) => (drawn -= share) < 0;
    if (within(before)) return 'before';
    if (within(after)) return 'after';
    if (within(crash)) return this.#chance.hits(0.5) ? 'crash before' : 'crash after';
    if (within(stall) && !hasStalled) return 'stall';
    return 'fine';
  }
}

/** Until everybody who could go on without leaving has done so. */
function breath(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
