import type { ReactNode } from 'react';
import { FeatureGuard } from '../session/feature-guard.tsx';
import type { SignedInUser } from '../session/api-types.ts';
import { FirstSteps } from './first-show-frame.tsx';
import { NoAccess } from './no-access.tsx';
import { useFirstScreen } from './use-first-screen-ready.ts';

/**
 * Who belongs to no show (SE-17). What comes by itself, such as the clock's dialogs, is fetched here too, where no shell draws
 * a first screen.
 */
export function WithoutShow(props: { user: SignedInUser; firstShow: ReactNode; onLogOut: () => void }) {
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
