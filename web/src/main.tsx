import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { router } from './router.tsx';
import { started } from './shell/signed-in.tsx';

const RELOAD_AGAIN_AFTER_MS = 60_000;

// After a deploy, the parts that an open page has not loaded yet are gone: the new page has them. Forms keep drafts.
addEventListener('vite:preloadError', () => {
  // Without a network there is no new page to be had either.
  if (!navigator.onLine) return;
  const before = Number(sessionStorage.getItem('reloadedAt'));
  if (Date.now() - before < RELOAD_AGAIN_AFTER_MS) return;
  sessionStorage.setItem('reloadedAt', String(Date.now()));
  location.reload();
});

// The page that says an error or the end of a session asks nothing. What fails here is said where it is awaited.
if (location.pathname !== '/error') started().catch(() => undefined);

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
