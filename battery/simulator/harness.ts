import type { Membership } from '../../functions/verbs/request/context.ts';
import { environment } from './bindings.ts';
import type { Body, Letter, World } from './bindings.ts';
import type { Books } from './books.ts';
import { perform, told } from './calls.ts';
import type { Command } from './calls.ts';
import { iso, simulate } from './clock.ts';
import type { Sent } from './clock.ts';
import type { Database } from './database.ts';
import type { Product } from './product.ts';
import type { Chance } from './random.ts';
import { Connection, Scheduler } from './scheduler.ts';
import type { Isolate } from './scheduler.ts';

/** When every life begins. */
export const dawn = Date.UTC(2026, 10, 21, 18);

/** How a call ended for whoever made it. */
export type Outcome =
  | { kind: 'done'; answer: unknown }
  | { kind: 'refused'; code: string }
  | { kind: 'unknown' };

/** A message that waits for its delivery. */
interface Waiting {
  body: Body;
  isAlone: boolean;
  attempts: number;
  /** Whoever sent it back wants it no sooner. */
  notBefore: number;
}

/** What a queue delivers together. */
const mostAtOnce = 10;

/** Where one life is lived: isolates that come and go before one database, one queue, the books and the mail. */
export class Stage implements World {
  readonly scheduler: Scheduler;
  readonly database: Database;
  readonly books: Books;
  readonly letters: Letter[] = [];
  readonly product: Product;
  /** What broke where nobody hears of it. */
  readonly failures: string[] = [];
  readonly #chance: Chance;
  readonly #places: ReadonlyMap<string, Membership>;
  readonly #isolates = new Map<string, Isolate>();
  readonly #waiting = new Set<Waiting>();
  #ids = 0;

  constructor(
    own: { product: Product; database: Database; books: Books; places: ReadonlyMap<string, Membership> },
    chance: Chance,
    isTraced: boolean,
    begins: number,
  ) {
    this.product = own.product;
    this.database = own.database;
    this.books = own.books;
    this.#places = own.places;
    this.#chance = chance;
    this.scheduler = new Scheduler(chance, begins, isTraced);
    simulate({
      // Timers of a busy machine are late: whoever looks every now and then looks less often.
      wait: (ms) => this.scheduler.pause(6 * ms, 'wait'),
      id: () => this.#id(),
      fetch: (request) => this.#fetch(request),
    });
  }

  /** Like a UUIDv7: by time, and within one millisecond in no order, since isolates know nothing of each other. */
  #id(): string {
    this.#ids += 1;
    const time = this.scheduler.now.toString(16).padStart(12, '0');
    const random = this.#chance
      .below(2 ** 32)
      .toString(16)
      .padStart(8, '0');
    return `${time}7000${random}${this.#ids.toString(16).padStart(8, '0')}`;
  }

  /** One of the isolates at work, or a new one. */
  isolate(): Isolate {
    const alive = [...this.#isolates.values()].filter(({ isDead }) => !isDead);
    if (alive.length > 2 || (alive.length > 0 && this.#chance.hits(0.4))) return this.#chance.pick(alive);
    const isolate = this.scheduler.isolate();
    this.#isolates.set(isolate.name, isolate);
    return isolate;
  }

  /** One call as the web makes it. */
  async call(command: Command): Promise<Outcome> {
    const isolate = this.isolate();
    const { scheduler, product } = this;
    scheduler.tell(isolate, () => `CALL ${told(command)}`);
    const work = async (): Promise<Outcome> => {
      try {
        return {
          kind: 'done',
          answer: await perform(product, await this.#context(isolate, command), command),
        };
      } catch (error) {
        if (error instanceof product.Refusal) return { kind: 'refused', code: error.code };
        scheduler.tell(isolate, () => `FAILED ${told(command)}: ${String(error)}`);
        if (!mayFail(error)) throw error;
        return { kind: 'unknown' };
      }
    };
    const outcome = await this.#orDead(isolate, work(), { kind: 'unknown' });
    scheduler.tell(isolate, () => `TOLD ${told(command)}: ${JSON.stringify(outcome)}`);
    return outcome;
  }

  async #context(isolate: Isolate, { user }: Command) {
    const place = this.#places.get(user);
    if (!place) throw new Error(`there is no ${user}`);
    const env = environment(this, isolate);
    const store = this.product.storeFor(env, place.show);
    const now = iso(this.scheduler.now);
    const later = (work: Promise<unknown>) => void work.catch(() => undefined);
    return this.product.loadRequestContext(env, { ...place, store, now, later });
  }

  /** A message on its way to a consumer: lost, doubled, late, or well. */
  queue(body: Body, isAlone: boolean): void {
    const { lost, doubled } = this.scheduler.faults;
    if (this.#chance.hits(lost)) {
      this.scheduler.tell(null, () => `LOST ${body.outboxId.slice(-6)}`);
      return;
    }
    const message = (): Waiting => ({ body, isAlone, attempts: 1, notBefore: 0 });
    const ms = this.#chance.below(1500);
    this.#deliver(message(), ms);
    // Its twin comes at any time, or just when the first is being carried out.
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

  /** A message with none, some or all of those that can come with it. */
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

  /** What nobody can do after so many tries is a dead letter, and left to the sweep. */
  #again({ waiting, again }: { waiting: Waiting; again: number | null }): void {
    const { attempts } = waiting;
    if (again === null || attempts >= 5) return;
    const ms = again * 1000;
    this.#deliver({ ...waiting, attempts: attempts + 1, notBefore: this.scheduler.now + ms }, ms);
  }

  /** A cron rings; answers whether it ended well. */
  tick(event: { cron: string; scheduledTime: number }): Promise<boolean> {
    const isolate = this.isolate();
    this.scheduler.tell(isolate, () => `CRON ${event.cron}`);
    const ticked = this.product.handleScheduled(event as ScheduledController, environment(this, isolate));
    const isWell = ticked.then(
      () => true,
      () => false,
    );
    return this.#orDead(isolate, isWell, false);
  }

  /** The cron of every minute. */
  async sweep(): Promise<void> {
    const isolate = this.isolate();
    this.scheduler.tell(isolate, () => 'CRON');
    await this.#orDead(
      isolate,
      this.product.sweep(environment(this, isolate), iso(this.scheduler.now)),
      undefined,
    );
  }

  #orDead<T>(isolate: Isolate, work: Promise<T>, instead: T): Promise<T> {
    return new Promise((resolve, reject) => {
      isolate.mourners.push(() => resolve(instead));
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
      const { status, body } = this.books.answer(request);
      return { status, text: () => Promise.resolve(JSON.stringify(body)) };
    };
    // Other people's systems fail more often than our own, and now and then take all the time that one attempt has.
    const ms = this.#chance.hits(0.2) ? this.#chance.below(6000) : 0;
    return this.scheduler.step(isolate, what, post, { ms, risk: 4 });
  }
}

/** Only what the network did to us may come out as anything but a refusal. */
function mayFail(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof Connection) return true;
  return false;
}
