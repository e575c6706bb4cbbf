/** How long events are counted, in milliseconds. */
const period = 10_000;

/** Counts the events of one key, such as a connection, and says when there are too many. In memory alone. */
export class EventLimit {
  readonly #most: number;
  #counts = new Map<string, number>();
  #since = 0;

  /** `most` events of a key are let through in ten seconds. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Counts one event. `now` in epoch milliseconds. */
  allows(key: string, now: number): boolean {
    if (now - this.#since >= period) {
      this.#counts = new Map();
      this.#since = now;
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count <= this.#most;
  }
}
