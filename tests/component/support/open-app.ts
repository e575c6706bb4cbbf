import { onTestFinished } from 'vitest';
import { Clock } from './clock.ts';
import { moveMouse } from './commands.ts';
import { answerFrom } from './api/default-answers.ts';
import type { World } from './api/default-answers.ts';
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
    /** Called by each document of the application before its first script (`tests/component/node/serve-app.ts`). */
    prepareFrame: (frame: Window & typeof globalThis) => void;
  }
}

export interface AppOptions extends Partial<Omit<World, 'person'>> {
  /** Who has signed in: a fixture by name, or one with rights of its own. Default: dana, who creates purchase orders. */
  as?: PersonName | Person;
  /** The open show. Default: `nlite`. Of several, give `shows`: the first is open. */
  show?: ShowName | Show;
  /** What is answered otherwise than from the fixtures. */
  api?: (api: FakeApi, world: World) => void;
  width?: number;
  height?: number;
  /** The realtime channel can be had; default: yes. */
  hasChannel?: boolean;
  /** The page's time is the test's: `page.clock`. */
  clock?: boolean;
  /** Puts something into each window of the page before its scripts run. */
  prepare?: (window: Window & typeof globalThis) => void;
}

/** The application with what its test may look at and change. */
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

const open: OpenFrame[] = [];
let opened = 0;

window.prepareFrame = (frame) => open.find(({ element }) => element.contentWindow === frame)?.prepare(frame);
failEarlyOn(() => open.flatMap(({ api, errors }) => [...api.faults, ...errors]));

/** Opens an address of the application as somebody who has signed in, in a frame of its own. */
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
  answerFrom(world, api);
  options.api?.(api, world);
  if (options.hasChannel === false) channel.block();
  const element = document.createElement('iframe');
  opened += 1;
  element.dataset['testid'] = `app-${opened}`;
  Object.assign(element.style, { border: '0', position: 'fixed', top: '0', left: '0' });
  const errors: string[] = [];
  open.push({
    element,
    api,
    errors,
    prepare(frame) {
      if (options.clock) clock.installIn(frame);
      installNetwork(frame, api);
      channel.installIn(frame);
      frame.addEventListener('error', ({ message }) => {
        // Only says that the next frame goes on measuring.
        if (!message.startsWith('ResizeObserver loop')) errors.push(`The page threw: ${message}`);
      });
      frame.addEventListener('unhandledrejection', ({ reason }) => {
        errors.push(`The page rejected: ${String(reason)}`);
      });
      frame.addEventListener('click', (event) => page.recordDownload(event), true);
      options.prepare?.(frame);
    },
  });
  if (open.length === 1) onTestFinished(closeApps);
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

/** Closes every page of a test. Throws what the fake API or a page found wrong meanwhile. */
async function closeApps(): Promise<void> {
  const faults = open.flatMap(({ api, errors }) => [...api.faults, ...errors]);
  for (const { element } of open.splice(0)) element.remove();
  localStorage.clear();
  sessionStorage.clear();
  // No mouse rests where the next test draws something.
  await moveMouse(0, 0);
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
