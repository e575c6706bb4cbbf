import type { Locator } from 'vitest/browser';
import { expect } from '../expect.ts';
import type { Handler } from '../api/fake-api.ts';
import type { App } from '../open-app.ts';
import type { Route } from '../api/routes.ts';

interface Operation<Name extends Route> {
  route: Name;
  /** Once the server does what it is asked; none: it is answered already. */
  answer?: Handler<Name>;
  /** `isAgain`: after the refusal, which leaves open what was open, so that nothing need be written twice. */
  start: (isAgain: boolean) => Promise<void>;
  /** What shows that it is under way, and takes no second press. */
  pending: Locator;
  /** What is said when the server refuses, then when it does not. */
  refused: string | RegExp;
  done: Locator;
}

const spinner = '.animate-spin';

/** AP-34: an operation goes through its beginning to a failure, and at the second attempt to its success. */
export async function expectProgress<Name extends Route>(
  { page, api }: App,
  { route, answer, start, pending, refused, done }: Operation<Name>,
): Promise<void> {
  const mend = api.fail(route, 'WORKFLOW_CONFLICT');
  for (const isAgain of [false, true]) {
    const release = api.hold(route);
    if (isAgain) mend();
    if (isAgain && answer) api.on(route, answer);
    await start(isAgain);
    await expect(pending.locator(spinner), `${route} under way`).toBeVisible();
    await expect(pending).toBeDisabled();
    await expect(pending).toHaveAttribute('aria-busy', 'true');
    release();
    if (isAgain) await expect(done).toBeVisible();
    else {
      await expect(page.getByRole('alert').filter({ hasText: refused }).first()).toBeVisible();
      await expect(page.locator(`button ${spinner}`), `${route} refused`).toHaveCount(0);
    }
  }
}
