import { lazy, Suspense, use, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Loading } from '../parts/controls/spinner.tsx';
import { ClockDialogs } from '../session/session-dialogs.tsx';
import { useSessionClock } from '../session/use-session-clock.tsx';
import { LiveProvider } from '../session/live-provider.tsx';
import { PreferencesProvider } from '../session/preferences.tsx';
import { SessionProvider } from '../session/session.tsx';
import { WatchNotices } from '../session/watch-notices.tsx';
import { WatchShowChanges } from '../session/watch-show-changes.tsx';
import { startUp } from '../session/startup.ts';
import type { Started } from '../session/startup.ts';
import { Shell } from './shell.tsx';
import type { ShortcutsPart } from './shell.tsx';
import { StartupError } from './startup-error.tsx';

const NoShowFrame = lazy(async () => ({ default: (await import('./no-show-frame.tsx')).NoShowFrame }));

let startPromise: Promise<Started> | null = null;
let startResult: Started | null = null;

/** Starts the session once per page load, even before the screen's code has loaded. */
export function started(): Promise<Started> {
  startPromise ??= startUp().then((all) => {
    startResult = all;
    return all;
  });
  return startPromise;
}

interface FrameProps {
  onLogOut: () => void;
  onLogOutEverywhere: () => void;
  isFlagged: boolean;
}

interface AppProps {
  bulkWork: ReactNode;
  search: ReactNode;
  shortcuts: ShortcutsPart;
  /** For a user who may create shows and has none. */
  firstShow: ReactNode;
  /** Replaces the shell for guarantors. */
  guarantor: ComponentType<FrameProps>;
  /** For a user who was removed from the open show. */
  lostShow: ComponentType<{ onLogOut: () => void }>;
}

function OpenApplication(props: AppProps) {
  // Even a resolved promise would show the fallback for a moment, so the result is read directly.
  const { context, open } = startResult ?? use(started());
  const { lostShow: LostShow, guarantor: Guarantor } = props;
  const [showId, setShowId] = useState(open?.show.id ?? null);
  const clock = useSessionClock({ refreshTime: context.refreshTime, userId: context.user.id }, showId);
  const logOut = () => void clock.signOut(context.sid.logoutRedirectUrl);
  const isFlagged = clock.phase === 'expired' || clock.phase === 'ending';
  const frame = {
    onLogOut: logOut,
    onLogOutEverywhere: () => void clock.signOut(context.sid.logoutRedirectUrl, true),
    isFlagged,
  };
  const dialogs = <ClockDialogs clock={clock} onLogOut={logOut} />;
  if (open === null) {
    return (
      <>
        <NoShowFrame user={context.user} firstShow={props.firstShow} onLogOut={logOut} />
        {dialogs}
      </>
    );
  }
  return (
    <PreferencesProvider first={context.dateFormat}>
      <SessionProvider
        context={context}
        first={open}
        onShow={setShowId}
        whenLost={<LostShow onLogOut={logOut} />}
        whenGuarantor={<Guarantor {...frame} />}
      >
        <LiveProvider>
          <WatchShowChanges />
          <WatchNotices />
          <Shell {...frame} bulkWork={props.bulkWork} search={props.search} shortcuts={props.shortcuts} />
        </LiveProvider>
      </SessionProvider>
      {dialogs}
    </PreferencesProvider>
  );
}

/**
 * The application behind the sign-in: starts the session, then renders the shell or the startup error (SE-01, SE-17,
 * SE-23).
 */
export function App(props: AppProps) {
  return (
    <ErrorBoundary FallbackComponent={StartupError}>
      <Suspense fallback={<Loading label="Opening Backlot" />}>
        <OpenApplication {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
