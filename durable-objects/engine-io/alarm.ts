import type { Report } from './options.ts';

/** An alarm so long overdue is taken for lost, in milliseconds. */
const lost = 2_000;

/** The one alarm of an object. Times are epoch milliseconds; at infinity it does not ring. */
export class Alarm {
  readonly #context: DurableObjectState;
  readonly #report: Report;
  #at: number | null = null;

  constructor(context: DurableObjectState, report: Report) {
    this.#context = context;
    this.#report = report;
  }

  /** Of an object that woke: what it was set to before. */
  async recall(): Promise<void> {
    this.#at = await this.#context.storage.getAlarm();
  }

  rang(): void {
    this.#at = null;
  }

  /** At this time, unless it rings before. */
  ringBy(time: number): void {
    if (this.#at === null || this.#at > time || this.#at <= Date.now() - lost) this.ringAt(time);
  }

  /** At this time, and not before. */
  ringAt(time: number): void {
    if (time === Number.POSITIVE_INFINITY) return;
    this.#at = time;
    this.#context.waitUntil(
      this.#context.storage.setAlarm(time).catch((error: unknown) => {
        if (this.#at === time) this.#at = null;
        this.#report('alarm not set', error);
      }),
    );
  }
}
