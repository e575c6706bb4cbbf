import { uuidv7obj } from 'uuidv7';
import type { RunningCover } from '#domain/cover/cover';
import { dateInZone } from '#domain/values/days';
import { idIn } from '#domain/values/ids';
import { modulesOf, permissionsOf } from '#domain/identity/permissions';
import type { Modules, Permissions } from '#domain/identity/permissions';
import { withDescription } from '#domain/management/user';
import { parseSettings } from '#domain/settings';
import type { Settings } from '#domain/settings';
import { visibilityFor } from '#domain/identity/visibility';
import { parseSubscriptions } from '#domain/webhooks/webhook';
import type { Subscription } from '#domain/webhooks/webhook';
import type { Viewer, Visibility } from '#domain/identity/visibility';
import type { DocType, Persona } from '#domain/document';
import type { ActiveMember } from '#store/directory/users';
import type { MembershipRow, ShowRow, UserRow } from '#store/directory/sessions';
import { directoryOf, storeFor } from '#store/d1/open';
import type { ShowStore, Source } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { showContextQuery } from '#store/show/management/read-show-context';

/** The `Idempotency-Key` of a request, with a hash that identifies the request (DEC-99). */
export interface IdempotencyKey {
  key: string;
  requestHash: string;
}

/** The authorized context of a request: the user, the show, its rules, and the time. */
export interface RequestContext {
  env: Env;
  store: ShowStore;
  /** The directory database, for reads about this show. */
  directory: Source;
  show: ShowRow;
  user: UserRow;
  membership: MembershipRow;
  /** The show's active members if the request has read them, else null. */
  members: readonly ActiveMember[] | null;
  settings: Settings;
  /** The usual working days of each step, by `stepKey` (WAIT-03). */
  usualDurations: Readonly<Record<string, number>>;
  /** The webhook endpoints of the show; most shows have none. */
  webhooks: readonly Subscription[];
  permissions: Permissions;
  modules: Modules;
  /** Departments the user is an active member of. */
  departmentIds: readonly string[];
  /** The covers of the show that run now (COV-02). */
  covers: readonly RunningCover[];
  now: string;
  /** Null for a request without one, and for jobs. */
  idempotencyKey: IdempotencyKey | null;
  /** Returns a new id of this show. */
  newId: () => string;
  /** Runs work that may outlive the response (`waitUntil`). */
  runAfterResponse: (work: Promise<unknown>) => void;
}

/** The user's membership of a show, before the permissions in the show are loaded. */
export interface Membership {
  show: ShowRow;
  user: UserRow;
  membership: MembershipRow;
  members?: readonly ActiveMember[] | null;
}

/** The membership with opened store handles, from which read plans are built. */
export interface MembershipContext extends Membership {
  env: Env;
  store: ShowStore;
  directory: Source;
  now: string;
  idempotencyKey: IdempotencyKey | null;
}

/** What a page's read plan is built from. */
export type PlanContext = Pick<
  MembershipContext,
  'store' | 'directory' | 'show' | 'user' | 'membership' | 'members'
>;

/** Settings and departments decide permissions, so they are read from the primary, never from a lagging replica. */
export const rightsPlan = ({ env, store, show, user }: MembershipContext) => ({
  rights: showContextQuery(store.allowsReplica ? storeFor(env, show) : store, user.id),
});

/** The request context of a member, from the permission rows that were read. */
export function showContext(
  member: MembershipContext,
  { settings: stored, departmentIds, covers }: PlanRows<typeof rightsPlan>['rights'],
  runAfterResponse: RequestContext['runAfterResponse'],
): RequestContext {
  const { show, user, membership, members = null } = member;
  const settings = parseSettings(stored?.settings);
  return {
    ...member,
    user: withDescription(user, membership),
    members,
    settings,
    usualDurations: stored?.usualDurations ?? {},
    webhooks: parseSubscriptions(stored?.webhooks),
    permissions: permissionsOf(membership),
    modules: modulesOf(settings, show.features, membership),
    departmentIds,
    covers,
    newId: () => freshId(show.id),
    runAfterResponse,
  };
}

/** Loads the request context of a member outside a request. Throws `NOT_FOUND` when the deployment lacks the shard. */
export async function loadRequestContext(
  env: Env,
  { store, now, runAfterResponse, ...membership }: RequestContextInput,
): Promise<RequestContext> {
  const { show } = membership;
  const member = {
    ...membership,
    env,
    now,
    store: store ?? storeFor(env, show),
    directory: directoryOf(env, show.id),
    idempotencyKey: null,
  };
  const { rights } = await readInOneTrip(rightsPlan(member));
  return showContext(member, rights, runAfterResponse);
}

interface RequestContextInput extends Membership {
  now: string;
  /** An opened handle; by default the primary is read. */
  store?: ShowStore;
  runAfterResponse: RequestContext['runAfterResponse'];
}

/** Today in the time zone of the show. */
export const todayOf = ({ now, settings }: Pick<RequestContext, 'now' | 'settings'>): string =>
  dateInZone(now, settings.timeZone);

export function freshId(showId: string): string {
  return idIn(showId, uuidv7obj().toHex());
}

export function fullName(user: Pick<UserRow, 'firstName' | 'lastName'>): string {
  return `${user.firstName} ${user.lastName}`.trim();
}

/** The facts that decide visibility (DEC-13). */
export function viewerOf(context: RequestContext): Viewer {
  return {
    userId: context.user.id,
    departmentIds: context.departmentIds,
    purchaseOrderVisibility: context.membership.purchaseOrderVisibility,
    invoiceVisibility: context.membership.invoiceVisibility,
  };
}

/** The milestone from which this user may read PO numbers: the user's setting, else the show's (DEC-17). */
export function numberMilestone(context: RequestContext): Settings['displayPoNumbers'] {
  return context.membership.displayPoNumbers ?? context.settings.displayPoNumbers;
}

/** The visibility filter of lists of a type in a persona (DEC-13); its reads look up the user's departments. */
export function visibilityOf(
  { user, membership }: Membership,
  docType: DocType,
  persona: Persona,
): Visibility {
  return visibilityFor({ ...membership, userId: user.id }, docType, persona);
}

/** The visibility filters of both personas. */
export function visibilitiesOf(member: Membership, docType: DocType): Visibility[] {
  return [visibilityOf(member, docType, 'CREATOR'), visibilityOf(member, docType, 'APPROVER')];
}
