import { useEffect } from 'react';
import { api, ask } from '../api.ts';
import { Button } from '../parts/controls/button.tsx';
import { PlainPage } from '../parts/page/plain-page.tsx';
import { RequestId } from '../parts/display/request-id.tsx';
import { useTitle } from '../parts/hooks/use-document-title.ts';
import { PermissionsUnavailableError, ServerUnreachableError } from '../session/startup.ts';
import { texts } from '../texts.ts';

/** Logs out where there is no menu yet (SE-23). */
async function leave(): Promise<void> {
  const left = await ask(api.api.sessions.$delete({ query: {} })).catch(() => null);
  location.assign(left?.logoutRedirectUrl ?? '/');
}

const CHECK_EVERY_MS = 5000;

/** Whether the server responds at all, with any status. */
async function isReachable(): Promise<boolean> {
  const answer = await fetch('/api/sessions/login-context', { cache: 'no-store' }).catch(() => null);
  return answer !== null;
}

async function reloadIfReachable(): Promise<void> {
  if (await isReachable()) location.reload();
}

/** Reloads the page once there is a connection; without one a reload would leave a blank page. */
function NoConnection() {
  useTitle('No connection');
  useEffect(() => {
    const check = () => void reloadIfReachable();
    const timer = setInterval(check, CHECK_EVERY_MS);
    addEventListener('online', check);
    return () => {
      clearInterval(timer);
      removeEventListener('online', check);
    };
  }, []);
  return (
    <PlainPage
      title="No connection"
      action={
        <Button look="primary" onPress={() => void reloadIfReachable()}>
          Try again
        </Button>
      }
    >
      Backlot cannot be reached from here right now. This page opens by itself as soon as it can.
    </PlainPage>
  );
}

/**
 * The reason why the application could not open: no connection, no permissions (SE-23), or another error (SE-01,
 * ER-04).
 */
export function StartupError(props: { error: unknown }) {
  if (props.error instanceof ServerUnreachableError) return <NoConnection />;
  const mustLeave = props.error instanceof PermissionsUnavailableError;
  return (
    <PlainPage
      title="Backlot could not be opened"
      action={
        <>
          <Button onPress={() => location.reload()}>Try again</Button>
          {mustLeave ? <Button onPress={() => void leave()}>Log Out</Button> : null}
          <RequestId error={props.error} />
        </>
      }
    >
      {mustLeave ? texts.permissionsFailed : texts.systemError}
    </PlainPage>
  );
}
