import type { Membership } from '../../functions/verbs/request/context.ts';
import { environment } from './bindings.ts';
import type { Body, SentMail, World } from './bindings.ts';
import type { Accounting } from './accounting.ts';
import { perform, describeCommand } from './calls.ts';
import type { Command } from './calls.ts';
import { iso, simulate } from './clock.ts';
import type { Sent } from './clock.ts';
import type { Database } from './database.ts';
import type { Product } from './product.ts';
import type { Chance } from './random.ts';
import { Connection, Scheduler } from './scheduler.ts';
import type { Isolate } from './scheduler.ts';

/** The simulated time at which every run starts. */
export const startTime = Date.UTC(2026, 10, 21, 18);

/** Result of a call as its client sees it. */
export type Outcome =
  | { kind: 'done'; answer: unknown }
  | { kind: 'refused'; code: string }
  | { kind: 'unknown' };

/** A message waiting for delivery. */
interface Waiting {
  body: Body;
  isAlone: boolean;
  attempts: number;
  /** Earliest time of the next delivery, set by a retry. */
  notBefore: number;
}

/** Maximum batch size of the queue. */
const mostAtOnce = 10;

/** The simulated environment of one run: isolates that come and go, one database, one queue, accounting and mail. */
export class Harness implements World {
  readonly scheduler: Scheduler;
  readonly database: Database;
  readonly accounting: Accounting;
  readonly sentMails: SentMail[] = [];
  readonly product: Product;
  /** Errors in background work, which no caller sees. */
  readonly failures: string[] = [];
  readonly #chance: Chance;
  readonly #places: ReadonlyMap<string, Membership>;
  readonly #isolates = new Map<string, Isolate>();
  readonly #waiting = new Set<Waiting>();
  #ids = 0;

  constructor(
    own: {
      product: Product;
      database: Database;
      accounting: Accounting;
      memberships: ReadonlyMap<string, Membership>;
    },
    chance: Chance,
    isTraced: boolean,
    begins: number,
  ) {
    this.product = own.product;
    this.database = own.database;
    this.accounting = own.accounting;
    this.#places = own.memberships;
    this.#chance = chance;
    this.scheduler = new Scheduler(chance, begins, isTraced);
    simulate({
      // Timers on a busy machine are late, so that polling is less frequent.
      wait: (ms) => this.scheduler.pause(6 * ms, 'wait'),
      id: () => this.#id(),
      fetch: (request) => this.#fetch(request),
    });
  }

  /** Like a UUIDv7: ordered by time, and unordered within one millisecond, since isolates share no state. */
  #id(): string {
    this.#ids += 1;
    const time = this.scheduler.now.toString(16).padStart(12, '0');
    const random = this.#chance
      .below(2 ** 32)
      .toString(16)
      .padStart(8, '0');
    return `${time}7000${random}${this.#ids.toString(16).padStart(8, '0')}`;
  }

  /** Returns one of the live isolates or a new one. */
  isolate(): Isolate {
    const alive = [...this.#isolates.values()].filter(({ isDead }) => !isDead);
    if (alive.length > 2 || (alive.length > 0 && this.#chance.hits(0.4))) return this.#chance.pick(alive);
    const isolate = this.scheduler.isolate();
    this.#isolates.set(isolate.name, isolate);
    return isolate;
  }

  /** Performs one call as the web application does. */
  async call(command: Command): Promise<Outcome> {
    const isolate = this.isolate();
    const { scheduler, product } = this;
    scheduler.log(isolate, () => `CALL ${describeCommand(command)}`);
    const work = async (): Promise<Outcome> => {
      try {
        return {
          kind: 'done',
          answer: await perform(product, await this.#context(isolate, command), command),
        };
      } catch (error) {
        if (error instanceof product.Refusal) return { kind: 'refused', code: error.code };
        scheduler.log(isolate, () => `FAILED ${describeCommand(command)}: ${String(error)}`);
        if (!mayFail(error)) throw error;
        return { kind: 'unknown' };
      }
    };
    const outcome = await this.#orDead(isolate, work(), { kind: 'unknown' });
    scheduler.log(isolate, () => `TOLD ${describeCommand(command)}: ${JSON.stringify(outcome)}`);
    return outcome;
  }

  async #context(isolate: Isolate, { user }: Command) {
    const membership = this.#places.get(user);
    if (!membership) throw new Error(`there is no ${user}`);
    const env = environment(this, isolate);
    const store = this.product.storeFor(env, membership.show);
    const now = iso(this.scheduler.now);
    const runAfterResponse = (work: Promise<unknown>) => void work.catch(() => undefined);
    return this.product.loadRequestContext(env, { ...membership, store, now, runAfterResponse });
  }

  /** Sends a message to a consumer; it may be lost, duplicated or late. */
  queue(body: Body, isAlone: boolean): void {
    const { lost, doubled } = this.scheduler.faults;
    if (this.#chance.hits(lost)) {
      this.scheduler.log(null, () => `LOST ${body.outboxId.slice(-6)}`);
      return;
    }
    const message = (): Waiting => ({ body, isAlone, attempts: 1, notBefore: 0 });
    const ms = this.#chance.below(1500);
    this.#deliver(message(), ms);
    // The duplicate comes at any time, or while the first is being processed.
    if (this.#chance.hits(doubled))
      this.#deliver(
        message(),
        this.#chance.hits(0.5) ? ms + this.#chance.below(50) : this.#chance.below(1500),
      );
  }

  #deliver(waiting: Waiting, ms: number): void {
    this.#waiting.add(waiting);
    const what = () => `message ${waiting.body.outboxId.slice(-6)}`;
    const deliver = () => {
      if (!this.#waiting.has(waiting)) return;
      this.#consume(this.#together(waiting)).catch((error: unknown) =>
        this.failures.push(`consumer: ${String(error)}`),
      );
    };
    void this.scheduler.step(null, what, deliver, { ms });
  }

  /** Batches a message with none, some or all of the other waiting messages. */
  #together(first: Waiting): Waiting[] {
    const share = this.#chance.pick([0, 0.5, 1]);
    const others = [...this.#waiting].filter(
      (one) =>
        one !== first &&
        !first.isAlone &&
        !one.isAlone &&
        one.notBefore <= this.scheduler.now &&
        this.#chance.hits(share),
    );
    const all = [first, ...others].slice(0, mostAtOnce);
    for (const one of all) this.#waiting.delete(one);
    return all;
  }

  async #consume(all: readonly Waiting[]): Promise<void> {
    const isolate = this.isolate();
    const delivered = all.map((waiting) => {
      const { body, attempts } = waiting;
      const state = { waiting, again: 5 as number | null };
      const ack = () => (state.again = null);
      const retry = ({ delaySeconds = 5 }: { delaySeconds?: number } = {}) => (state.again = delaySeconds);
      return { state, message: { id: body.outboxId, body, attempts, ack, retry } };
    });
    const batch = { messages: delivered.map(({ message }) => message) } as unknown as MessageBatch;
    const work = this.product.consumeOutbox(batch, environment(this, isolate));
    await this.#orDead(isolate, work, undefined);
    for (const { state } of delivered) this.#again(state);
  }

  /** After five attempts a message is a dead letter, and the sweep sends its job again. */
  #again({ waiting, again }: { waiting: Waiting; again: number | null }): void {
    const { attempts } = waiting;
    if (again === null || attempts >= 5) return;
    const ms = again * 1000;
    this.#deliver({ ...waiting, attempts: attempts + 1, notBefore: this.scheduler.now + ms }, ms);
  }

  /** Triggers a cron event. Returns whether it succeeded. */
  tick(event: { cron: string; scheduledTime: number }): Promise<boolean> {
    const isolate = this.isolate();
    this.scheduler.log(isolate, () => `CRON ${event.cron}`);
    const ticked = this.product.handleScheduled(event as ScheduledController, environment(this, isolate));
    const isWell = ticked.then(
      () => true,
      () => false,
    );
    return this.#orDead(isolate, isWell, false);
  }

  /** Runs the cron of every minute. */
  async sweep(): Promise<void> {
    const isolate = this.isolate();
    this.scheduler.log(isolate, () => 'CRON');
    await this.#orDead(
      isolate,
      this.product.sweep(environment(this, isolate), iso(this.scheduler.now)),
      undefined,
    );
  }

  #orDead<T>(isolate: Isolate, work: Promise<T>, instead: T): Promise<T> {
    return new Promise((resolve, reject) => {
      isolate.onDeath.push(() => resolve(instead));
      work.then(resolve, reject);
    });
  }

  #fetch(request: Sent): Promise<{ status: number; text: () => Promise<string> }> {
    const [name = ''] = new URL(request.url).hostname.split('.');
    const isolate = this.#isolates.get(name);
    if (!isolate) throw new Error(`no isolate calls ${request.url}`);
    const what = () =>
      `${request.method} ${request.url.slice(-40)} ${request.headers.get('Idempotency-Key') ?? ''}`;
    const post = () => {
      const { status, body } = this.accounting.answer(request);
      return { status, text: () => Promise.resolve(JSON.stringify(body)) };
    };
    // Remote systems fail more often than our own, and sometimes take as long as the timeout of one attempt.
    const ms = this.#chance.hits(0.2) ? this.#chance.below(6000) : 0;
    return this.scheduler.step(isolate, what, post, { ms, risk: 4 });
  }
}

/** Only a network fault may surface as anything but a refusal. */
function mayFail(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof Connection) return true;
  return false;
}
