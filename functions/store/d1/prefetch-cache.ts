type Read<Source, Args extends readonly unknown[], Found> = (source: Source, ...args: Args) => Promise<Found>;

/**
 * Reads begun before it is certain that they are wanted, in one trip with those that decide it. Whoever then asks for the
 * same read gets its answer, once; asking again reads again. Any write makes what was foreseen worthless.
 */
export class Foreseen<Store> {
  readonly #begun = new Map<unknown, Map<string, Promise<unknown>>>();
  /** Begins what will be asked for after the next write; it travels with that write. */
  afterWrite: ((store: Store) => void) | null = null;

  begin<Source, Args extends readonly unknown[], Found>(
    read: Read<Source, Args, Found>,
    source: Source,
    ...args: Args
  ): void {
    this.hold(read, read(source, ...args), ...args);
  }

  /** The same where the answer comes with those of others: `work` is what `read` will be taken to answer. */
  hold<Source, Args extends readonly unknown[], Found>(
    read: Read<Source, Args, Found>,
    work: Promise<Found>,
    ...args: Args
  ): void {
    // A failure is told to whoever asks, and nobody may.
    work.catch(() => undefined);
    const ofRead = this.#begun.get(read) ?? new Map<string, Promise<unknown>>();
    this.#begun.set(read, ofRead.set(JSON.stringify(args), work));
  }

  ask<Source, Args extends readonly unknown[], Found>(
    read: Read<Source, Args, Found>,
    source: Source,
    ...args: Args
  ): Promise<Found> {
    const ofRead = this.#begun.get(read);
    const key = JSON.stringify(args);
    const begun = ofRead?.get(key);
    if (!begun) return read(source, ...args);
    ofRead?.delete(key);
    return begun as Promise<Found>;
  }

  /**
   * Does `write`, and begins `more` behind it beside what follows every write. Only behind this one, which must begin before
   * it waits for anything: others may write through the same handle meanwhile, and would read what is not yet so.
   */
  async behind<Done>(more: (store: Store) => void, write: () => Promise<Done>): Promise<Done> {
    const always = this.afterWrite;
    this.afterWrite = (store) => {
      always?.(store);
      more(store);
    };
    const done = write();
    this.afterWrite = always;
    return done;
  }

  forget(): void {
    this.#begun.clear();
  }
}
