import type { LiveSeat, LiveSession } from '#domain/realtime-shard';

/** Which of these sessions still last, for users who are still active, by the hash of their cookie. */
export type ReadSessions = (seats: readonly LiveSeat[]) => Promise<ReadonlyMap<string, LiveSession>>;

interface Waiting {
  seat: LiveSeat;
  settle: (session: LiveSession | null) => void;
  fail: (error: unknown) => void;
}

/** How long those who come later wait for a read that is under way, in milliseconds. */
const patience = 1_000;

/**
 * Looks up who asks. Whoever comes while a read is under way shares the next one: after a deploy everybody comes back at
 * once. A read begins after the request that it is for, so nobody is let in by what was so before.
 */
export class Admissions {
  readonly #read: ReadSessions;
  #waiting: Waiting[] = [];
  #isBusy = false;
  #closings = 0;

  constructor(read: ReadSessions) {
    this.#read = read;
  }

  /** Null for a session that has ended, or never was. Rejects when nobody can say. */
  admit(seat: LiveSeat): Promise<LiveSession | null> {
    return new Promise((settle, fail) => {
      this.#waiting.push({ seat, settle, fail });
      if (!this.#isBusy) void this.#work();
    });
  }

  /** Somebody's right has ended: a read that is under way may not know of it, and is made again. */
  distrust(): void {
    this.#closings += 1;
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      const asked = this.#waiting;
      this.#waiting = [];
      await Promise.race([this.#answer(asked), new Promise((resolve) => setTimeout(resolve, patience))]);
    }
    this.#isBusy = false;
  }

  async #answer(asked: readonly Waiting[]): Promise<void> {
    try {
      const sessions = await this.#latest(asked.map(({ seat }) => seat));
      for (const { seat, settle } of asked) settle(sessions.get(seat.session) ?? null);
    } catch (error) {
      for (const { fail } of asked) fail(error);
    }
  }

  async #latest(seats: readonly LiveSeat[]): Promise<ReadonlyMap<string, LiveSession>> {
    const closings = this.#closings;
    const sessions = await this.#read(seats);
    return closings === this.#closings ? sessions : this.#latest(seats);
  }
}
