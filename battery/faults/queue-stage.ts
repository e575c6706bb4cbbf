import { environment } from '../simulator/bindings.ts';
import type { Body } from '../simulator/bindings.ts';
import type { Eve } from '../simulator/initial-state.ts';
import type { Chance } from '../simulator/random.ts';
import { Connection } from '../simulator/scheduler.ts';
import type { Isolate } from '../simulator/scheduler.ts';
import { dawn, Stage } from '../simulator/harness.ts';
import type { WholeProduct } from './product.ts';

/** As wrangler.toml has it: so many at once, and after so many further tries it is a dead letter. */
const batchSize = 10;
const batchMs = 1000;
const retries = 5;

interface Waiting {
  id: string;
  body: unknown;
  attempts: number;
}

/** What a delivery came to: acknowledged, to be tried again after so many seconds, or neither. */
type Fate = { acked: true } | { again: number } | null;

/** The stage with the queue as the platform has it: batches, tries, dead letters; and an order that nobody can rely on. */
export class QueueStage extends Stage {
  readonly #product: WholeProduct;
  readonly #chance: Chance;
  readonly #ready: Waiting[] = [];
  /** Messages that reached the consumer, those of them that it could not do, and where they ended. */
  delivered = 0;
  failedBy = new Map<string, number>();
  dead: Waiting[] = [];
  #messages = 0;

  constructor(eve: Eve & { product: WholeProduct }, chance: Chance, isTraced: boolean) {
    super({ ...eve, books: eve.books.copy() }, chance, isTraced, dawn);
    this.#product = eve.product;
    this.#chance = chance;
  }

  override queue(body: Body): void {
    this.send(body);
  }

  /** Takes anything at all, as a queue does. */
  send(body: unknown): void {
    const { lost, doubled } = this.scheduler.faults;
    if (this.#chance.hits(lost)) return;
    const times = this.#chance.hits(doubled) ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      this.#messages += 1;
      this.#wait({ id: `m${this.#messages}`, body, attempts: 1 }, this.#chance.below(30_000));
    }
  }

  #wait(message: Waiting, ms: number): void {
    const arrives = () => {
      this.#ready.push(message);
      if (this.#ready.length >= batchSize) this.#take();
      else
        void this.scheduler.step(
          null,
          () => 'batch',
          () => this.#take(),
          { ms: batchMs },
        );
    };
    void this.scheduler.step(null, () => `message ${message.id}`, arrives, { ms });
  }

  #take(): void {
    const messages = this.#ready.splice(0, batchSize);
    if (messages.length > 0) void this.#deliver(messages);
  }

  async #deliver(messages: readonly Waiting[]): Promise<void> {
    const isolate = this.isolate();
    const fates = new Map<string, Fate>();
    const batch = messages.map(({ id, body, attempts }) => ({
      id,
      body,
      attempts,
      ack: () => fates.set(id, { acked: true }),
      retry: ({ delaySeconds = 0 }: { delaySeconds?: number } = {}) => fates.set(id, { again: delaySeconds }),
    }));
    this.delivered += messages.length;
    const isDone = await this.#consumed(isolate, { messages: batch } as unknown as MessageBatch);
    for (const message of messages) {
      const fate = fates.get(message.id) ?? (isDone ? ({ acked: true } as const) : { again: 0 });
      if ('again' in fate) this.#again(message, fate.again);
    }
  }

  /** Whether the consumer came to its end; only a death may keep it from that. */
  #consumed(isolate: Isolate, batch: MessageBatch): Promise<boolean> {
    return new Promise((resolve) => {
      isolate.mourners.push(() => resolve(false));
      this.#product.consumeOutbox(batch, environment(this, isolate)).then(
        () => resolve(true),
        (error: unknown) => {
          if (!(error instanceof Connection)) this.failures.push(`a batch was thrown back: ${String(error)}`);
          resolve(false);
        },
      );
    });
  }

  #again(message: Waiting, seconds: number): void {
    const name = nameOf(message.body);
    this.failedBy.set(name, (this.failedBy.get(name) ?? 0) + 1);
    if (message.attempts <= retries) {
      this.#wait({ ...message, attempts: message.attempts + 1 }, 1000 * seconds + this.#chance.below(5000));
      return;
    }
    this.dead.push(message);
    const letters = { messages: [{ ...message, ack: () => undefined }] } as unknown as MessageBatch;
    this.#product.consumeDeadLetters(letters).catch((error: unknown) => this.failures.push(String(error)));
  }
}

/** By what a message is told from others: its entry, or all of it. */
export function nameOf(body: unknown): string {
  const isEntry = typeof body === 'object' && body !== null && 'outboxId' in body;
  return isEntry ? String(body.outboxId) : JSON.stringify(body);
}
