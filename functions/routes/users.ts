import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import { id as someId } from '#domain/values/schema-fields';
import { Refusal } from '#domain/codes';
import { templateTypes } from '#domain/document';
import type { DocType } from '#domain/document';
import { isApprover, roles } from '#domain/identity/permissions';
import { newUser, userChange, visibilityNames } from '#domain/management/user';
import { visibilityScopes } from '#domain/identity/visibility';
import type { AppEnv } from '#middleware/context';
import { maySelectShow } from '#middleware/csrf';
import { pageOf, searchOf } from '#middleware/pagination';
import { openShow, showOf } from '#middleware/open-show';
import { valid } from '#middleware/validate';
import { waitingByTypeQuery } from '#store/show/lists/count-waiting';
import { revisionCountsQuery } from '#store/show/lists/read-revision-requests';
import { departmentsQuery } from '#store/show/management/read-show-context';
import { assignDepartments } from '#verbs/management/assign-departments';
import { selectShowForSession, configOf, encryptedPermissions } from '#verbs/session/startup-show';
import { listOwnShows } from '#verbs/management/list-shows';
import { changeUser, createUser, newUserPlan } from '#verbs/management/manage-users';
import { invitationPlan, inviteAgain } from '#verbs/management/invite-user';
import { preferences } from '#domain/identity/session-response';
import { choosePreferences, preferencesOf } from '#verbs/session/preferences';
import {
  listApprovers,
  listUsers,
  lookUpUser,
  membersPlan,
  userPlan,
  viewUser,
} from '#verbs/management/view-users';

const searchText = v.pipe(v.string(), v.maxLength(254));
const optionalShowParam = v.object({ show: v.optional(v.string()) });
const usersQuery = v.object({
  ...optionalShowParam.entries,
  username: v.optional(searchText),
  useSmartId: v.optional(v.string()),
  templateType: v.optional(v.picklist(templateTypes)),
  search: v.optional(searchText, ''),
});

/** The lookup of one user shares its path with the lists of users (API-68). */
const userLookup = createMiddleware<AppEnv>(async (c, next) => {
  const username = c.req.query('username');
  if (c.req.method !== 'GET' || username === undefined) return next();
  if (username.length > 254) throw new Refusal('invalid_parameter', { message: 'username is not valid.' });
  const useSmartId = c.req.query('useSmartId') === '1';
  return c.json(await lookUpUser(await showOf(c), { username, useSmartId }));
});
const departmentsBody = v.object({ departmentIds: v.pipe(v.array(someId), v.maxLength(500)) });
const visibilities = visibilityScopes.map((scope) => ({ id: scope, name: visibilityNames[scope] }));

/** The signed-in user in a show (API-48, API-60 to API-65), and the users of a show (API-66 to API-75). */
export const users = new Hono<AppEnv>()
  .get('/permissions', async (c) => {
    const show = await showOf(c, { forGuarantors: true });
    const session = c.get('session');
    if (c.req.query('st') === '1' && maySelectShow(c)) await selectShowForSession(show, session.tokenHash);
    return c.json(await encryptedPermissions(show, session));
  })
  .get('/config', async (c) => c.json(configOf(await showOf(c, { forGuarantors: true }))))
  .get('/meta', async (c) => {
    // In addition to the contract, on request: the number of documents that were returned to the user.
    const withRevisions = c.req.query('revisions') === '1';
    const { context, rows } = await openShow(c, ({ store, user }) => ({
      waiting: waitingByTypeQuery(store, user.id),
      departments: departmentsQuery(store),
      revisions: withRevisions ? revisionCountsQuery(store, user.id) : null,
    }));
    const { waiting, departments, revisions } = rows;
    const approver = isApprover(context.membership.role);
    const toRevise = (docType: DocType) => revisions?.find(({ type }) => type === docType)?.total ?? 0;
    return c.json({
      approver,
      departments: departments
        .filter((department) => department.isActive && context.departmentIds.includes(department.id))
        .map(({ id, name }) => ({ id, name })),
      // Users whose role can no longer approve have no pending approvals (DEC-21).
      awaitingApproval: approver
        ? { po: waiting.PO, invoice: waiting.INVOICE, payment: waiting.PAYMENT }
        : { po: 0, invoice: 0, payment: 0 },
      ...(revisions && { toRevise: { po: toRevise('PO'), invoice: toRevise('INVOICE') } }),
    });
  })
  .get('/shows', async (c) => {
    const page = { search: searchOf(c), ...pageOf(c) };
    return c.json(await listOwnShows(c.env, c.get('access'), page, c.get('token')?.showId));
  })
  .get('/shows/search', async (c) => {
    const page = { search: searchOf(c), count: 20, page: 1 };
    const found = await listOwnShows(c.env, c.get('access'), page, null);
    return c.json(found.shows.map(({ id, name, license }) => ({ id, name, license })));
  })
  .get('/userSettings', (c) => c.json(preferencesOf(c.get('access').user)))
  .post('/addUpdateUserSettings', valid('json', preferences), async (c) => {
    return c.json(await choosePreferences(c.env, c.get('access').user.id, c.req.valid('json')));
  })
  .get('/roles', async (c) => {
    await showOf(c);
    return c.json(roles.map((role) => ({ id: role, name: role })));
  })
  .get('/po-visibility', (c) => c.json(visibilities))
  .get('/invoice-visibility', (c) => c.json(visibilities))
  .use('/', userLookup)
  .get('/', valid('query', usersQuery), async (c) => {
    const { templateType, search } = c.req.valid('query');
    const { context, rows } = await openShow(c, membersPlan);
    if (templateType !== undefined) return c.json(listApprovers(rows, templateType, search));
    return c.json(listUsers(context, rows));
  })
  .post('/', valid('query', optionalShowParam), valid('json', newUser), async (c) => {
    const body = c.req.valid('json');
    const { context, rows } = await openShow(c, (member) => newUserPlan(member, body));
    return c.json(await createUser(context, rows, body), 201);
  })
  .get('/:id', valid('query', optionalShowParam), async (c) => {
    const id = c.req.param('id');
    const { context, rows } = await openShow(c, (member) => userPlan(member, id));
    return c.json(viewUser(context, rows));
  })
  .patch('/:id', valid('query', optionalShowParam), valid('json', userChange), async (c) => {
    const id = c.req.param('id');
    const { context, rows } = await openShow(c, (member) => userPlan(member, id));
    return c.json(await changeUser(context, rows, c.req.valid('json')));
  })
  .put('/:id/departments', valid('query', optionalShowParam), valid('json', departmentsBody), async (c) => {
    const id = c.req.param('id');
    const { context, rows } = await openShow(c, (member) => userPlan(member, id));
    return c.json(await assignDepartments(context, rows, c.req.valid('json').departmentIds));
  })
  .post('/:id/invitation', valid('query', optionalShowParam), async (c) => {
    const id = c.req.param('id');
    const { context, rows } = await openShow(c, (member) => invitationPlan(member, id));
    return c.json(await inviteAgain(context, rows));
  });
