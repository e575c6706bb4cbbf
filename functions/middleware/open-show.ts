import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import { Refusal } from '#domain/codes';
import { isGuarantor } from '#domain/identity/permissions';
import { bookmarkHeader, readsOnly } from '#domain/http-headers';
import { readMembership } from '#store/directory/users';
import { directoryOf, storeFor } from '#store/d1/open';
import type { ShowLocation } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { ReadPlan, Reading, Rows } from '#store/d1/query';
import { rightsPlan, showContext } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import type { AppContext, AppEnv } from './context.ts';
import { idempotencyKeyOf } from './request.ts';

/** The query that selects the caller's current show, for calls without a show of their own (DEC-01). */
export const optionalShowQuery = v.object({ showId: v.optional(v.pipe(v.string(), v.maxLength(100))) });

const bookmarkForm = /^[0-9a-f]+(-[0-9a-f]+){3}$/i;

/** Includes the shard, as a moved show is in another database. */
const databaseOf = ({ id, shard }: ShowLocation) => `${id}.${shard}`;

/**
 * Returns a bookmark of the same database; one of another show means nothing here. Only reads may use a replica;
 * decisions and writes read the primary.
 */
function bookmarkFor(c: AppContext, show: ShowLocation): string | null {
  const reads = c.req.method === 'GET' || readsOnly(c.req.path);
  const [of, bookmark] = (c.req.header(bookmarkHeader) ?? '').split(' ');
  return reads && of === databaseOf(show) && bookmark && bookmarkForm.test(bookmark) ? bookmark : null;
}

/** Adds the bookmark of this call to the response; mount it around the routes. */
export const bookmarks = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const store = c.get('store');
  const bookmark = store?.bookmark();
  if (store && bookmark)
    c.header(bookmarkHeader, `${databaseOf({ id: store.showId, shard: store.shard })} ${bookmark}`);
});

interface Options {
  /** The show that the request's own data names. */
  named?: string | undefined;
  /** Requires the primary database. */
  fresh?: boolean;
  /** Also opens the show for its guarantors, to whom all other routes are closed (BUD-88). */
  forGuarantors?: boolean;
}

/** An opened show, with the rows that were read along with it. */
export interface OpenedShow<P extends ReadPlan> extends Reading<P> {
  context: RequestContext;
}

/**
 * Opens the show of a request (DEC-01): the one in query, path or body, which `session` has already looked up; else
 * `named`; else the session's selected show. Reads `planFor` in the same trip as the permissions; the caller checks
 * both before it returns rows. Throws `SHOW_NOT_IN_SESSION` for a user who is not in the show, and `FORBIDDEN` for a
 * guarantor, also for a token of one.
 */
export async function openShow<P extends ReadPlan>(
  c: AppContext,
  planFor: (membership: MembershipContext) => P,
  { named, fresh = false, forGuarantors = false }: Options = {},
): Promise<OpenedShow<P>> {
  const access = c.get('access');
  const onlyShow = c.get('token')?.showId;
  let { show, membership, members } = access;
  const queried = c.req.query('showId') ?? c.req.query('show');
  if (named && !queried && show?.id !== named) {
    const found = await readMembership(c.env, named, access.user.id);
    show = found?.show ?? null;
    membership = found?.membership ?? null;
    members = null;
  }
  if (!show || !membership || (onlyShow && onlyShow !== show.id)) throw new Refusal('SHOW_NOT_IN_SESSION');
  if (isGuarantor(membership) && (!forGuarantors || c.get('token'))) throw new Refusal('FORBIDDEN');
  // Visibility by department depends on permissions stored with the documents, which must not be outdated.
  const byDepartment = [membership.purchaseOrderVisibility, membership.invoiceVisibility].includes(
    'IN_THIS_USERS_DEPARTMENT',
  );
  const place = {
    show,
    membership,
    user: access.user,
    members,
    env: c.env,
    store: storeFor(c.env, show, fresh || byDepartment ? null : bookmarkFor(c, show)),
    directory: directoryOf(c.env, show.id),
    now: c.get('now'),
    idempotencyKey: await idempotencyKeyOf(c),
  };
  c.set('store', place.store);
  const plan = planFor(place);
  const { rights, ...rows } = await readInOneTrip({ ...plan, ...rightsPlan(place) });
  const context = showContext(place, rights, (work) => c.executionCtx.waitUntil(work));
  return { context, plan, rows: rows as Rows<P> };
}

/** Opens the show of a request that reads no rows with its permissions. */
export async function showOf(c: AppContext, options: Options = {}): Promise<RequestContext> {
  return (await openShow(c, () => ({}), options)).context;
}
