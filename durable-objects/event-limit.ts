/** Length of the counting period, in milliseconds. */
const period = 10_000;

/** Limits the events per key, such as a connection. The counts are in memory only. */
export class EventLimit {
  readonly #maxEvents: number;
  #counts = new Map<string, number>();
  #since = 0;

  /** Allows `maxEvents` events per key in ten seconds. */
  constructor(maxEvents: number) {
    this.#maxEvents = maxEvents;
  }

  /** Counts one event and returns whether it is allowed. `now` in epoch milliseconds. */
  allows(key: string, now: number): boolean {
    if (now - this.#since >= period) {
      this.#counts = new Map();
      this.#since = now;
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count <= this.#maxEvents;
  }
}
