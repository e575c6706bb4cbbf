import { useState } from 'react';
import useSWR from 'swr';
import { api, ask } from '../../api.ts';
import { keys } from '../../keys.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Time } from '../../parts/display/date-format.tsx';
import { useToast } from '../../parts/overlays/toast.tsx';
import { LoadingContent } from '../../parts/page/skeleton.tsx';

const read = () => ask(api.api.sessions.$get());

/** A text and its action, below each other on a narrow screen. */
const row = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2';

type Session = Awaited<ReturnType<typeof read>>['sessions'][number];

/** Number of sessions shown before "Show all". */
const shownAtFirst = 5;

function SessionList(props: {
  sessions: readonly Session[];
  ending: string | null;
  onEnd: (id: string) => void;
}) {
  const [showsAll, setShowsAll] = useState(false);
  const { sessions, ending, onEnd } = props;
  const shown = showsAll ? sessions : sessions.slice(0, shownAtFirst);
  return (
    <>
      <ul className="flex flex-col">
        {shown.map(({ id, device, lastUsedAt, isThis }) => (
          <li
            key={id}
            className="flex min-h-12 items-center justify-between gap-4 border-b border-line py-1.5 last:border-b-0"
          >
            <div className="min-w-0">
              <p className="truncate">{device}</p>
              <p className="text-sm text-ink-muted">
                {isThis ? 'This browser' : <LastUsed at={lastUsedAt} />}
              </p>
            </div>
            {isThis ? null : (
              <Button
                look="quiet"
                flush="right"
                onPress={() => onEnd(id)}
                isPending={ending === id}
                aria-label={`Sign out ${device}`}
              >
                Sign Out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {shown.length < sessions.length ? (
        <Button onPress={() => setShowsAll(true)}>{`Show all ${sessions.length}`}</Button>
      ) : null}
    </>
  );
}

function LastUsed(props: { at: string }) {
  return (
    <>
      Last used <Time at={props.at} />
    </>
  );
}

/** The user's sessions, with actions to end them and to change the password or the authenticator. */
export function OwnSessions(props: { onLogOutEverywhere: () => void }) {
  const { data, error, mutate } = useSWR(keys.ownSessions(), read);
  const flash = useToast();
  const [ending, setEnding] = useState<string | null>(null);
  const end = async (id: string) => {
    setEnding(id);
    try {
      await ask(api.api.sessions[':id'].$delete({ param: { id } }));
      await mutate();
    } catch {
      flash('error', 'That session could not be signed out. Try again.');
    }
    setEnding(null);
  };
  return (
    <section aria-label="Where you are signed in" className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="text-sm font-semibold">Where you are signed in</h3>
      {data ? (
        <SessionList sessions={data.sessions} ending={ending} onEnd={(id) => void end(id)} />
      ) : error ? (
        <div className={row}>
          <p className="text-ink-muted">They could not be read.</p>
          <Button onPress={() => void mutate()}>Try again</Button>
        </div>
      ) : (
        <LoadingContent />
      )}
      <div className={row}>
        <p className="text-ink-muted">Lost a device?</p>
        <Button onPress={props.onLogOutEverywhere}>Log Out Everywhere</Button>
      </div>
      {data?.hasPassword ? (
        <div className={row}>
          <p className="text-ink-muted">A new password?</p>
          <Button onPress={() => openSignInPage('/api/auth/password')}>Change Password</Button>
        </div>
      ) : null}
      {data?.hasAuthenticator ? (
        <div className={row}>
          <p className="text-ink-muted">A new phone?</p>
          <Button onPress={() => openSignInPage('/api/auth/authenticator')}>Replace Authenticator</Button>
        </div>
      ) : null}
    </section>
  );
}

/** Opens a sign-in page that re-authenticates the user and returns here. */
function openSignInPage(path: '/api/auth/password' | '/api/auth/authenticator'): void {
  const returnTo = encodeURIComponent(`${location.pathname}${location.search}`);
  location.assign(`${path}?returnTo=${returnTo}`);
}
