import { environment } from '../simulator/bindings.ts';
import { keyless, describeCommand } from '../simulator/calls.ts';
import type { Command } from '../simulator/calls.ts';
import type { InitialState } from '../simulator/initial-state.ts';
import type { Chance } from '../simulator/random.ts';
import type { Isolate } from '../simulator/scheduler.ts';
import { startTime, Harness } from '../simulator/harness.ts';
import type { Outcome } from '../simulator/harness.ts';
import type { WholeProduct } from './product.ts';
import { requestFor } from './requests.ts';

const machine = { Request, setTimeout, clearTimeout };

/** Limit for an answer. A bulk approval waits for accounting and times out after 25 seconds. */
const limitMs = (command: Command) => (command.action.kind.includes('bulk') ? 36_000 : 10_000);

/** A harness that sends HTTP requests to the whole application, with every middleware. */
export class HttpHarness extends Harness {
  readonly #product: WholeProduct;
  /** Longest response time, and number of calls that failed without an answer. */
  slowestMs = 0;
  failed = 0;
  asked = 0;
  /** Keys of actions that have no answer yet. */
  readonly unanswered = new Set<string>();
  #timers = 0;
  readonly #cleared = new Set<number>();

  constructor(initialState: InitialState & { product: WholeProduct }, chance: Chance, isTraced: boolean) {
    super({ ...initialState, accounting: initialState.accounting.copy() }, chance, isTraced, startTime);
    this.#product = initialState.product;
    Object.assign(globalThis, {
      Request: machine.Request,
      fetch: (request: Request) => this.#toBooks(request),
      scheduler: { wait: (ms: number) => this.scheduler.pause(ms, 'wait') },
      setTimeout: (ring: () => void, ms: number) => this.#timer(ring, ms),
      clearTimeout: (timer: number) => this.#cleared.add(timer),
    });
  }

  /** Restores the clock of the machine. */
  static leave(): void {
    Object.assign(globalThis, machine);
  }

  override async call(command: Command): Promise<Outcome> {
    // Previews and starts, and a page of forms, are more than one request: the product's functions are called directly.
    if (['replace', 'mail-link'].includes(command.action.kind)) return super.call(command);
    const isolate = this.isolate();
    const { scheduler } = this;
    const began = scheduler.now;
    this.asked += 1;
    scheduler.log(isolate, () => `CALL ${describeCommand(command)}`);
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      isolate.onDeath.push(() => resolve({ kind: 'unknown' }));
      this.#answer(isolate, command).then(resolve, reject);
    });
    const took = scheduler.now - began;
    scheduler.log(
      isolate,
      () => `TOLD ${describeCommand(command)} after ${took} ms: ${JSON.stringify(outcome)}`,
    );
    if (!command.action.kind.includes('bulk')) this.slowestMs = Math.max(this.slowestMs, took);
    if (took > limitMs(command)) this.failures.push(`slow: ${describeCommand(command)} took ${took} ms`);
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
    // The current view of the document is not part of the stored answer of a key.
    const isView = !keyless.includes(command.action.kind) && 'historyEvents' in body;
    return { kind: 'done', answer: isView ? { id: body.id } : body };
  }

  /** Accounting answers at once without faults: only the database fails here. */
  async #toBooks(request: Request): Promise<Response> {
    const { url, method, headers } = request;
    const body = await request.text();
    return this.scheduler.step(
      null,
      () => `${method} ${url.slice(-40)}`,
      () => {
        const answer = this.accounting.answer({ url, method, headers, body });
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
