import { withGlobal } from '@sinonjs/fake-timers';
import { eventually } from './eventually.ts';

type Timers = ReturnType<ReturnType<typeof withGlobal>['install']>;

/** The faked functions. Animation frames and idle callbacks stay real, so that the page draws while time is paused. */
const fakedTimers = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const;

/** Longer than the debounce, poll and start delays of the application, and shorter than the time of a message. */
const maxShortenedMs = 3000;

/** Runs short timers of a page in a tenth of their time. A test whose rule is a duration uses the fake clock instead. */
export function shortenTimers(window: Window & typeof globalThis): void {
  const setTimer = window.setTimeout.bind(window);
  const setShortTimer = (handler: TimerHandler, ms = 0, ...args: unknown[]) =>
    setTimer(handler, ms > maxShortenedMs ? ms : ms / 10, ...args);
  Object.assign(window, { setTimeout: setShortTimer });
}

/** Waits for three animation frames and an idle callback, after which the page has finished drawing. */
export async function waitForFrames(window: Window): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1)
    await new Promise((resolve) => {
      window.requestAnimationFrame(resolve);
    });
  await new Promise((resolve) => {
    window.requestIdleCallback(resolve);
  });
}

/** The clock of a page. It runs in real time until the test pauses it or moves it forward. */
export class Clock {
  #timers: Timers | null = null;
  #window: Window | null = null;
  #unload: Promise<void> = Promise.resolve();
  #isPaused = false;

  /** Installs the clock in a window. After a reload, time continues from the previous document. */
  installIn(window: Window & typeof globalThis): void {
    const now = this.#timers?.now ?? Date.now();
    this.#window = window;
    this.#unload = new Promise((resolve) => {
      window.addEventListener('pagehide', () => resolve(), { once: true });
    });
    this.#timers = withGlobal(window).install({
      now,
      toFake: [...fakedTimers],
      shouldAdvanceTime: !this.#isPaused,
    });
  }

  /** The page's time in milliseconds since the epoch. */
  get now(): number {
    return this.#installed.now;
  }

  /** Stops time. From now on only `runFor` and `fastForward` move it. */
  pause(): void {
    this.#isPaused = true;
    this.#installed.setTickMode({ mode: 'manual' });
  }

  /** Lets time run again. */
  resume(): void {
    this.#isPaused = false;
    this.#installed.setTickMode({ mode: 'interval' });
  }

  /** Moves time forward, runs all timers that are due, and waits until the page has drawn and sent its requests. */
  async runFor(milliseconds: number): Promise<void> {
    await this.#tick(milliseconds);
    if (this.#window) await Promise.race([waitForFrames(this.#window), this.#unload]);
  }

  /** Jumps forward like a laptop after sleep: each timer that is due runs once. */
  fastForward(milliseconds: number): void {
    this.#installed.jump(milliseconds);
  }

  /** Moves time forward in steps until `condition` holds. Returns the elapsed milliseconds. */
  async runUntil(condition: () => boolean, step = 50): Promise<number> {
    let elapsed = 0;
    await eventually(async () => {
      if (condition()) return;
      await this.#tick(step);
      elapsed += step;
      if (!condition()) throw new Error(`Not so after ${elapsed} ms`);
    });
    return elapsed;
  }

  /** Also resolves when the page unloads, because the timers of its window no longer fire then. */
  async #tick(milliseconds: number): Promise<void> {
    await Promise.race([this.#installed.tickAsync(milliseconds), this.#unload]);
  }

  get #installed(): Timers {
    if (!this.#timers) throw new Error('The page has the real time: open it with `clock: true`');
    return this.#timers;
  }
}
