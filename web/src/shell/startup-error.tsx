import { useEffect } from 'react';
import { api, ask } from '../api.ts';
import { Button } from '../parts/controls/button.tsx';
import { PlainPage } from '../parts/page/plain-page.tsx';
import { Reference } from '../parts/display/request-id.tsx';
import { useTitle } from '../parts/hooks/use-document-title.ts';
import { PermissionsUnavailable, Unreachable } from '../session/startup.ts';
import { texts } from '../texts.ts';

/** SE-23 asks to log out where there is no menu yet to do it from. */
async function leave(): Promise<void> {
  const left = await ask(api.api.sessions.$delete({ query: {} })).catch(() => null);
  location.assign(left?.logoutRedirectUrl ?? '/');
}

const LOOK_EVERY_MS = 5000;

/** Whether the server answers at all, whatever it says. */
async function isReachable(): Promise<boolean> {
  const answer = await fetch('/api/sessions/login-context', { cache: 'no-store' }).catch(() => null);
  return answer !== null;
}

async function goOn(): Promise<void> {
  if (await isReachable()) location.reload();
}

/** Without a connection a reload would leave nothing on the screen: the page is loaded anew once there is one. */
function NoConnection() {
  useTitle('No connection');
  useEffect(() => {
    const look = () => void goOn();
    const timer = setInterval(look, LOOK_EVERY_MS);
    addEventListener('online', look);
    return () => {
      clearInterval(timer);
      removeEventListener('online', look);
    };
  }, []);
  return (
    <PlainPage
      title="No connection"
      action={
        <Button look="primary" onPress={() => void goOn()}>
          Try again
        </Button>
      }
    >
      Backlot cannot be reached from here right now. This page opens by itself as soon as it can.
    </PlainPage>
  );
}

/** Why nothing could be opened: no connection, no permissions (SE-23), or anything else (SE-01, ER-04). */
export function StartFailed(props: { error: unknown }) {
  if (props.error instanceof Unreachable) return <NoConnection />;
  const mustLeave = props.error instanceof PermissionsUnavailable;
  return (
    <PlainPage
      title="Backlot could not be opened"
      action={
        <>
          <Button onPress={() => location.reload()}>Try again</Button>
          {mustLeave ? <Button onPress={() => void leave()}>Log Out</Button> : null}
          <Reference error={props.error} />
        </>
      }
    >
      {mustLeave ? texts.permissionsFailed : texts.systemError}
    </PlainPage>
  );
}
