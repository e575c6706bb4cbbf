import type { Session } from './engine-io/session.ts';

const keyOf = ({ showId = '', userId = '' }: Session['identity']) => `${showId} ${userId}`;

/** The sessions of each user in each show, so that a delivery visits only those concerned (DEC-153). */
export class WindowIndex {
  readonly #sessions = new Map<string, Set<Session>>();

  add(session: Session): void {
    const key = keyOf(session.identity);
    this.#sessions.set(key, (this.#sessions.get(key) ?? new Set()).add(session));
  }

  remove(session: Session): void {
    const key = keyOf(session.identity);
    const sessions = this.#sessions.get(key);
    sessions?.delete(session);
    if (sessions?.size === 0) this.#sessions.delete(key);
  }

  of(showId: string, userId: string): Iterable<Session> {
    return this.#sessions.get(keyOf({ showId, userId })) ?? [];
  }
}
