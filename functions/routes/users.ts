import { Hono } from 'hono';
import * as v from 'valibot';
import { isApprover } from '#domain/permissions';
import type { AppContext, AppEnv } from '#middleware/context';
import { showOf } from '#middleware/show';
import { valid } from '#middleware/valid';
import { readPeople, rememberShow, savePreferences } from '#store/directory/people';
import { selectShow } from '#store/directory/sessions';
import { countWaitingByType } from '#store/show/count-waiting';
import { readDepartments } from '#store/show/read-show';
import { encryptPermissions } from '#verbs/encrypt-permissions';
import { listMyShows } from '#verbs/login-context';

const preferences = v.object({
  emailNotifications: v.boolean(),
  consolidatePoEmails: v.boolean(),
  consolidatePaymentEmails: v.boolean(),
  consolidateInvoiceEmails: v.boolean(),
  dateFormat: v.nullable(v.picklist(['MM_DD_YYYY', 'DD_MM_YYYY', 'YYYY_MM_DD'])),
});

/** The signed-in person in a show (API-48, API-60 to API-65, API-70). */
export const users = new Hono<AppEnv>()
  .get('/permissions', async (c) => {
    const show = await showOf(c);
    const { session, user } = c.get('access');
    if (c.req.query('st') === '1') {
      await Promise.all([
        selectShow(c.env, session.tokenHash, show.show.id),
        rememberShow(c.env, user.id, show.show.id, show.now),
      ]);
    }
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
  .get('/userSettings', (c) => c.json(preferencesOf(c)))
  .post('/addUpdateUserSettings', valid('json', preferences), async (c) => {
    const given = c.req.valid('json');
    // SE-28: without notifications there is nothing to put into a digest.
    const values = given.emailNotifications
      ? given
      : {
          ...given,
          consolidatePoEmails: false,
          consolidatePaymentEmails: false,
          consolidateInvoiceEmails: false,
        };
    await savePreferences(c.env, c.get('access').user.id, values);
    return c.json(values);
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
        name: `${firstName} ${lastName}`,
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

function preferencesOf(c: AppContext) {
  const { user } = c.get('access');
  return {
    emailNotifications: user.emailNotifications,
    consolidatePoEmails: user.consolidatePoEmails,
    consolidatePaymentEmails: user.consolidatePaymentEmails,
    consolidateInvoiceEmails: user.consolidateInvoiceEmails,
    dateFormat: user.dateFormat,
  };
}
