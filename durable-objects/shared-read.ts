interface PendingQuery<Query, Result> {
  query: Query;
  settle: (result: Result) => void;
  fail: (error: unknown) => void;
}

/** How long later queries wait for a read in progress, in milliseconds. */
const maxWaitMs = 1_000;

/**
 * Batches concurrent queries into one read, as all clients reconnect at once after a deploy. Queries that arrive during
 * a read share the next one. A read starts after its queries, so that its results are never older than they are.
 */
export class SharedRead<Query, Result> {
  readonly #read: (queries: readonly Query[]) => Promise<readonly Result[]>;
  #pending: PendingQuery<Query, Result>[] = [];
  #isBusy = false;
  #invalidations = 0;

  /** `read` returns the results in the order of the queries. */
  constructor(read: (queries: readonly Query[]) => Promise<readonly Result[]>) {
    this.#read = read;
  }

  /** Rejects when the read fails. */
  load(query: Query): Promise<Result> {
    return new Promise((settle, fail) => {
      this.#pending.push({ query, settle, fail });
      if (!this.#isBusy) void this.#readPending();
    });
  }

  /** Discards a read in progress, which may have missed a change, and repeats it. */
  invalidate(): void {
    this.#invalidations += 1;
  }

  async #readPending(): Promise<void> {
    this.#isBusy = true;
    while (this.#pending.length > 0) {
      const batch = this.#pending;
      this.#pending = [];
      await Promise.race([this.#settle(batch), new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
    }
    this.#isBusy = false;
  }

  async #settle(batch: readonly PendingQuery<Query, Result>[]): Promise<void> {
    try {
      const results = await this.#readLatest(batch.map(({ query }) => query));
      for (const [n, { settle }] of batch.entries()) settle(results[n] as Result);
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
  }

  async #readLatest(queries: readonly Query[]): Promise<readonly Result[]> {
    const invalidations = this.#invalidations;
    const results = await this.#read(queries);
    return invalidations === this.#invalidations ? results : this.#readLatest(queries);
  }
}
