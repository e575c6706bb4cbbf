import {
  Suspense,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useEffect,
  useSyncExternalStore,
} from 'react';
import type { ComponentType, ReactNode, RefObject } from 'react';
import { Outlet, useLocation } from 'react-router';
import { isApprover } from '#domain/identity/permissions';
import { SetCoverOverlay } from '../session/cover/set-cover-overlay.tsx';
import { lazyPart } from '../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../parts/overlays/lazy-overlay.tsx';
import { PageFooterContext } from '../parts/page/page-footer.tsx';
import { Loading } from '../parts/controls/spinner.tsx';
import { useIsPhone } from '../parts/hooks/use-breakpoint.ts';
import { FeatureGuard } from '../session/feature-guard.tsx';
import { useSession } from '../session/session.tsx';
import { useCounts, useFreshCounts } from '../session/waiting-counts.ts';
import type { Rights } from '../session/api-types.ts';
import { BottomBar } from './bottom-bar.tsx';
import { LoadingBar } from './loading-bar.tsx';
import { useFirstScreenReady } from './use-first-screen-ready.ts';
import { sectionsFor, isCurrent } from './navigation.ts';
import type { NavSection } from './navigation.ts';
import { areaLinks } from './nav-link.ts';
import type { SectionLink } from './nav-link.ts';
import { TopBar } from './top-bar.tsx';
import { CloudOff } from 'lucide-react';

function watchNetwork(notify: () => void): () => void {
  for (const name of ['online', 'offline']) addEventListener(name, notify);
  return () => {
    for (const name of ['online', 'offline']) removeEventListener(name, notify);
  };
}

/** The first stop of the keyboard: to the page, past the frame. */
export function SkipLink() {
  return (
    <a
      href="#page"
      className="floating sr-only z-50 rounded-md px-3 py-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
    >
      Skip to content
    </a>
  );
}

/** A banner that is shown while there is no network. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  return (
    <div role="status">
      {isOnline ? null : (
        <p
          data-offline
          className="gutter flex items-center justify-center gap-2 border-b border-line bg-caution-soft py-1.5 text-sm text-caution"
        >
          <CloudOff aria-hidden className="size-4 shrink-0" />
          You are offline. What you see may be out of date, and nothing can be saved until the connection is
          back.
        </p>
      )}
    </div>
  );
}

/** Scrolls a new page to its top: pages scroll in `main`, and the router only resets the window. */
function useScrollReset(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    main.current?.scrollTo({ top: 0 });
  }, [main, pathname]);
}

const AccountSettings = lazyPart(
  async () => (await import('./account/account-settings.tsx')).AccountSettings,
);
const Drawer = lazyPart(async () => (await import('./drawer.tsx')).Drawer);

/** Counts only the queues that the user can open. */
function waitingFor(rights: Rights, counts: { po: number; invoice: number; payment: number }): number {
  return counts.po + (rights.invoices ? counts.invoice : 0) + (rights.payments ? counts.payment : 0);
}

/** Documents sent back to the user are counted at the tab where they revise them. */
function toReviseIn({ id }: NavSection, toRevise = { po: 0, invoice: 0 }) {
  const counts: Readonly<Record<string, number>> = {
    'purchase-orders': toRevise.po,
    invoices: toRevise.invoice,
  };
  const count = counts[id] ?? 0;
  return { count, countText: `${count} to revise` };
}

function useSectionLinks(): SectionLink[] {
  const { rights } = useSession();
  const at = useLocation();
  const { data } = useCounts();
  return useMemo(() => {
    const waiting = data ? waitingFor(rights, data.awaitingApproval) : 0;
    return sectionsFor(rights).map((section) => ({
      ...section,
      current: isCurrent(section, at),
      ...(section.id === 'approvals'
        ? { count: waiting, countText: `${waiting} waiting for you` }
        : toReviseIn(section, data?.toRevise)),
      areas: areaLinks(section, rights, at.pathname),
    }));
  }, [rights, at, data]);
}

/**
 * The page and the slot below it for a page footer. A component of its own, so that setting the slot rerenders nothing
 * else.
 */
export function Page({ page, children }: { page: RefObject<HTMLElement | null>; children: ReactNode }) {
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  return (
    <>
      <main ref={page} id="page" tabIndex={-1} className="relative min-h-0 flex-1 overflow-auto outline-none">
        <PageFooterContext value={foot}>{children}</PageFooterContext>
      </main>
      <div ref={setFoot} />
    </>
  );
}

function AfterFirstScreen(props: { children: ReactNode }) {
  return useFirstScreenReady() ? <Suspense fallback={null}>{props.children}</Suspense> : null;
}

export type ShortcutsPart = ComponentType<{ isOpen: boolean; onOpenChange: (isOpen: boolean) => void }>;

/** The frame of every signed-in page: top bar, page, and on a phone a bottom bar. */
export function Shell(props: {
  onLogOut: () => void;
  onLogOutEverywhere: () => void;
  isFlagged: boolean;
  /** The panel of a bulk run, shown on every screen. */
  bulkWork: ReactNode;
  /** The search in the top bar. */
  search: ReactNode;
  /** The global keyboard shortcuts and their list. */
  shortcuts: ShortcutsPart;
}) {
  const { shortcuts: Shortcuts } = props;
  const { rights } = useSession();
  const canApprove = isApprover(rights.role);
  const [drawer, setDrawer] = useState(false);
  const [settings, setSettings] = useState(false);
  const [isSettingCover, setSettingCover] = useState(false);
  const [shortcuts, setShortcuts] = useState(false);
  const links = useSectionLinks();
  const phone = useIsPhone();
  const hasOwnBar = /\/(review\/|edit\/|create$)/.test(useLocation().pathname);
  const page = useRef<HTMLElement>(null);
  useFreshCounts();
  useScrollReset(page);
  const logOut = useRef(props.onLogOut);
  useLayoutEffect(() => {
    logOut.current = props.onLogOut;
  });
  // Stable callbacks, because the top bar is memoized.
  const onDrawer = useCallback(() => setDrawer(true), []);
  const actions = useMemo(
    () => ({
      onSettings: () => setSettings(true),
      onSetCover: canApprove ? () => setSettingCover(true) : null,
      onShortcuts: () => setShortcuts(true),
      onLogOut: () => logOut.current(),
    }),
    [canApprove],
  );
  return (
    <div className="flex h-full flex-col">
      <SkipLink />
      <TopBar links={links} actions={actions} search={props.search} onDrawer={onDrawer} />
      <LoadingBar />
      <OfflineBanner />
      <Page page={page}>
        <FeatureGuard isFlagged={props.isFlagged} rights={rights}>
          {/* No data stays visible behind the dialog of a session that is over (SE-14). */}
          <div className={props.isFlagged ? 'invisible h-full' : 'contents'}>
            <Suspense fallback={<Loading />}>
              <Outlet />
            </Suspense>
          </div>
        </FeatureGuard>
      </Page>
      <AfterFirstScreen>{props.bulkWork}</AfterFirstScreen>
      {/* A review and a form have their own bar with a way back, and need the space. */}
      {hasOwnBar || !phone ? null : (
        <BottomBar links={links.filter(({ areas }) => areas.length === 0)} onMore={onDrawer} />
      )}
      <LazyOverlay isOpen={drawer} onClose={() => setDrawer(false)}>
        <Drawer isOpen={drawer} onClose={() => setDrawer(false)} links={links} actions={actions} />
      </LazyOverlay>
      {settings ? (
        <LazyOverlay onClose={() => setSettings(false)}>
          <AccountSettings onClose={() => setSettings(false)} onLogOutEverywhere={props.onLogOutEverywhere} />
        </LazyOverlay>
      ) : null}
      {isSettingCover ? <SetCoverOverlay onClose={() => setSettingCover(false)} /> : null}
      <Shortcuts isOpen={shortcuts} onOpenChange={setShortcuts} />
    </div>
  );
}
