import { useEffect } from 'react';
import { Navigate, NavigationType, useNavigationType, useSearchParams } from 'react-router';
import { ButtonLink } from '../parts/button.tsx';
import { EmptyState } from '../parts/card.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { useTitle } from '../parts/use-title.ts';
import { loginUrl } from '../session/start-up.ts';
import { texts } from '../words.ts';

/** Long enough to read the two lines. */
const REDIRECT_AFTER_MS = 1500;

/** A screen whose code could not be fetched: it is, as soon as there is a network again. */
function useRetryOnline(): void {
  useEffect(() => {
    if (navigator.onLine) return undefined;
    const retry = () => location.reload();
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, []);
}

/** ER-04: what stands in the place of a screen that failed; the shell around it goes on. */
export function SystemError() {
  useTitle('Error');
  useRetryOnline();
  return (
    <div className="grid h-full place-items-center">
      <EmptyState
        title={navigator.onLine ? 'Something went wrong' : 'This page opens when you are online again'}
        action={<ButtonLink href="/approvals">Go to Approvals</ButtonLink>}
      >
        {texts.systemError}
      </EmptyState>
    </div>
  );
}

/** ER-04: the same as a page of its own. */
export function SystemErrorPage() {
  return (
    <main className="h-full">
      <SystemError />
    </main>
  );
}

function samePath(path: string | null): string {
  return path !== null && /^\/(?![/\\])/.test(path) ? path : '/';
}

/** SH-24: says that the session is over, then leaves for the sign-in. */
function LoginRedirect(props: { returnTo: string }) {
  const { returnTo } = props;
  useTitle(texts.sessionExpired);
  useEffect(() => {
    const timer = setTimeout(() => location.replace(loginUrl(returnTo)), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [returnTo]);
  return (
    <main className="grid h-full place-items-center">
      <div aria-live="polite" className="flex flex-col items-center gap-2 text-center">
        <h1 className="text-xl font-semibold">{texts.sessionExpired}</h1>
        <p className="flex items-center gap-2 text-ink-muted">
          <Spinner small />
          {texts.redirecting}
        </p>
      </div>
    </main>
  );
}

/** SH-24 to SH-26: opened directly or reloaded, the plain address has nothing to say and goes to `/`. */
export function ErrorScreen() {
  const [query] = useSearchParams();
  const arrivedBy = useNavigationType();
  if (query.get('type') === 'login-redirect')
    return <LoginRedirect returnTo={samePath(query.get('returnTo'))} />;
  return arrivedBy === NavigationType.Pop ? <Navigate to="/" replace /> : <SystemErrorPage />;
}
