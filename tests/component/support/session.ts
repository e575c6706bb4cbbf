import type { Locator } from 'vitest/browser';
import { Refusal } from '#domain/codes';
import { eventually } from './eventually.ts';
import type { FakeApi } from './api/fake-api.ts';
import { openApp } from './open-app.ts';
import type { App, AppOptions } from './open-app.ts';
import type { Page } from './page.ts';

const minute = 60_000;
export const inactiveAfter = 29 * minute;

export const warning = (page: Page): Locator =>
  page.getByRole('alertdialog', { name: 'Are you still there?' });
export const expired = (page: Page): Locator => page.getByRole('alertdialog', { name: 'Session Expired' });
export const remain = (page: Page): Locator => page.getByRole('button', { name: 'Remain Logged In' });

/** The session stands: it ends in half an hour, by the clock of the page. */
export function serveSession(api: FakeApi, page: () => Page): void {
  const from = (minutes: number) => new Date(page().window.Date.now() + minutes * minute).toISOString();
  api.on('GET /api/sessions/verify', () => ({ valid: true as const, expirationTime: from(32) }));
  api.on('GET /api/sessions/keep-session-alive', () => ({
    expirationTime: from(32),
    refreshTime: from(30),
  }));
}

/** The session is over: each call of the API is refused from now on. */
export function endSession(api: FakeApi): () => void {
  return api.on('GET /api/sessions/verify', () => {
    throw new Refusal('session_timeout');
  });
}

/** Opens a page whose session stands, by a clock that the test moves. */
export async function openWithClock(path: string, options: AppOptions = {}): Promise<App> {
  const app = await openApp(path, { clock: true, ...options });
  serveSession(app.api, () => app.page);
  await beganAt(app.page);
  return app;
}

/** The questions about the session so far, in order. */
export function sessionCalls({ api }: App): string[] {
  const routes = ['GET /api/sessions/verify', 'GET /api/sessions/keep-session-alive'] as const;
  return routes.flatMap((route) => api.calls(route)).map(({ route }) => route.split('/').at(-1) ?? '');
}

export function lastActivity(page: Page): number {
  return Number(page.window.localStorage.getItem('lastActivityTime'));
}

/** When the page last saw work, once its session clock goes: that is a moment after its first screen. */
export function beganAt(page: Page): Promise<number> {
  return eventually(() => {
    const at = lastActivity(page);
    if (at === 0) throw new Error('The session clock has not begun');
    return at;
  });
}

/** The page's clock jumps to so long after the last work in it and stops; from there only the test moves it. */
export async function idleFor(page: Page, milliseconds: number): Promise<void> {
  await page.settled();
  page.clock.hold();
  page.clock.fastForward((await beganAt(page)) + milliseconds - page.clock.now);
  await page.settled();
}
