import { environment } from '../simulator/bindings.ts';
import { keyless, told } from '../simulator/calls.ts';
import type { Command } from '../simulator/calls.ts';
import type { Eve } from '../simulator/initial-state.ts';
import type { Chance } from '../simulator/random.ts';
import type { Isolate } from '../simulator/scheduler.ts';
import { dawn, Stage } from '../simulator/harness.ts';
import type { Outcome } from '../simulator/harness.ts';
import type { WholeProduct } from './product.ts';
import { requestFor } from './requests.ts';

const machine = { Request, setTimeout, clearTimeout };

/** What anybody waits for an answer. A bulk approval waits for accounting, and says so after 25 seconds. */
const limitMs = (command: Command) => (command.action.kind.includes('bulk') ? 36_000 : 10_000);

/** The stage with the product's own doors: calls are HTTP requests to the whole application, with every middleware. */
export class HttpStage extends Stage {
  readonly #product: WholeProduct;
  /** The longest that an answer took, and how often there was none but that something failed. */
  slowestMs = 0;
  failed = 0;
  asked = 0;
  /** Wishes with a key that have no answer yet. */
  readonly unanswered = new Set<string>();
  #timers = 0;
  readonly #cleared = new Set<number>();

  constructor(eve: Eve & { product: WholeProduct }, chance: Chance, isTraced: boolean) {
    super({ ...eve, books: eve.books.copy() }, chance, isTraced, dawn);
    this.#product = eve.product;
    Object.assign(globalThis, {
      Request: machine.Request,
      fetch: (request: Request) => this.#toBooks(request),
      scheduler: { wait: (ms: number) => this.scheduler.pause(ms, 'wait') },
      setTimeout: (ring: () => void, ms: number) => this.#timer(ring, ms),
      clearTimeout: (timer: number) => this.#cleared.add(timer),
    });
  }

  /** The machine has its own clock again. */
  static leave(): void {
    Object.assign(globalThis, machine);
  }

  override async call(command: Command): Promise<Outcome> {
    const isolate = this.isolate();
    const { scheduler } = this;
    const began = scheduler.now;
    this.asked += 1;
    scheduler.tell(isolate, () => `CALL ${told(command)}`);
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      isolate.mourners.push(() => resolve({ kind: 'unknown' }));
      this.#answer(isolate, command).then(resolve, reject);
    });
    const took = scheduler.now - began;
    scheduler.tell(isolate, () => `TOLD ${told(command)} after ${took} ms: ${JSON.stringify(outcome)}`);
    if (!command.action.kind.includes('bulk')) this.slowestMs = Math.max(this.slowestMs, took);
    if (took > limitMs(command)) this.failures.push(`slow: ${told(command)} took ${took} ms`);
    if (outcome.kind === 'unknown') this.failed += 1;
    if (outcome.kind !== 'unknown' || keyless.includes(command.action.kind))
      this.unanswered.delete(command.key);
    else this.unanswered.add(command.key);
    return outcome;
  }

  async #answer(isolate: Isolate, command: Command): Promise<Outcome> {
    const later = { waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined) };
    const answer = await this.#product.app.fetch(
      requestFor(command),
      environment(this, isolate),
      later as unknown as ExecutionContext,
    );
    const body = await answer.json<{ code?: string; id?: string }>();
    if (answer.status >= 500) return { kind: 'unknown' };
    if (answer.status >= 400) return { kind: 'refused', code: body.code ?? '' };
    // What a document looks like now is not part of what a key has done.
    const isView = !keyless.includes(command.action.kind) && 'historyEvents' in body;
    return { kind: 'done', answer: isView ? { id: body.id } : body };
  }

  /** Accounting does well here, and at once: what fails is the database. */
  async #toBooks(request: Request): Promise<Response> {
    const { url, method, headers } = request;
    const body = await request.text();
    return this.scheduler.step(
      null,
      () => `${method} ${url.slice(-40)}`,
      () => {
        const answer = this.books.answer({ url, method, headers, body });
        return Response.json(answer.body, { status: answer.status });
      },
    );
  }

  #timer(ring: () => void, ms: number): number {
    this.#timers += 1;
    const timer = this.#timers;
    const rings = async () => {
      await this.scheduler.pause(ms, 'timer');
      if (!this.#cleared.delete(timer)) ring();
    };
    void rings();
    return timer;
  }
}
