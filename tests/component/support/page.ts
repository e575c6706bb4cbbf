import type { Locator } from 'vitest/browser';
import { drawn } from './clock.ts';
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

let front = 0;

/** The application in a frame of its own, with a window, an address and a history as in a tab of a browser. */
export class Page {
  readonly frame: HTMLIFrameElement;
  readonly api: FakeApi;
  readonly channel: FakeChannel;
  /** Of a page that was opened with `clock: true`. */
  readonly clock: Clock;
  /** The names of the files that the page has handed to the browser. */
  readonly downloads: string[] = [];
  readonly #inside: Selectors;

  constructor(frame: HTMLIFrameElement, { api, channel, clock }: Fakes) {
    this.frame = frame;
    this.api = api;
    this.channel = channel;
    this.clock = clock;
    this.#inside = locatorsIn(frame);
  }

  getByRole: Selectors['getByRole'] = (...of) => this.#inside.getByRole(...of);
  getByText: Selectors['getByText'] = (...of) => this.#inside.getByText(...of);
  getByLabel: Selectors['getByLabelText'] = (...of) => this.#inside.getByLabelText(...of);
  getByPlaceholder: Selectors['getByPlaceholder'] = (...of) => this.#inside.getByPlaceholder(...of);
  getByTitle: Selectors['getByTitle'] = (...of) => this.#inside.getByTitle(...of);
  getByTestId: Selectors['getByTestId'] = (...of) => this.#inside.getByTestId(...of);
  /** By CSS. */
  locator: Selectors['locator'] = (selector) => this.#inside.locator(selector);

  get window(): Window & typeof globalThis {
    const { contentWindow } = this.frame;
    if (!contentWindow) throw new Error('The page is closed');
    return contentWindow as Window & typeof globalThis;
  }

  get document(): Document {
    return this.window.document;
  }

  /** Path, query and fragment. */
  url(): string {
    const { pathname, search, hash } = this.window.location;
    return pathname + search + hash;
  }

  readonly keyboard = { press: pressKey, type: typeText };

  /** Pixels from the corner of the page. */
  readonly mouse = {
    move: (x: number, y: number, { steps = 1 } = {}) => {
      const corner = this.frame.getBoundingClientRect();
      return moveMouse(corner.x + x, corner.y + y, steps);
    },
    down: () => pressMouse('down'),
    up: () => pressMouse('up'),
    wheel: turnWheel,
  };

  /** Opens an address as the browser does: everything that the page held is gone. */
  async goto(path: string): Promise<void> {
    await this.#loading(() => this.window.location.assign(path));
  }

  async reload(): Promise<void> {
    await this.#loading(() => this.window.location.reload());
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

  /** Of a click: nothing reaches the disk. */
  recordDownload(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.('a[download]');
    if (!link) return;
    event.preventDefault();
    this.downloads.push(link.getAttribute('download') ?? '');
  }

  /** Above the other pages of a test, as the tab that is looked at: only there the mouse reaches it. */
  bringToFront(): void {
    front += 1;
    this.frame.style.zIndex = String(front);
  }

  /** The window is looked at again, after which lists are read anew. */
  focusWindow(): void {
    this.window.dispatchEvent(new this.window.Event('focus'));
  }

  /** Every call is answered, what came is drawn, and the page has nothing left to do. */
  async settled(): Promise<void> {
    await eventually(async () => {
      await drawn(this.window);
      if (this.api.underWay > 0) throw new Error('The page still waits for answers');
    });
  }

  async #loading(begin: () => void): Promise<void> {
    const loaded = new Promise((resolve) => {
      this.frame.addEventListener('load', resolve, { once: true });
    });
    begin();
    await loaded;
    this.window.focus();
  }
}
