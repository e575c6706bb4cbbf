import { Suspense, use, useState } from 'react';
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { api, ask } from '../api.ts';
import { Button } from '../parts/button.tsx';
import { PlainPage } from '../parts/plain-page.tsx';
import { Loading } from '../parts/spinner.tsx';
import { ClockDialogs } from '../session/clock-dialogs.tsx';
import { useSessionClock } from '../session/clock.tsx';
import { FeatureGuard } from '../session/feature-guard.tsx';
import { LiveProvider } from '../session/live-provider.tsx';
import { PreferencesProvider } from '../session/preferences.tsx';
import { SessionProvider } from '../session/session.tsx';
import { ShowChanges } from '../session/show-changes.tsx';
import { PermissionsUnavailable, startUp } from '../session/start-up.ts';
import type { Started } from '../session/start-up.ts';
import type { SignedInUser } from '../session/wire.ts';
import { texts } from '../texts.ts';
import { FirstSteps } from './first-steps.tsx';
import { NoAccess } from './no-access.tsx';
import { Shell } from './shell.tsx';
import type { ShortcutsPart } from './shell.tsx';
import { useFirstScreen } from './use-first-screen.ts';

let starting: Promise<Started> | null = null;
let begun: Started | null = null;

/** Start-up runs once a page load, whatever is drawn again; it may begin before the screen's code is here. */
export function started(): Promise<Started> {
  starting ??= startUp().then((all) => {
    begun = all;
    return all;
  });
  return starting;
}

/** SE-23 asks to log out where there is no menu yet to do it from. */
async function leave(): Promise<void> {
  const left = await ask(api.api.sessions.$delete({ query: {} })).catch(() => null);
  location.assign(left?.logoutRedirectUrl ?? '/');
}

function StartFailed(props: { error: unknown }) {
  const mustLeave = props.error instanceof PermissionsUnavailable;
  return (
    <PlainPage
      title="Backlot could not be opened"
      action={
        <>
          <Button onPress={() => location.reload()}>Try again</Button>
          {mustLeave ? <Button onPress={() => void leave()}>Log Out</Button> : null}
        </>
      }
    >
      {mustLeave ? texts.permissionsFailed : texts.systemError}
    </PlainPage>
  );
}

interface SignedInProps {
  paymentWork: ReactNode;
  search: ReactNode;
  shortcuts: ShortcutsPart;
  /** For who may create shows and has none. */
  firstShow: ReactNode;
}

/** What comes by itself, such as the clock's dialogs, is fetched here too, where no shell draws a first screen. */
function WithoutShow(props: { user: SignedInUser; firstShow: ReactNode; onLogOut: () => void }) {
  const { user, onLogOut } = props;
  useFirstScreen();
  return (
    <FeatureGuard isFlagged rights={null}>
      {user.mayCreateShows ? (
        <FirstSteps onLogOut={onLogOut}>{props.firstShow}</FirstSteps>
      ) : (
        <NoAccess username={user.username} onLogOut={onLogOut} />
      )}
    </FeatureGuard>
  );
}

function Opened(props: SignedInProps) {
  // No promise once it is here: even a kept one would show the fallback, and hold the page back, for a moment.
  const { context, open } = begun ?? use(started());
  const [showId, setShowId] = useState(open?.show.id ?? null);
  const clock = useSessionClock({ refreshTime: context.refreshTime, userId: context.user.id }, showId);
  const logOut = () => void clock.signOut(context.sid.logoutRedirectUrl);
  const isFlagged = clock.phase === 'expired' || clock.phase === 'ending';
  const dialogs = <ClockDialogs clock={clock} onLogOut={logOut} />;
  if (open === null) {
    return (
      <>
        <WithoutShow user={context.user} firstShow={props.firstShow} onLogOut={logOut} />
        {dialogs}
      </>
    );
  }
  return (
    <SessionProvider context={context} first={open} onShow={setShowId}>
      <PreferencesProvider first={context.dateFormat}>
        <LiveProvider>
          <ShowChanges />
          <Shell
            onLogOut={logOut}
            onLogOutEverywhere={() => void clock.signOut(context.sid.logoutRedirectUrl, true)}
            isFlagged={isFlagged}
            paymentWork={props.paymentWork}
            search={props.search}
            shortcuts={props.shortcuts}
          />
        </LiveProvider>
      </PreferencesProvider>
      {dialogs}
    </SessionProvider>
  );
}

/** Everything behind the sign-in: starts up, then draws the shell, or says why it cannot (SE-01, SE-17, SE-23). */
export function SignedIn(props: SignedInProps) {
  return (
    <ErrorBoundary FallbackComponent={StartFailed}>
      <Suspense fallback={<Loading label="Opening Backlot" />}>
        <Opened {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
