import { Suspense, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Loading } from '../parts/controls/spinner.tsx';
import { lazyPart } from '../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../parts/overlays/lazy-overlay.tsx';
import { LoadingBar } from './loading-bar.tsx';
import { OfflineBanner, Page, SkipLink } from './shell.tsx';
import { ShowPicker } from './show-picker.tsx';
import { useFirstScreenReady } from './use-first-screen-ready.ts';
import { UserMenu } from './user-menu.tsx';

const AccountSettings = lazyPart(
  async () => (await import('./account/account-settings.tsx')).AccountSettings,
);

/** Pages that belong to the user and to no show. */
const ownPages = /^\/(shows|help)(\/|$)/;

/**
 * The frame of a show for its guarantors: their other shows, their account, and the issued reports. It has no tabs,
 * counts, search and realtime channel, all of which are closed to them (BUD-88, BUD-89).
 */
export function GuarantorFrame(props: {
  onLogOut: () => void;
  onLogOutEverywhere: () => void;
  isFlagged: boolean;
  /** The pages of the show. */
  children: ReactNode;
}) {
  const { onLogOut, isFlagged } = props;
  const [settings, setSettings] = useState(false);
  const page = useRef<HTMLElement>(null);
  const isOwnPage = ownPages.test(useLocation().pathname);
  useFirstScreenReady();
  const actions = useMemo(
    () => ({ onSettings: () => setSettings(true), onSetCover: null, onShortcuts: null, onLogOut }),
    [onLogOut],
  );
  return (
    <div className="flex h-full flex-col">
      <SkipLink />
      <header className="flex h-14 shrink-0 items-center justify-between gap-2 border-b border-line bg-surface-raised pr-4 pl-3 max-sm:px-2">
        <ShowPicker />
        <UserMenu actions={actions} />
      </header>
      <LoadingBar />
      <OfflineBanner />
      <Page page={page}>
        {/* No data stays visible behind the dialog of a session that is over (SE-14). */}
        <div className={isFlagged ? 'invisible h-full' : 'contents'}>
          <Suspense fallback={<Loading />}>{isOwnPage ? <Outlet /> : props.children}</Suspense>
        </div>
      </Page>
      {settings ? (
        <LazyOverlay onClose={() => setSettings(false)}>
          <AccountSettings onClose={() => setSettings(false)} onLogOutEverywhere={props.onLogOutEverywhere} />
        </LazyOverlay>
      ) : null}
    </div>
  );
}
