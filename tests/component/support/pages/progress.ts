import type { Locator } from 'vitest/browser';
import { expect } from '../expect.ts';
import type { Handler } from '../api/fake-api.ts';
import type { App } from '../open-app.ts';
import type { Route } from '../api/routes.ts';

interface Operation<Name extends Route> {
  route: Name;
  /** The handler of the second attempt. Default: the existing handler. */
  answer?: Handler<Name>;
  /** Starts the operation. On a retry the dialog is still open, with what was written in it. */
  start: (isRetry: boolean) => Promise<void>;
  /** The button that shows progress and is disabled meanwhile. */
  pending: Locator;
  /** The message after a failure. */
  refused: string | RegExp;
  done: Locator;
}

const spinner = '.animate-spin';

/** Runs an operation that fails first and succeeds on retry, and checks what it shows each time (AP-34). */
export async function expectProgress<Name extends Route>(
  { page, api }: App,
  { route, answer, start, pending, refused, done }: Operation<Name>,
): Promise<void> {
  const restore = api.fail(route, 'WORKFLOW_CONFLICT');
  for (const isRetry of [false, true]) {
    const release = api.hold(route);
    if (isRetry) restore();
    if (isRetry && answer) api.on(route, answer);
    await start(isRetry);
    await expect(pending.locator(spinner), `${route} under way`).toBeVisible();
    await expect(pending).toBeDisabled();
    await expect(pending).toHaveAttribute('aria-busy', 'true');
    release();
    if (isRetry) await expect(done).toBeVisible();
    else {
      await expect(page.getByRole('alert').filter({ hasText: refused }).first()).toBeVisible();
      await expect(page.locator(`button ${spinner}`), `${route} refused`).toHaveCount(0);
    }
  }
}
