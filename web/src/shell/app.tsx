import { lazy, Suspense, use, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Loading } from '../parts/controls/spinner.tsx';
import { ClockDialogs } from '../session/session-dialogs.tsx';
import { useSessionClock } from '../session/use-session-clock.tsx';
import { LiveProvider } from '../session/live-provider.tsx';
import { PreferencesProvider } from '../session/preferences.tsx';
import { SessionProvider } from '../session/session.tsx';
import { ShowChanges } from '../session/watch-show-changes.tsx';
import { startUp } from '../session/startup.ts';
import type { Started } from '../session/startup.ts';
import { Shell } from './shell.tsx';
import type { ShortcutsPart } from './shell.tsx';
import { StartFailed } from './startup-error.tsx';

const WithoutShow = lazy(async () => ({ default: (await import('./no-show-frame.tsx')).WithoutShow }));

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

interface SignedInProps {
  paymentWork: ReactNode;
  search: ReactNode;
  shortcuts: ShortcutsPart;
  /** For who may create shows and has none. */
  firstShow: ReactNode;
  /** For who was taken out of the open show. */
  lostShow: ComponentType<{ onLogOut: () => void }>;
}

function Opened(props: SignedInProps) {
  // No promise once it is here: even a kept one would show the fallback, and hold the page back, for a moment.
  const { context, open } = begun ?? use(started());
  const { lostShow: LostShow } = props;
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
    <SessionProvider
      context={context}
      first={open}
      onShow={setShowId}
      whenLost={<LostShow onLogOut={logOut} />}
    >
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
