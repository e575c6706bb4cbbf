/** How long to expect the poll that was sent along with the closing packet of a session, in milliseconds. */
const maxWaitMs = 1_000;

/**
 * Sessions that their clients closed while no poll was waiting. A client sends both at once over two connections; if
 * the poll arrives second, it still gets the response as if it had been first.
 */
export class ClosedSessions {
  readonly #sessions = new Map<string, { key: string; until: number }>();

  add(session: { sid: string; key: string }): void {
    const now = Date.now();
    for (const [sid, { until }] of this.#sessions) if (until <= now) this.#sessions.delete(sid);
    this.#sessions.set(session.sid, { key: session.key, until: now + maxWaitMs });
  }

  /** Returns true once per session, for the poll that was still expected. */
  takeExpectedPoll(sid: string, key: string): boolean {
    const closed = this.#sessions.get(sid);
    if (closed === undefined || closed.key !== key) return false;
    this.#sessions.delete(sid);
    return closed.until > Date.now();
  }
}
