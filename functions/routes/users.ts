import { Hono } from 'hono';
import { isApprover } from '#domain/permissions';
import type { AppContext, AppEnv } from '#middleware/context';
import { showOf } from '#middleware/show';
import { valid } from '#middleware/valid';
import { readPeople } from '#store/directory/people';
import { countWaitingByType } from '#store/show/count-waiting';
import { readDepartments } from '#store/show/read-show';
import { chooseShow } from '#verbs/choose-show';
import { fullName } from '#verbs/context';
import { encryptPermissions } from '#verbs/encrypt-permissions';
import { listMyShows } from '#verbs/login-context';
import { choosePreferences, preferences, preferencesOf } from '#verbs/preferences';

/** The signed-in person in a show (API-48, API-60 to API-65, API-70). */
export const users = new Hono<AppEnv>()
  .get('/permissions', async (c) => {
    const show = await showOf(c);
    const { session } = c.get('access');
    if (c.req.query('st') === '1') await chooseShow(show, session.tokenHash);
    const value = { role: show.membership.role, permissions: show.permissions, ...show.modules };
    const secret = { csrfToken: session.csrfToken, keySalt: session.tokenHash, showId: show.show.id };
    return c.json(await encryptPermissions(value, secret));
  })
  .get('/config', async (c) => {
    const { membership, show, settings } = await showOf(c);
    return c.json({
      purchaseOrderVisibility: membership.purchaseOrderVisibility,
      invoiceVisibility: membership.invoiceVisibility,
      displayPoNumbers: membership.displayPoNumbers,
      sendUnapprovedPurchaseOrders: membership.sendUnapprovedPurchaseOrders,
      specialApprover: membership.specialApprover,
      accountingSystem: show.accountingSystem,
      settings,
    });
  })
  .get('/meta', async (c) => {
    const context = await showOf(c);
    const [waiting, departments] = await Promise.all([
      countWaitingByType(context.store, context.user.id),
      readDepartments(context.store),
    ]);
    return c.json({
      approver: isApprover(context.membership.role),
      departments: departments
        .filter((department) => department.isActive && context.departmentIds.includes(department.id))
        .map(({ id, name }) => ({ id, name })),
      awaitingApproval: { po: waiting.PO, invoice: waiting.INVOICE, payment: waiting.PAYMENT },
    });
  })
  .get('/shows', async (c) => {
    const { count, page } = pageOf(c);
    return c.json(await listMyShows(c.env, c.get('access').user.id, { search: search(c), count, page }));
  })
  .get('/shows/search', async (c) => {
    const found = await listMyShows(c.env, c.get('access').user.id, {
      search: search(c),
      count: 20,
      page: 1,
    });
    return c.json(found.shows.map(({ id, name, license }) => ({ id, name, license })));
  })
  .get('/userSettings', (c) => c.json(preferencesOf(c.get('access').user)))
  .post('/addUpdateUserSettings', valid('json', preferences), async (c) => {
    return c.json(await choosePreferences(c.env, c.get('access').user.id, c.req.valid('json')));
  })
  .get('/', async (c) => {
    const { show } = await showOf(c);
    const people = await readPeople(c.env, show.id);
    return c.json(
      people.map(({ id, firstName, lastName, initials, isActive, username }) => ({
        id,
        username,
        firstName,
        lastName,
        name: fullName({ firstName, lastName }),
        initials,
        isActive,
      })),
    );
  });

function search(c: AppContext): string {
  return (c.req.query('search') ?? '').trim().slice(0, 100);
}

function pageOf(c: AppContext): { count: number; page: number } {
  const whole = (text: string | undefined, fallback: number) =>
    text !== undefined && /^\d{1,6}$/.test(text) && Number(text) > 0 ? Number(text) : fallback;
  return { count: Math.min(whole(c.req.query('count'), 20), 200), page: whole(c.req.query('page'), 1) };
}
