import { environment } from '../simulator/bindings.ts';
import type { Body } from '../simulator/bindings.ts';
import type { InitialState } from '../simulator/initial-state.ts';
import type { Chance } from '../simulator/random.ts';
import { Connection } from '../simulator/scheduler.ts';
import type { Isolate } from '../simulator/scheduler.ts';
import { startTime, Harness } from '../simulator/harness.ts';
import type { WholeProduct } from './product.ts';

/** As in wrangler.toml: the batch size, and the number of retries before a message is a dead letter. */
const batchSize = 10;
const batchMs = 1000;
const retries = 5;

interface Waiting {
  id: string;
  body: unknown;
  attempts: number;
}

/** Result of a delivery: acknowledged, to be retried after that many seconds, or neither. */
type DeliveryResult = { acked: true } | { again: number } | null;

/** A harness with the platform's queue: batches, retries, dead letters, and no guaranteed order. */
export class QueueHarness extends Harness {
  readonly #product: WholeProduct;
  readonly #chance: Chance;
  readonly #ready: Waiting[] = [];
  /** Counts of messages that reached the consumer and of failed deliveries, and the dead letters. */
  delivered = 0;
  failedBy = new Map<string, number>();
  dead: Waiting[] = [];
  #messages = 0;

  constructor(initialState: InitialState & { product: WholeProduct }, chance: Chance, isTraced: boolean) {
    super({ ...initialState, accounting: initialState.accounting.copy() }, chance, isTraced, startTime);
    this.#product = initialState.product;
    this.#chance = chance;
  }

  override queue(body: Body): void {
    this.send(body);
  }

  /** Accepts any body, as the platform's queue does. */
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
    // Which e-mails are collected depends on the order of delivery (DEC-161); here each is sent by itself.
    this.database.rows('DELETE FROM notification_windows');
    this.database.rows(
      `CREATE TRIGGER IF NOT EXISTS each_by_itself AFTER INSERT ON notification_windows
       BEGIN DELETE FROM notification_windows; END`,
    );
    const fates = new Map<string, DeliveryResult>();
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

  /** Whether the consumer finished. It may only be stopped by the death of its isolate. */
  #consumed(isolate: Isolate, batch: MessageBatch): Promise<boolean> {
    return new Promise((resolve) => {
      isolate.onDeath.push(() => resolve(false));
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
    const sentMails = { messages: [{ ...message, ack: () => undefined }] } as unknown as MessageBatch;
    this.#product.consumeDeadLetters(sentMails).catch((error: unknown) => this.failures.push(String(error)));
  }
}

/** Returns the identity of a message: its job id, or else its whole body. */
export function nameOf(body: unknown): string {
  const isEntry = typeof body === 'object' && body !== null && 'outboxId' in body;
  return isEntry ? String(body.outboxId) : JSON.stringify(body);
}
