import type { Report } from './options.ts';

/** An alarm that is this overdue counts as lost, in milliseconds. */
const overdueMs = 2_000;

/** The object's only alarm. Times are epoch milliseconds; infinity sets none. */
export class Alarm {
  readonly #context: DurableObjectState;
  readonly #report: Report;
  #at: number | null = null;

  constructor(context: DurableObjectState, report: Report) {
    this.#context = context;
    this.#report = report;
  }

  /** Restores the alarm time of an object that woke up. */
  async restore(): Promise<void> {
    this.#at = await this.#context.storage.getAlarm();
  }

  markRung(): void {
    this.#at = null;
  }

  /** Sets the alarm to this time unless it rings earlier. */
  setBy(time: number): void {
    if (this.#at === null || this.#at > time || this.#at <= Date.now() - overdueMs) this.setAt(time);
  }

  /** Sets the alarm to exactly this time. */
  setAt(time: number): void {
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
