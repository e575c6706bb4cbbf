import { takeBreath } from './read-batcher.ts';

/** A batch of one writer, and what is begun behind it. */
interface Batch<Begin> {
  statements: readonly D1PreparedStatement[];
  begin: Begin | null;
}

type Waiting<Begin> = Batch<Begin> & { done: () => void; fail: (error: unknown) => void };

/**
 * Batches begun in one breath travel as one, and so do those that were begun while another trip was on its way. Each is
 * still written wholly or not at all: where one of them undoes the others, each goes by itself.
 */
export class Writes<Begin> {
  readonly #send: (batches: readonly Batch<Begin>[]) => Promise<void>;
  #waiting: Waiting<Begin>[] = [];
  #isOnItsWay = false;

  constructor(send: (batches: readonly Batch<Begin>[]) => Promise<void>) {
    this.#send = send;
  }

  /** Rejects with what this batch rejects with. */
  write(batch: Batch<Begin>): Promise<void> {
    return new Promise((done, fail) => {
      this.#waiting.push({ ...batch, done, fail });
      if (!this.#isOnItsWay) void this.#go();
    });
  }

  async #go(): Promise<void> {
    this.#isOnItsWay = true;
    do {
      await takeBreath();
      await this.#leave();
    } while (this.#waiting.length > 0);
    this.#isOnItsWay = false;
  }

  async #leave(): Promise<void> {
    const all = this.#waiting;
    this.#waiting = [];
    try {
      await this.#send(all);
      for (const { done } of all) done();
    } catch (error) {
      if (all.length > 1 && wasUndone(error))
        await Promise.all(all.map((one) => this.#send([one]).then(one.done, one.fail)));
      else for (const { fail } of all) fail(error);
    }
  }
}

/**
 * Of several writers any one undoes the others, also by a constraint of its own: unlike `isUndone`, where a write is alone.
 * Of anything else, such as a lost connection, nobody knows whether it was written.
 */
function wasUndone(error: unknown): boolean {
  return error instanceof Error && /: SQLITE_(CONSTRAINT|ERROR|TOOBIG)/.test(error.message);
}
