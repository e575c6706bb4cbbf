/** How long a poll may take that was sent with the packet that closed its session, in milliseconds. */
const maxWaitMs = 1_000;

/**
 * Sessions that their clients closed while no poll was there. A client sends both at once, over two connections: the
 * poll may come second, and is answered as if it had come first.
 */
export class Departed {
  readonly #sessions = new Map<string, { key: string; until: number }>();

  add(session: { sid: string; key: string }): void {
    const now = Date.now();
    for (const [sid, { until }] of this.#sessions) if (until <= now) this.#sessions.delete(sid);
    this.#sessions.set(session.sid, { key: session.key, until: now + maxWaitMs });
  }

  /** Whether this poll is the one that was still to come; once for each session. */
  awaits(sid: string, key: string): boolean {
    const found = this.#sessions.get(sid);
    if (found === undefined || found.key !== key) return false;
    this.#sessions.delete(sid);
    return found.until > Date.now();
  }
}
