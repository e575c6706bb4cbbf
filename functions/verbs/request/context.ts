import { uuidv7obj } from 'uuidv7';
import { idIn } from '#domain/values/ids';
import { modulesOf, permissionsOf } from '#domain/identity/permissions';
import type { Modules, Permissions } from '#domain/identity/permissions';
import { namedIn } from '#domain/management/user';
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

/** Everything a verb may know: who acts, in which show, by which rules, and at what instant. */
export interface RequestContext {
  env: Env;
  store: ShowStore;
  /** The directory, asked about this show. */
  directory: Source;
  show: ShowRow;
  user: UserRow;
  membership: MembershipRow;
  /** The show's active members, where the call came with them; else whoever needs them reads them. */
  members: readonly ActiveMember[] | null;
  settings: Settings;
  /** Who outside is told of the show's events; most shows have nobody. */
  webhooks: readonly Subscription[];
  permissions: Permissions;
  modules: Modules;
  /** Departments the user is an active member of. */
  departmentIds: readonly string[];
  now: string;
  /** A fresh id of this show. */
  newId: () => string;
  /** Work that may outlive the answer. */
  later: (work: Promise<unknown>) => void;
}

/** The user's membership of a show, before the permissions in the show are loaded. */
export interface Membership {
  show: ShowRow;
  user: UserRow;
  membership: MembershipRow;
  members?: readonly ActiveMember[] | null;
}

/** The membership with opened handles to the data, from which plans are made. */
export interface MembershipContext extends Membership {
  env: Env;
  store: ShowStore;
  directory: Source;
  now: string;
}

/** What the plan of a page is made of. */
export type PlanContext = Pick<
  MembershipContext,
  'store' | 'directory' | 'show' | 'user' | 'membership' | 'members'
>;

/** Settings and departments are rights: like all rights they come from the primary, never from a lagging replica. */
export const rightsPlan = ({ env, store, show, user }: MembershipContext) => ({
  rights: showContextQuery(store.mayLag ? storeFor(env, show) : store, user.id),
});

/** The show as a member sees it, by the rights that were read. */
export function showContext(
  { env, store, directory, show, user, membership, members = null, now }: MembershipContext,
  { settings: stored, departmentIds }: PlanRows<typeof rightsPlan>['rights'],
  later: RequestContext['later'],
): RequestContext {
  const settings = parseSettings(stored?.settings);
  return {
    env,
    store,
    directory,
    show,
    user: namedIn(user, membership),
    membership,
    members,
    settings,
    webhooks: parseSubscriptions(stored?.webhooks),
    permissions: permissionsOf(membership),
    modules: modulesOf(settings, show.features, membership),
    departmentIds,
    now,
    newId: () => freshId(show.id),
    later,
  };
}

/** Reads the rights of a member outside of a request. Throws `NOT_FOUND` when the shard is not of this deployment. */
export async function loadRequestContext(
  env: Env,
  { store, now, later, ...membership }: Opening,
): Promise<RequestContext> {
  const { show } = membership;
  const place = {
    ...membership,
    env,
    now,
    store: store ?? storeFor(env, show),
    directory: directoryOf(env, show.id),
  };
  const { rights } = await readInOneTrip(rightsPlan(place));
  return showContext(place, rights, later);
}

interface Opening extends Membership {
  now: string;
  /** An opened handle; without one the primary answers. */
  store?: ShowStore;
  later: RequestContext['later'];
}

export function freshId(showId: string): string {
  return idIn(showId, uuidv7obj().toHex());
}

export function fullName(user: Pick<UserRow, 'firstName' | 'lastName'>): string {
  return `${user.firstName} ${user.lastName}`.trim();
}

/** What visibility is decided by (DEC-13). */
export function viewerOf(context: RequestContext): Viewer {
  return {
    userId: context.user.id,
    departmentIds: context.departmentIds,
    purchaseOrderVisibility: context.membership.purchaseOrderVisibility,
    invoiceVisibility: context.membership.invoiceVisibility,
  };
}

/** The milestone from which this user may read PO numbers: the user's own choice, else the show's (DEC-17). */
export function numberMilestone(context: RequestContext): Settings['displayPoNumbers'] {
  return context.membership.displayPoNumbers ?? context.settings.displayPoNumbers;
}

/** What lists show of a type in a persona (DEC-13), for reads, which look up the user's departments themselves. */
export function visibilityOf(
  { user, membership }: Membership,
  docType: DocType,
  persona: Persona,
): Visibility {
  return visibilityFor({ ...membership, userId: user.id }, docType, persona);
}

/** The same in either persona. */
export function visibilitiesOf(place: Membership, docType: DocType): Visibility[] {
  return [visibilityOf(place, docType, 'CREATOR'), visibilityOf(place, docType, 'APPROVER')];
}
