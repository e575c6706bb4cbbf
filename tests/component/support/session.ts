import type { Locator } from 'vitest/browser';
import { Refusal } from '#domain/codes';
import { eventually } from './eventually.ts';
import type { FakeApi } from './api/fake-api.ts';
import { openApp } from './open-app.ts';
import type { App, AppOptions } from './open-app.ts';
import type { Page } from './page.ts';

const minute = 60_000;
export const inactiveAfter = 29 * minute;

export const inactivityWarning = (page: Page): Locator =>
  page.getByRole('alertdialog', { name: 'Are you still there?' });
export const expiredDialog = (page: Page): Locator =>
  page.getByRole('alertdialog', { name: 'Session Expired' });
export const remainButton = (page: Page): Locator => page.getByRole('button', { name: 'Remain Logged In' });

/** Stubs a valid session that ends in 32 minutes by the clock of the page. */
export function serveSession(api: FakeApi, page: () => Page): void {
  const from = (minutes: number) => new Date(page().window.Date.now() + minutes * minute).toISOString();
  api.on('GET /api/sessions/verify', () => ({ valid: true as const, expirationTime: from(32) }));
  api.on('GET /api/sessions/keep-session-alive', () => ({
    expirationTime: from(32),
    refreshTime: from(30),
  }));
}

/** Ends the session: each verification fails from now on. Returns a function that restores it. */
export function endSession(api: FakeApi): () => void {
  return api.on('GET /api/sessions/verify', () => {
    throw new Refusal('session_timeout');
  });
}

/** Opens a page with a valid session and a fake clock. */
export async function openWithClock(path: string, options: AppOptions = {}): Promise<App> {
  const app = await openApp(path, { clock: true, ...options });
  serveSession(app.api, () => app.page);
  await waitForFirstActivity(app.page);
  return app;
}

/** Returns the last path segments of the session calls, grouped by route. */
export function sessionCalls({ api }: App): string[] {
  const routes = ['GET /api/sessions/verify', 'GET /api/sessions/keep-session-alive'] as const;
  return routes.flatMap((route) => api.calls(route)).map(({ route }) => route.split('/').at(-1) ?? '');
}

export function lastActivity(page: Page): number {
  return Number(page.window.localStorage.getItem('lastActivityTime'));
}

/** Waits until the session clock has started, shortly after the first screen. Returns the time of the last activity. */
export function waitForFirstActivity(page: Page): Promise<number> {
  return eventually(() => {
    const at = lastActivity(page);
    if (at === 0) throw new Error('The session clock has not begun');
    return at;
  });
}

/** Pauses the page's clock and jumps to this long after the last activity. */
export async function idleFor(page: Page, milliseconds: number): Promise<void> {
  await page.waitForIdle();
  page.clock.pause();
  page.clock.fastForward((await waitForFirstActivity(page)) + milliseconds - page.clock.now);
  await page.waitForIdle();
}
