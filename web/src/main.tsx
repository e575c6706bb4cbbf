import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { dropPreloadedResponses } from './preloaded-responses.ts';
import { afterFirstScreen, isSpared } from './parts/hooks/lazy-part.tsx';
import { router } from './router.tsx';
import type { Prefetch, Started } from './session/startup.ts';
import { readCounts } from './session/waiting-counts.ts';
import { started } from './shell/app.tsx';
import { wait } from './delay.ts';

const RELOAD_AGAIN_AFTER_MS = 60_000;

// After a deploy, the parts that an open page has not loaded yet are gone: the new page has them. Forms keep drafts.
function reloadFor(error: Error): void {
  // What is being written is not lost for a part that nobody asked for, or that says by itself that it cannot open.
  if (isSpared(error)) return;
  // Without a network there is no new page to be had either.
  if (!navigator.onLine) return;
  const before = Number(sessionStorage.getItem('reloadedAt'));
  if (Date.now() - before < RELOAD_AGAIN_AFTER_MS) return;
  sessionStorage.setItem('reloadedAt', String(Date.now()));
  location.reload();
}

// Whoever asked hears of it first.
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

function draw(): void {
  const root = document.querySelector('#root');
  if (!root) throw new Error('index.html has no #root');
  const page = createRoot(root);
  // In slices, so that a slow device answers to a finger in between.
  startTransition(() =>
    page.render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  );
}

function hasReadAhead(handle: unknown): handle is { readAhead: Prefetch } {
  return typeof handle === 'object' && handle !== null && 'readAhead' in handle;
}

/** As long as the first drawing waits for answers, to show them and not only that they are on their way. */
const ANSWERS_WITHIN_MS = 100;

/** The drawing takes a slow device as long as an answer is on its way: what the page is going to read goes out before it. */
async function readAhead({ context: { user }, open }: Started): Promise<void> {
  if (!open) return;
  const ofPage = router.state.matches.flatMap(({ route }) => {
    const handle: unknown = route.handle;
    return hasReadAhead(handle) ? [handle.readAhead({ ...open, user }, new URL(location.href))] : [];
  });
  // Whoever reads it is told of a failure.
  const all = Promise.allSettled([readCounts(open.show.id), ...ofPage]);
  await Promise.race([all, wait(ANSWERS_WITHIN_MS)]);
}

async function begin(): Promise<void> {
  // The page that says an error or the end of a session asks nothing. What fails is said by whoever needs it.
  const starting = location.pathname === '/error' ? null : started();
  // Until all is here that the first page needs, that of `index.html` stands: React draws nothing within 300 ms of a page
  // that waits.
  const [start] = await Promise.allSettled([starting, isRouted()]);
  if (start.status === 'fulfilled' && start.value) await readAhead(start.value);
  draw();
}

afterFirstScreen(dropPreloadedResponses);
void begin();
