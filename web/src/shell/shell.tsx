import { Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ComponentType, ReactNode, RefObject } from 'react';
import { Outlet, useLocation } from 'react-router';
import { later } from '../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../parts/overlays/lazy-overlay.tsx';
import { PageFootContext } from '../parts/page/page-footer.tsx';
import { Loading } from '../parts/controls/spinner.tsx';
import { useIsPhone } from '../parts/hooks/use-breakpoint.ts';
import { FeatureGuard } from '../session/feature-guard.tsx';
import { useSession } from '../session/session.tsx';
import { useCounts, useFreshCounts } from '../session/waiting-counts.ts';
import type { Rights } from '../session/api-types.ts';
import { BottomBar } from './bottom-bar.tsx';
import { OfflineLine } from './offline-banner.tsx';
import { ProgressLine } from './progress-line.tsx';
import { useFirstScreen } from './use-first-screen-ready.ts';
import { sectionsFor, isCurrent } from './navigation.ts';
import type { Section } from './navigation.ts';
import { areaLinks } from './nav-link.ts';
import type { SectionLink } from './nav-link.ts';
import { TopBar } from './top-bar.tsx';
import { usePageTop } from './use-scroll-reset.ts';

const AccountSettings = later(async () => (await import('./account/account-settings.tsx')).AccountSettings);
const Drawer = later(async () => (await import('./drawer.tsx')).Drawer);

/** Only what the hub has a queue for: a number that leads to fewer documents misleads. */
function waitingFor(rights: Rights, counts: { po: number; invoice: number; payment: number }): number {
  return counts.po + (rights.invoices ? counts.invoice : 0) + (rights.payments ? counts.payment : 0);
}

/** What was sent back to the user stands where it is put right. */
function toReviseIn({ id }: Section, toRevise = { po: 0, invoice: 0 }) {
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

/** The page, and the room below it for a bar of its own: nothing else is drawn again once that room is there. */
function Page({ page, children }: { page: RefObject<HTMLElement | null>; children: ReactNode }) {
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  return (
    <>
      <main ref={page} id="page" tabIndex={-1} className="relative min-h-0 flex-1 overflow-auto outline-none">
        <PageFootContext value={foot}>{children}</PageFootContext>
      </main>
      <div ref={setFoot} />
    </>
  );
}

function AfterFirstScreen(props: { children: ReactNode }) {
  return useFirstScreen() ? <Suspense fallback={null}>{props.children}</Suspense> : null;
}

export type ShortcutsPart = ComponentType<{ isOpen: boolean; onOpenChange: (isOpen: boolean) => void }>;

/** The frame of every signed-in page: one bar, the page, and on a phone a bar within the thumb's reach. */
export function Shell(props: {
  onLogOut: () => void;
  onLogOutEverywhere: () => void;
  isFlagged: boolean;
  /** What goes on with payments whatever screen is open, for those who have them. */
  paymentWork: ReactNode;
  /** The search of the bar. */
  search: ReactNode;
  /** The keys that work everywhere, and the list of them. */
  shortcuts: ShortcutsPart;
}) {
  const { shortcuts: Shortcuts } = props;
  const { rights } = useSession();
  const [drawer, setDrawer] = useState(false);
  const [settings, setSettings] = useState(false);
  const [shortcuts, setShortcuts] = useState(false);
  const links = useSectionLinks();
  const phone = useIsPhone();
  const isReview = useLocation().pathname.includes('/review/');
  const page = useRef<HTMLElement>(null);
  useFreshCounts();
  usePageTop(page);
  const logOut = useRef(props.onLogOut);
  useLayoutEffect(() => {
    logOut.current = props.onLogOut;
  });
  // The same at every drawing, as the bar is: it is drawn for what it says.
  const onDrawer = useCallback(() => setDrawer(true), []);
  const acts = useMemo(
    () => ({
      onSettings: () => setSettings(true),
      onShortcuts: () => setShortcuts(true),
      onLogOut: () => logOut.current(),
    }),
    [],
  );
  return (
    <div className="flex h-full flex-col">
      <a
        href="#page"
        className="floating sr-only z-50 rounded-md px-3 py-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <TopBar links={links} acts={acts} search={props.search} onDrawer={onDrawer} />
      <ProgressLine />
      <OfflineLine />
      <Page page={page}>
        <FeatureGuard isFlagged={props.isFlagged} rights={rights}>
          {/* SE-14: nothing that was read stays in sight behind the dialog of a session that is over. */}
          <div className={props.isFlagged ? 'invisible h-full' : 'contents'}>
            <Suspense fallback={<Loading />}>
              <Outlet />
            </Suspense>
          </div>
        </FeatureGuard>
      </Page>
      <AfterFirstScreen>{rights.payments ? props.paymentWork : null}</AfterFirstScreen>
      {/* A review has a bar of its own, with the way back. */}
      {isReview || !phone ? null : (
        <BottomBar links={links.filter(({ areas }) => areas.length === 0)} onMore={onDrawer} />
      )}
      <LazyOverlay isOpen={drawer} onClose={() => setDrawer(false)}>
        <Drawer isOpen={drawer} onClose={() => setDrawer(false)} links={links} acts={acts} />
      </LazyOverlay>
      {settings ? (
        <LazyOverlay onClose={() => setSettings(false)}>
          <AccountSettings onClose={() => setSettings(false)} onLogOutEverywhere={props.onLogOutEverywhere} />
        </LazyOverlay>
      ) : null}
      <Shortcuts isOpen={shortcuts} onOpenChange={setShortcuts} />
    </div>
  );
}
