import { withGlobal } from '@sinonjs/fake-timers';
import { eventually } from './eventually.ts';

type Timers = ReturnType<ReturnType<typeof withGlobal>['install']>;

/** What a test's clock governs. Frames and idle callbacks stay the browser's: the page draws also while time stands still. */
const governed = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const;

/** Three frames, after which the page has nothing left to do. */
export async function drawn(window: Window): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1)
    await new Promise((resolve) => {
      window.requestAnimationFrame(resolve);
    });
  await new Promise((resolve) => {
    window.requestIdleCallback(resolve);
  });
}

/** The time of a page: it flows as always until the test holds it, or lets it jump. */
export class Clock {
  #timers: Timers | null = null;
  #window: Window | null = null;
  #left: Promise<void> = Promise.resolve();
  #isHeld = false;

  /** A page that is loaded anew goes on at the time of the one before. */
  installIn(window: Window & typeof globalThis): void {
    const now = this.#timers?.now ?? Date.now();
    this.#window = window;
    this.#left = new Promise((resolve) => {
      window.addEventListener('pagehide', () => resolve(), { once: true });
    });
    this.#timers = withGlobal(window).install({
      now,
      toFake: [...governed],
      shouldAdvanceTime: !this.#isHeld,
    });
  }

  /** Milliseconds since the epoch, as the page knows them. */
  get now(): number {
    return this.#installed.now;
  }

  /** Time stands still from now on, but for `runFor` and `fastForward`. */
  hold(): void {
    this.#isHeld = true;
    this.#installed.setTickMode({ mode: 'manual' });
  }

  /** Time flows again. */
  resume(): void {
    this.#isHeld = false;
    this.#installed.setTickMode({ mode: 'interval' });
  }

  /** Lets time pass, with every timer that falls due, until what they changed is drawn and asked for. */
  async runFor(milliseconds: number): Promise<void> {
    await this.#tick(milliseconds);
    if (this.#window) await Promise.race([drawn(this.#window), this.#left]);
  }

  /** Time jumps, as where a laptop slept: a timer that fell due meanwhile runs once. */
  fastForward(milliseconds: number): void {
    this.#installed.jump(milliseconds);
  }

  /** Lets time pass a little at a time until this is so. Returns how long it took. */
  async runUntil(isSo: () => boolean, step = 50): Promise<number> {
    let passed = 0;
    await eventually(async () => {
      if (isSo()) return;
      await this.#tick(step);
      passed += step;
      if (!isSo()) throw new Error(`Not so after ${passed} ms`);
    });
    return passed;
  }

  /** Ends also where the page leaves meanwhile: nothing answers any more in its window. */
  async #tick(milliseconds: number): Promise<void> {
    await Promise.race([this.#installed.tickAsync(milliseconds), this.#left]);
  }

  get #installed(): Timers {
    if (!this.#timers) throw new Error('The page has the real time: open it with `clock: true`');
    return this.#timers;
  }
}
