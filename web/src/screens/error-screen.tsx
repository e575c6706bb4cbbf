import { useEffect } from 'react';
import { Navigate, NavigationType, useNavigationType, useSearchParams } from 'react-router';
import { PlainPage } from '../parts/page/plain-page.tsx';
import { Spinner } from '../parts/controls/spinner.tsx';
import { useTitle } from '../parts/hooks/use-document-title.ts';
import { loginUrl } from '../session/startup.ts';
import { texts } from '../texts.ts';
import { SystemErrorPage } from './error.tsx';

/** Long enough to read the two lines. */
const REDIRECT_AFTER_MS = 1500;

function samePath(path: string | null): string {
  return path !== null && /^\/(?![/\\])/.test(path) ? path : '/';
}

/** Shows that the session has ended, then opens the sign-in page (SH-24). */
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
        Redirecting to login...
      </p>
    </PlainPage>
  );
}

/** The error page (SH-24 to SH-26). Opened directly or reloaded, the plain address redirects to `/`. */
export function ErrorScreen() {
  const [query] = useSearchParams();
  const arrivedBy = useNavigationType();
  if (query.get('type') === 'login-redirect')
    return <LoginRedirect returnTo={samePath(query.get('returnTo'))} />;
  return arrivedBy === NavigationType.Pop ? <Navigate to="/" replace /> : <SystemErrorPage />;
}
