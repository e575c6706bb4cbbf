import type { Locator } from 'vitest/browser';
import { waitForFrames } from './clock.ts';
import type { Clock } from './clock.ts';
import { moveMouse, pressKey, pressMouse, turnWheel, typeText } from './commands.ts';
import { eventually } from './eventually.ts';
import type { FakeApi } from './api/fake-api.ts';
import type { FakeChannel } from './api/fake-socket.ts';
import { locatorsIn } from './locators.ts';

type Selectors = Pick<
  Locator,
  'getByRole' | 'getByText' | 'getByLabelText' | 'getByPlaceholder' | 'getByTitle' | 'getByTestId' | 'locator'
>;

interface Fakes {
  api: FakeApi;
  channel: FakeChannel;
  clock: Clock;
}

let topZIndex = 0;

/** The application in a frame, which has a window, an address and a history like a browser tab. */
export class Page {
  readonly frame: HTMLIFrameElement;
  readonly api: FakeApi;
  readonly channel: FakeChannel;
  /** Works only in a page that was opened with `clock: true`. */
  readonly clock: Clock;
  /** The names of the files that the page has downloaded. */
  readonly downloads: string[] = [];
  readonly #locators: Selectors;

  constructor(frame: HTMLIFrameElement, { api, channel, clock }: Fakes) {
    this.frame = frame;
    this.api = api;
    this.channel = channel;
    this.clock = clock;
    this.#locators = locatorsIn(frame);
  }

  getByRole: Selectors['getByRole'] = (...args) => this.#locators.getByRole(...args);
  getByText: Selectors['getByText'] = (...args) => this.#locators.getByText(...args);
  getByLabel: Selectors['getByLabelText'] = (...args) => this.#locators.getByLabelText(...args);
  getByPlaceholder: Selectors['getByPlaceholder'] = (...args) => this.#locators.getByPlaceholder(...args);
  getByTitle: Selectors['getByTitle'] = (...args) => this.#locators.getByTitle(...args);
  getByTestId: Selectors['getByTestId'] = (...args) => this.#locators.getByTestId(...args);
  /** By CSS. */
  locator: Selectors['locator'] = (selector) => this.#locators.locator(selector);

  /** (DEC-74) */
  get isPhone(): boolean {
    return this.window.innerWidth < 769;
  }

  get window(): Window & typeof globalThis {
    const { contentWindow } = this.frame;
    if (!contentWindow) throw new Error('The page is closed');
    return contentWindow as Window & typeof globalThis;
  }

  get document(): Document {
    return this.window.document;
  }

  /** Returns path, query and fragment. */
  url(): string {
    const { pathname, search, hash } = this.window.location;
    return pathname + search + hash;
  }

  readonly keyboard = { press: pressKey, type: typeText };

  /** Positions are in pixels from the top left corner of the page. */
  readonly mouse = {
    move: (x: number, y: number, { steps = 1 } = {}) => {
      const corner = this.frame.getBoundingClientRect();
      return moveMouse(corner.x + x, corner.y + y, steps);
    },
    down: () => pressMouse('down'),
    up: () => pressMouse('up'),
    wheel: turnWheel,
  };

  /** Loads another document, which discards the state of the page. */
  async goto(path: string): Promise<void> {
    await this.#waitForLoad(() => this.window.location.assign(path));
  }

  async reload(): Promise<void> {
    await this.#waitForLoad(() => this.window.location.reload());
  }

  goBack(): void {
    this.window.history.back();
  }

  goForward(): void {
    this.window.history.forward();
  }

  setViewportSize({ width, height }: { width: number; height: number }): void {
    Object.assign(this.frame.style, { width: `${width}px`, height: `${height}px` });
  }

  /** Records a click on a download link and prevents the download. */
  recordDownload(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.('a[download]');
    if (!link) return;
    event.preventDefault();
    this.downloads.push(link.getAttribute('download') ?? '');
  }

  /** Moves the page above the other pages of the test, so that the mouse reaches it. */
  bringToFront(): void {
    topZIndex += 1;
    this.frame.style.zIndex = String(topZIndex);
  }

  /** Fires the window's focus event, after which the application refetches lists. */
  focusWindow(): void {
    this.window.dispatchEvent(new this.window.Event('focus'));
  }

  /** Resolves when no call is pending and the page has finished drawing. */
  async waitForIdle(): Promise<void> {
    await eventually(async () => {
      await waitForFrames(this.window);
      if (this.api.pendingCount > 0) throw new Error('The page still waits for answers');
    });
  }

  async #waitForLoad(navigate: () => void): Promise<void> {
    const loaded = new Promise((resolve) => {
      this.frame.addEventListener('load', resolve, { once: true });
    });
    navigate();
    await loaded;
    this.window.focus();
  }
}
