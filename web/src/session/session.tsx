import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useSWRConfig } from 'swr';
import type { Persona } from '#domain/document';
import { can, isApprover, isGuarantor } from '#domain/identity/permissions';
import type { Permission } from '#domain/identity/permissions';
import { survivesShowChange } from '../keys.ts';
import { personaFor } from './persona.ts';
import { recentlyViewed } from './restore-show.ts';
import { isNoMember, openShow } from './startup.ts';
import type { OpenShow } from './startup.ts';
import { readStored, writeStored } from './local-storage.ts';
import type { LoginContext, Rights, ShowSummary, SignedInUser, UserConfig } from './api-types.ts';
import { connect } from '../api.ts';

/**
 * After a call was refused for its show, checks once whether the user is still a member of the open show. If not, the
 * failing call never settles, because its page is gone and must not report an error.
 */
function useMembership(refreshShow: () => Promise<void>): void {
  useEffect(() => {
    let checking: Promise<boolean> | null = null;
    const isLost = async () => {
      const lost = await refreshShow().then(() => false, isNoMember);
      checking = null;
      return lost;
    };
    const check = async () => {
      checking ??= isLost();
      if (await checking) await new Promise(() => undefined);
    };
    connect({ onNoMember: check });
    return () => connect({ onNoMember: async () => undefined });
  }, [refreshShow]);
}

/** The signed-in user, the open show and the user's permissions in it (SE-02). */
export interface Session {
  user: SignedInUser;
  shows: readonly ShowSummary[];
  recentShows: readonly ShowSummary[];
  show: ShowSummary;
  rights: Rights;
  config: UserConfig;
  featureFlags: Readonly<Record<string, boolean>>;
  persona: Persona;
  can: (permission: Permission, level: 'READ' | 'FULL') => boolean;
  /**
   * Opens another show; the caller then navigates (SH-45). Returns false if a later call has replaced this one. Throws
   * `PermissionsUnavailableError`.
   */
  selectShow: (show: ShowSummary) => Promise<boolean>;
  /** Reloads settings and permissions of the open show after someone changed them (PE-20, DEC-64). */
  refreshShow: () => Promise<void>;
  /** Adds a new show or updates a changed one, such as its name. */
  updateShow: (show: ShowSummary) => void;
  /** Whether the next item that needs approval opens automatically (PE-21, SE-03). */
  showNextItem: boolean;
  setShowNextItem: (on: boolean) => void;
  /** DEC-81 */
  bulkExportLocked: boolean;
  setBulkExportLocked: (locked: boolean) => void;
}

const SessionContext = createContext<Session | null>(null);

/** Returns the session of a signed-in user with an open show. Throws outside of `SessionProvider`. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}

function storedPersona(approver: boolean): Persona {
  // In any letter case (PE-15).
  const stored = readStored('persona')?.toUpperCase();
  if (stored === 'CREATOR' || stored === 'APPROVER') return stored;
  return approver ? 'APPROVER' : 'CREATOR';
}

/** The persona of the current path, stored for paths that do not determine one (PE-16). */
function usePersona(approver: boolean): Persona {
  const { pathname } = useLocation();
  const { mutate } = useSWRConfig();
  const [stored, setStored] = useState(() => storedPersona(approver));
  const persona = personaFor(pathname, stored);
  if (persona !== stored) setStored(persona);
  const isDetermined = personaFor(pathname, 'CREATOR') === personaFor(pathname, 'APPROVER');
  useEffect(() => {
    if (isDetermined) writeStored('persona', persona);
  }, [isDetermined, persona]);
  const before = useRef(persona);
  useEffect(() => {
    if (before.current === persona) return;
    before.current = persona;
    void mutate((key) => !survivesShowChange(key), undefined, { revalidate: true });
  }, [persona, mutate]);
  return persona;
}

export function SessionProvider(props: {
  context: LoginContext;
  first: OpenShow;
  /** Called for every opened show: the session clock restores it after the next sign-in (SE-19). */
  onShow: (showId: string) => void;
  /** Replaces the children when the user was removed from the open show. */
  whenLost: ReactNode;
  /** Replaces the children for guarantors, who have another frame without the realtime channel (BUD-88, BUD-89). */
  whenGuarantor: ReactNode;
  children: ReactNode;
}) {
  const { context, onShow } = props;
  const { mutate } = useSWRConfig();
  const [open, setOpen] = useState(props.first);
  const [recent, setRecent] = useState<readonly ShowSummary[]>(context.recentShows);
  const [shows, setShows] = useState<readonly ShowSummary[]>(context.shows);
  const [bulkExportLocked, setBulkExportLocked] = useState(false);
  const [showNextItem, setShowNextItem] = useState(() => readStored('showNextApprovalItem') !== 'false');
  const persona = usePersona(isApprover(open.rights.role));

  const updateShow = useCallback((show: ShowSummary) => {
    const isSameShow = ({ id }: ShowSummary) => id === show.id;
    setShows((all) =>
      all.some(isSameShow) ? all.map((one) => (isSameShow(one) ? show : one)) : [...all, show],
    );
    setOpen((now) => (isSameShow(now.show) ? { ...now, show } : now));
  }, []);

  const [lost, setLost] = useState<string | null>(null);
  const markLost = useCallback((showId: string) => {
    const others = (all: readonly ShowSummary[]) => all.filter(({ id }) => id !== showId);
    setLost(showId);
    setShows(others);
    setRecent(others);
  }, []);

  const { show: currentShow } = open;
  useEffect(() => writeStored('currentShowId', currentShow.id), [currentShow.id]);
  const refreshShow = useCallback(async () => {
    const { id } = currentShow;
    const fresh = await openShow(context, id, currentShow, true).catch((error: unknown) => {
      if (isNoMember(error)) markLost(id);
      throw error;
    });
    setOpen((now) => (now.show.id === id ? { ...fresh, show: now.show } : now));
  }, [context, currentShow, markLost]);
  useMembership(refreshShow);

  const latestChoice = useRef<Promise<OpenShow> | null>(null);
  const selectShow = useCallback(
    async (show: ShowSummary) => {
      const before = latestChoice.current;
      const choice = openShow(context, show.id, show);
      latestChoice.current = choice;
      // The later of two choices wins, whichever response comes first; if it fails, an earlier one that is still
      // pending counts again.
      const opened = await choice.catch((error: unknown) => {
        if (latestChoice.current !== choice) return null;
        latestChoice.current = before;
        throw error;
      });
      if (!opened || latestChoice.current !== choice) return false;
      setOpen(opened);
      updateShow(show);
      onShow(show.id);
      setRecent((former) => [show, ...former.filter(({ id }) => id !== show.id)]);
      await mutate((key) => !survivesShowChange(key), undefined, { revalidate: false });
      return true;
    },
    [context, updateShow, mutate, onShow],
  );

  const session = useMemo<Session>(
    () => ({
      user: context.user,
      shows,
      recentShows: recentlyViewed(recent, shows),
      show: open.show,
      rights: open.rights,
      config: open.config,
      featureFlags: context.featureFlags,
      persona,
      can: (permission, level) => can(open.rights.permissions, permission, level),
      selectShow,
      refreshShow,
      updateShow,
      showNextItem,
      setShowNextItem: (on) => {
        setShowNextItem(on);
        writeStored('showNextApprovalItem', String(on));
      },
      bulkExportLocked,
      setBulkExportLocked,
    }),
    [
      context,
      shows,
      recent,
      open,
      persona,
      selectShow,
      refreshShow,
      updateShow,
      showNextItem,
      setShowNextItem,
      bulkExportLocked,
    ],
  );
  const isLost = lost === open.show.id;
  const children = isGuarantor(open.rights) ? props.whenGuarantor : props.children;
  return <SessionContext value={session}>{isLost ? props.whenLost : children}</SessionContext>;
}
