import { useEffect } from 'react';
import { Navigate, NavigationType, useNavigationType, useSearchParams } from 'react-router';
import { ButtonLink } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { PlainPage } from '../parts/plain-page.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { useTitle } from '../parts/use-title.ts';
import { loginUrl } from '../session/start-up.ts';
import { texts } from '../texts.ts';

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

/** What is said of it, and the way on. */
function useFailure() {
  useTitle('Error');
  useRetryOnline();
  return {
    title: navigator.onLine ? 'Something went wrong' : 'This page opens when you are online again',
    action: <ButtonLink href="/approvals">Go to Approvals</ButtonLink>,
    children: texts.systemError,
  };
}

/** ER-04: what stands in the place of a screen that failed; the shell around it goes on. */
export function SystemError() {
  return (
    <div className="grid h-full place-items-center">
      <EmptyState {...useFailure()} />
    </div>
  );
}

/** ER-04: the same as a page of its own. */
export function SystemErrorPage() {
  return <PlainPage {...useFailure()} />;
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
    <PlainPage title={texts.sessionExpired}>
      <p className="flex items-center gap-2">
        <Spinner small />
        {texts.redirecting}
      </p>
    </PlainPage>
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
