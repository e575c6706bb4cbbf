import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { isSpared } from './parts/later.tsx';
import { router } from './router.tsx';
import { started } from './shell/signed-in.tsx';

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

// The page that says an error or the end of a session asks nothing. What fails here is said where it is awaited.
if (location.pathname !== '/error') started().catch(() => undefined);

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
