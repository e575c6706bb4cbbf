import type { ReactNode } from 'react';
import { FeatureGuard } from '../session/feature-guard.tsx';
import type { SignedInUser } from '../session/api-types.ts';
import { useFirstScreenReady } from './use-first-screen-ready.ts';
import { Button } from '../parts/controls/button.tsx';
import { PlainPage, Logo } from '../parts/page/plain-page.tsx';
import { useTitle } from '../parts/hooks/use-document-title.ts';
import { texts } from '../texts.ts';

/** The frame for a user who may create the first show and has none open yet. */
function FirstShowFrame(props: { onLogOut: () => void; children: ReactNode }) {
  return (
    <div className="flex h-full flex-col">
      <header className="flex h-14 shrink-0 items-center justify-between border-b border-line bg-surface-raised px-4">
        <Logo />
        <Button look="quiet" onPress={props.onLogOut}>
          Log Out
        </Button>
      </header>
      <main className="min-h-0 flex-1 overflow-y-auto">{props.children}</main>
    </div>
  );
}

/**
 * The page of a user who belongs to no show (SE-17). It also triggers the loading of deferred code, such as the session
 * dialogs, which the shell does elsewhere.
 */
export function NoShowFrame(props: { user: SignedInUser; firstShow: ReactNode; onLogOut: () => void }) {
  const { user, onLogOut } = props;
  useFirstScreenReady();
  return (
    <FeatureGuard isFlagged rights={null}>
      {user.mayCreateShows ? (
        <FirstShowFrame onLogOut={onLogOut}>{props.firstShow}</FirstShowFrame>
      ) : (
        <NoAccess username={user.username} onLogOut={onLogOut} />
      )}
    </FeatureGuard>
  );
}

/** For a user who belongs to no show, and may have signed in with the wrong account (SE-17, SE-18). */
export function NoAccess(props: { username: string; onLogOut: () => void }) {
  useTitle('No Access');
  return (
    <PlainPage title="No Access" action={<Button onPress={props.onLogOut}>Log Out</Button>}>
      <p>{texts.noAccess}</p>
      <p className="pt-2 wrap-anywhere">You are signed in as {props.username}.</p>
    </PlainPage>
  );
}
