import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import { Refusal } from '#domain/codes';
import { settingsChanges } from '#domain/settings';
import { deployedRegions, regionName } from '#domain/values/regions';
import {
  addressTypes,
  categoryChanges,
  companyTerms,
  newAddress,
  newCategory,
  newShow,
  savedAddress,
  showChanges,
} from '#domain/management/show-form';
import type { AppContext, AppEnv } from '#middleware/context';
import { pageOf, searchOf } from '#middleware/pagination';
import { idempotencyKeyOf, isForm } from '#middleware/request';
import { openShow, optionalShowQuery } from '#middleware/open-show';
import type { OpenedShow } from '#middleware/open-show';
import { formOf, valid } from '#middleware/validate';
import type { ReadPlan } from '#store/d1/query';
import { storedAnswerPlan } from '#verbs/request/idempotency';
import { changeSettings, changeShow } from '#verbs/management/change-show';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { createShow } from '#verbs/management/create-show';
import { listShows } from '#verbs/management/list-shows';
import type { CurrentShow } from '#verbs/management/list-shows';
import { requireShowCreator } from '#verbs/request/require-permission';
import { addAddress, saveAddress } from '#verbs/management/save-address';
import { addCategory, categoriesPlan, newCategoryPlan, saveCategory } from '#verbs/management/save-category';
import { companyTermsPlan, saveCompanyTerms } from '#verbs/management/save-company-terms';
import { showPlan, viewShow, viewUnopenedShow } from '#verbs/management/view-show';

/** Opens the show of the path with a plan. Throws `NOT_FOUND` when another show is opened instead. */
async function openShowOfPath<P extends ReadPlan>(
  c: AppContext,
  planFor: (member: MembershipContext) => P,
): Promise<OpenedShow<P>> {
  const id = c.req.param('id') ?? '';
  const opened = await openShow(c, planFor, { named: id });
  if (opened.context.show.id !== id) throw new Refusal('NOT_FOUND');
  return opened;
}

const showOfPath = async (c: AppContext): Promise<RequestContext> =>
  (await openShowOfPath(c, () => ({}))).context;

/** The open show and the user's membership of it (DEC-11); null when none is open. */
function currentShowOf(c: AppContext): CurrentShow | null {
  const { show, membership } = c.get('access');
  return show && membership ? { show, membership } : null;
}

/**
 * Throws before the body is validated: users who may not create a show must not learn what is wrong with it (DEC-98).
 */
const mayCreateShow = createMiddleware<AppEnv>(async (c, next) => {
  requireShowCreator(c.get('access').user, currentShowOf(c)?.membership ?? null);
  await next();
});

const addressQuery = v.object({ addressType: v.picklist(addressTypes) });
const confirmQuery = v.object({ confirm: v.optional(v.picklist(['true', 'false', '1', '0'])) });

/** The body of API-59, as JSON or as a form with an optional file. */
async function termsOf(c: AppContext) {
  const { file, ...fields } = isForm(c)
    ? await formOf(c)
    : (((await c.req.json().catch(() => null)) as Record<string, unknown> | null) ?? {});
  const parsed = v.safeParse(companyTerms, fields);
  if (!parsed.success) {
    const isMissing = parsed.issues.some((issue) => issue.input === undefined);
    throw new Refusal(isMissing ? 'MISSING_REQUIRED_FIELDS' : 'invalid_parameter');
  }
  if (!(file instanceof File)) return { input: parsed.output, file: null };
  return {
    input: parsed.output,
    file: { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) },
  };
}

/** Shows, and everything under Settings (MG-10 to MG-28, API-49 to API-59). */
export const shows = new Hono<AppEnv>()
  .get('/', async (c) => {
    const page = { search: searchOf(c), ...pageOf(c) };
    return c.json(await listShows(c.env, c.get('access'), currentShowOf(c), page));
  })
  .post('/', valid('query', optionalShowQuery), mayCreateShow, valid('json', newShow), async (c) => {
    const { user } = c.get('access');
    const input = c.req.valid('json');
    const creator = { env: c.env, user, now: c.get('now') };
    const id = await createShow(creator, input, await idempotencyKeyOf(c));
    return c.json(await viewUnopenedShow(c.env, id, user.id), 201);
  })
  .get('/regions', valid('query', optionalShowQuery), mayCreateShow, (c) => {
    const deployed = deployedRegions(c.env.SHARD_REGIONS);
    return c.json(deployed.map((id) => ({ id, name: regionName(id) })));
  })
  .patch('/:id/resource', valid('query', optionalShowQuery), valid('json', showChanges), async (c) => {
    const { user } = c.get('access');
    const id = c.req.param('id');
    const runAfterResponse = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
    const actor = { userId: user.id, from: currentShowOf(c), runAfterResponse };
    await changeShow(c.env, actor, id, c.req.valid('json'));
    return c.json(await viewUnopenedShow(c.env, id, user.id));
  })
  .get('/:id', async (c) => c.json(viewShow(c.env, (await openShowOfPath(c, showPlan)).rows)))
  .get('/:id/settings', async (c) => c.json((await showOfPath(c)).settings))
  .post('/:id/settings', valid('json', settingsChanges), async (c) =>
    c.json(await changeSettings(await showOfPath(c), c.req.valid('json'))),
  )
  .get('/:id/features', async (c) => c.json((await showOfPath(c)).show.features))
  .post('/:id/address', valid('query', addressQuery), valid('json', newAddress), async (c) => {
    const input = c.req.valid('json');
    const { addressType } = c.req.valid('query');
    const { context, rows } = await openShowOfPath(c, storedAnswerPlan);
    return c.json(await addAddress(context, rows, addressType, input), 201);
  })
  .patch('/:id/address', valid('json', savedAddress), async (c) =>
    c.json(await saveAddress(await showOfPath(c), c.req.valid('json'))),
  )
  .post('/:id/categories', valid('json', newCategory), async (c) => {
    const input = c.req.valid('json');
    const { context, rows } = await openShowOfPath(c, newCategoryPlan);
    return c.json(await addCategory(context, rows, input), 201);
  })
  .patch('/:id/categories', valid('query', confirmQuery), valid('json', categoryChanges), async (c) => {
    const { confirm } = c.req.valid('query');
    const isConfirmed = confirm === 'true' || confirm === '1';
    const { context, rows } = await openShowOfPath(c, categoriesPlan);
    return c.json(await saveCategory(context, rows, c.req.valid('json'), isConfirmed));
  })
  .post('/:id/company-settings', async (c) => {
    const { context, rows } = await openShowOfPath(c, companyTermsPlan);
    const { input, file } = await termsOf(c);
    return c.json(await saveCompanyTerms(context, rows, input, file));
  });
