import { onTestFinished } from 'vitest';
import { Clock, shortenTimers } from './clock.ts';
import { moveMouse } from './commands.ts';
import { stubDefaultRoutes } from './api/default-stubs.ts';
import type { World } from './api/default-stubs.ts';
import { failEarlyOn } from './eventually.ts';
import { FakeApi } from './api/fake-api.ts';
import { installNetwork } from './api/fake-network.ts';
import { FakeChannel } from './api/fake-socket.ts';
import { person } from './fixtures/people.ts';
import type { Person, PersonName } from './fixtures/people.ts';
import { shows } from './fixtures/shows.ts';
import type { Show, ShowName } from './fixtures/shows.ts';
import { Page } from './page.ts';

declare global {
  interface Window {
    /** Each document of the application calls this before its first script (`tests/component/node/serve-app.ts`). */
    prepareFrame: (frame: Window & typeof globalThis) => void;
  }
}

export interface AppOptions extends Partial<Omit<World, 'person'>> {
  /** The signed-in user: the name of a fixture, or a person with other permissions. Default: dana, a PO creator. */
  as?: PersonName | Person;
  /** The open show. Default: `nlite`. For several shows, pass `shows`: the first is open. */
  show?: ShowName | Show;
  /** Overrides the default responses of the fake API. */
  api?: (api: FakeApi, world: World) => void;
  width?: number;
  height?: number;
  /** Whether the realtime channel can connect. Default: true. */
  hasChannel?: boolean;
  /** Installs a fake clock in the page: `page.clock`. */
  clock?: boolean;
  /** Prepares each window of the page before its scripts run. */
  prepare?: (window: Window & typeof globalThis) => void;
}

/** The opened application with the fakes that a test may inspect and change. */
export interface App {
  page: Page;
  api: FakeApi;
  world: World;
  channel: FakeChannel;
}

interface OpenFrame {
  element: HTMLIFrameElement;
  api: FakeApi;
  errors: string[];
  prepare: (window: Window & typeof globalThis) => void;
}

const openFrames: OpenFrame[] = [];
let frameCount = 0;

window.prepareFrame = (frame) =>
  openFrames.find(({ element }) => element.contentWindow === frame)?.prepare(frame);
failEarlyOn(() => openFrames.flatMap(({ api, errors }) => [...api.faults, ...errors]));

/** Opens a path of the application for a signed-in user, in a frame of its own. */
export async function openApp(path: string, options: AppOptions = {}): Promise<App> {
  const { as = 'dana', show = 'nlite', width = 1440, height = 900 } = options;
  const api = new FakeApi();
  const channel = new FakeChannel();
  const clock = new Clock();
  const world: World = {
    person: typeof as === 'string' ? person(as) : as,
    shows: options.shows ?? [typeof show === 'string' ? shows[show] : show],
    orders: options.orders ?? [],
    invoices: options.invoices ?? [],
    payments: options.payments ?? [],
    ...(options.featureFlags && { featureFlags: options.featureFlags }),
  };
  stubDefaultRoutes(world, api);
  options.api?.(api, world);
  if (options.hasChannel === false) channel.block();
  const element = document.createElement('iframe');
  frameCount += 1;
  element.dataset['testid'] = `app-${frameCount}`;
  Object.assign(element.style, { border: '0', position: 'fixed', top: '0', left: '0' });
  const errors: string[] = [];
  openFrames.push({
    element,
    api,
    errors,
    prepare(frame) {
      if (options.clock) clock.installIn(frame);
      else shortenTimers(frame);
      installNetwork(frame, api);
      channel.installIn(frame);
      frame.addEventListener('error', ({ message }) => {
        // A harmless message: the browser continues measuring in the next frame.
        if (!message.startsWith('ResizeObserver loop')) errors.push(`The page threw: ${message}`);
      });
      frame.addEventListener('unhandledrejection', ({ reason }) => {
        errors.push(`The page rejected: ${String(reason)}`);
      });
      frame.addEventListener('click', (event) => page.recordDownload(event), true);
      options.prepare?.(frame);
    },
  });
  if (openFrames.length === 1) onTestFinished(closeApps);
  const page = new Page(element, { api, channel, clock });
  page.setViewportSize({ width, height });
  const loaded = new Promise((resolve) => {
    element.addEventListener('load', resolve, { once: true });
  });
  element.src = path;
  document.body.append(element);
  await loaded;
  page.window.focus();
  return { page, api, world, channel };
}

/** Closes all pages of a test. Throws the faults of the fake API and the errors of the pages. */
async function closeApps(): Promise<void> {
  const faults = openFrames.flatMap(({ api, errors }) => [...api.faults, ...errors]);
  for (const { element } of openFrames.splice(0)) element.remove();
  localStorage.clear();
  sessionStorage.clear();
  // Moves the mouse away, so that it hovers over nothing in the next test.
  await moveMouse(0, 0);
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
