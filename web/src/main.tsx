import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { isGuarantor } from '#domain/identity/permissions';
import { dropPreloadedResponses } from './preloaded-responses.ts';
import { afterFirstScreen, isOptionalPartError } from './parts/hooks/lazy-part.tsx';
import { router } from './router.tsx';
import type { Prefetch, Started } from './session/startup.ts';
import { readCounts } from './session/waiting-counts.ts';
import { started } from './shell/app.tsx';
import { wait } from './delay.ts';

const RELOAD_AGAIN_AFTER_MS = 60_000;

// After a deploy, code that an open page has not loaded yet no longer exists: a reload gets the new version. Forms keep
// drafts.
function reloadFor(error: Error): void {
  // Optional code, or an overlay that reports its own failure, must not cost the user's input.
  if (isOptionalPartError(error)) return;
  // Without a network a reload would fail too.
  if (!navigator.onLine) return;
  const before = Number(sessionStorage.getItem('reloadedAt'));
  if (Date.now() - before < RELOAD_AGAIN_AFTER_MS) return;
  sessionStorage.setItem('reloadedAt', String(Date.now()));
  location.reload();
}

// After the handlers of the failed import.
addEventListener('vite:preloadError', ({ payload }) => void setTimeout(() => reloadFor(payload)));

function isRouted(): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const leave = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      leave();
      resolve();
    });
  });
}

function renderApp(): void {
  const root = document.querySelector('#root');
  if (!root) throw new Error('index.html has no #root');
  const page = createRoot(root);
  // Rendered in slices, so that a slow device responds to input in between.
  startTransition(() =>
    page.render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  );
}

function hasPrefetch(handle: unknown): handle is { prefetch: Prefetch } {
  return typeof handle === 'object' && handle !== null && 'prefetch' in handle;
}

/** Maximum time that the first render waits for data, so that it shows data instead of spinners. */
const MAX_PREFETCH_WAIT_MS = 200;

/** Prefetches the data of the page: on a slow device, rendering takes as long as a response. */
async function prefetchPage({ context: { user }, open }: Started): Promise<void> {
  // Nearly everything is closed to guarantors; their frame reads what they see.
  if (!open || isGuarantor(open.rights)) return;
  const ofPage = router.state.matches.flatMap(({ route }) => {
    const handle: unknown = route.handle;
    return hasPrefetch(handle) ? [handle.prefetch({ ...open, user }, new URL(location.href))] : [];
  });
  // The component that reads the data reports a failure.
  const all = Promise.allSettled([readCounts(open.show.id), ...ofPage]);
  await Promise.race([all, wait(MAX_PREFETCH_WAIT_MS)]);
}

async function startApp(): Promise<void> {
  // The error page sends no request. `App` reports a failed startup.
  const startup = location.pathname === '/error' ? null : started();
  // `index.html` stays on the screen until everything for the first page is loaded: React does not replace a suspended
  // page within 300 ms.
  const [start] = await Promise.allSettled([startup, isRouted()]);
  if (start.status === 'fulfilled' && start.value) await prefetchPage(start.value);
  renderApp();
}

afterFirstScreen(dropPreloadedResponses);
void startApp();
