import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useSWRConfig } from 'swr';
import type { Persona } from '#domain/document';
import { can, isApprover } from '#domain/identity/permissions';
import type { Permission } from '#domain/identity/permissions';
import { keepAcrossShows } from '../keys.ts';
import { personaFor } from './persona.ts';
import { recentlyViewed } from './restore-show.ts';
import { isNoMember, openShow } from './startup.ts';
import type { OpenShow } from './startup.ts';
import { recall, remember } from './local-storage.ts';
import { useMembership } from './use-membership.ts';
import type { LoginContext, Rights, ShowSummary, SignedInUser, UserConfig } from './api-types.ts';

/** What every screen may ask about who works here, and in which show (SE-02). */
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
   * Opens another show; the caller navigates (SH-45), unless it answers false: another choice has overtaken this one.
   * Throws `PermissionsUnavailable`.
   */
  selectShow: (show: ShowSummary) => Promise<boolean>;
  /** Reads settings and rights of the open show again, after somebody changed them (PE-20, DEC-64). */
  refreshShow: () => Promise<void>;
  /** What is new of a show, such as its name, or that there is one. */
  keepShow: (show: ShowSummary) => void;
  /** PE-21, SE-03: whether the next item needing approval opens by itself. */
  showNextItem: boolean;
  setShowNextItem: (on: boolean) => void;
  /** DEC-81 */
  bulkExportLocked: boolean;
  setBulkExportLocked: (locked: boolean) => void;
}

const SessionContext = createContext<Session | null>(null);

/** The session of a signed-in user with a show open; only below `SessionProvider`. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}

function storedPersona(approver: boolean): Persona {
  // PE-15: in any case.
  const kept = recall('persona')?.toUpperCase();
  if (kept === 'CREATOR' || kept === 'APPROVER') return kept;
  return approver ? 'APPROVER' : 'CREATOR';
}

/** PE-16: the persona of the present path, kept for paths that do not say. */
function usePersona(approver: boolean): Persona {
  const { pathname } = useLocation();
  const { mutate } = useSWRConfig();
  const [stored, setStored] = useState(() => storedPersona(approver));
  const persona = personaFor(pathname, stored);
  if (persona !== stored) setStored(persona);
  const isSaid = personaFor(pathname, 'CREATOR') === personaFor(pathname, 'APPROVER');
  useEffect(() => {
    if (isSaid) remember('persona', persona);
  }, [isSaid, persona]);
  const before = useRef(persona);
  useEffect(() => {
    if (before.current === persona) return;
    before.current = persona;
    void mutate((key) => !keepAcrossShows(key), undefined, { revalidate: true });
  }, [persona, mutate]);
  return persona;
}

export function SessionProvider(props: {
  context: LoginContext;
  first: OpenShow;
  /** Told of every show that is opened, so that the session clock knows what to restore (SE-19). */
  onShow: (showId: string) => void;
  /** What stands in the place of the children when the user was taken out of the open show. */
  whenLost: ReactNode;
  children: ReactNode;
}) {
  const { context, onShow } = props;
  const { mutate } = useSWRConfig();
  const [open, setOpen] = useState(props.first);
  const [recent, setRecent] = useState<readonly ShowSummary[]>(context.recentShows);
  const [shows, setShows] = useState<readonly ShowSummary[]>(context.shows);
  const [bulkExportLocked, setBulkExportLocked] = useState(false);
  const [showNextItem, setShowNextItem] = useState(() => recall('showNextApprovalItem') !== 'false');
  const persona = usePersona(isApprover(open.rights.role));

  const keepShow = useCallback((show: ShowSummary) => {
    const known = ({ id }: ShowSummary) => id === show.id;
    setShows((all) => (all.some(known) ? all.map((one) => (known(one) ? show : one)) : [...all, show]));
    setOpen((now) => (known(now.show) ? { ...now, show } : now));
  }, []);

  const [lost, setLost] = useState<string | null>(null);
  const lose = useCallback((showId: string) => {
    const others = (all: readonly ShowSummary[]) => all.filter(({ id }) => id !== showId);
    setLost(showId);
    setShows(others);
    setRecent(others);
  }, []);

  const { show: isNow } = open;
  useEffect(() => remember('currentShowId', isNow.id), [isNow.id]);
  const refreshShow = useCallback(async () => {
    const { id } = isNow;
    const fresh = await openShow(context, id, isNow, true).catch((error: unknown) => {
      if (isNoMember(error)) lose(id);
      throw error;
    });
    setOpen((now) => (now.show.id === id ? { ...fresh, show: now.show } : now));
  }, [context, isNow, lose]);
  useMembership(refreshShow);

  const chosen = useRef<Promise<OpenShow> | null>(null);
  const selectShow = useCallback(
    async (show: ShowSummary) => {
      const before = chosen.current;
      const choice = openShow(context, show.id, show);
      chosen.current = choice;
      // Of two choices the later one counts, however late the other is answered; once it fails, one that is still awaited.
      const opened = await choice.catch((error: unknown) => {
        if (chosen.current !== choice) return null;
        chosen.current = before;
        throw error;
      });
      if (!opened || chosen.current !== choice) return false;
      setOpen(opened);
      keepShow(show);
      onShow(show.id);
      setRecent((former) => [show, ...former.filter(({ id }) => id !== show.id)]);
      await mutate((key) => !keepAcrossShows(key), undefined, { revalidate: false });
      return true;
    },
    [context, keepShow, mutate, onShow],
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
      keepShow,
      showNextItem,
      setShowNextItem: (on) => {
        setShowNextItem(on);
        remember('showNextApprovalItem', String(on));
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
      keepShow,
      showNextItem,
      setShowNextItem,
      bulkExportLocked,
    ],
  );
  const isLost = lost === open.show.id;
  return <SessionContext value={session}>{isLost ? props.whenLost : props.children}</SessionContext>;
}
