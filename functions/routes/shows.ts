import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import { Refusal } from '#domain/codes';
import { settingsChanges } from '#domain/settings';
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
import { idempotencyKeyOf } from '#middleware/idempotency-key';
import { openShow, standing } from '#middleware/open-show';
import type { OpenedShow } from '#middleware/open-show';
import { formOf, valid } from '#middleware/validate';
import { sha256 } from '#store/d1/sha256';
import type { Plan } from '#store/d1/query';
import { storedAnswerPlan } from '#verbs/request/idempotency';
import { changeSettings } from '#verbs/management/change-settings';
import { changeShow } from '#verbs/management/change-show';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { createShow } from '#verbs/management/create-show';
import { listShows } from '#verbs/management/list-shows';
import type { Standpoint } from '#verbs/management/list-shows';
import { requireFounder } from '#verbs/request/require-permission';
import { addAddress, saveAddress } from '#verbs/management/save-address';
import { addCategory, categoriesPlan, newCategoryPlan, saveCategory } from '#verbs/management/save-category';
import { companyTermsPlan, saveCompanyTerms } from '#verbs/management/save-company-terms';
import { showPlan, viewShow, viewUnopenedShow } from '#verbs/management/view-show';

/** The show of the path, whatever the query says, with what is read there. Throws `NOT_FOUND` when the two differ. */
async function namedWith<P extends Plan>(
  c: AppContext,
  planFor: (member: MembershipContext) => P,
): Promise<OpenedShow<P>> {
  const id = c.req.param('id') ?? '';
  const opened = await openShow(c, planFor, { named: id });
  if (opened.context.show.id !== id) throw new Refusal('NOT_FOUND');
  return opened;
}

const named = async (c: AppContext): Promise<RequestContext> => (await namedWith(c, () => ({}))).context;

/** The show that is open, and the caller's place in it (DEC-11); null for whoever has none open. */
function standpoint(c: AppContext): Standpoint | null {
  const { show, membership } = c.get('access');
  return show && membership ? { show, membership } : null;
}

/** Who may not create a show learns nothing of what is wrong with the body (DEC-98). */
const mustFound = createMiddleware<AppEnv>(async (c, next) => {
  requireFounder(c.get('access').user, standpoint(c)?.membership ?? null);
  await next();
});

const typed = v.object({ addressType: v.picklist(addressTypes) });
const confirming = v.object({ confirm: v.optional(v.picklist(['true', 'false', '1', '0'])) });

/** The body of API-59, as JSON or as a form that may bring the file. */
async function termsOf(c: AppContext) {
  const isForm = c.req.header('content-type')?.startsWith('multipart/form-data') ?? false;
  const { file, ...fields } = isForm
    ? await formOf(c)
    : (((await c.req.json().catch(() => null)) as Record<string, unknown> | null) ?? {});
  const parsed = v.safeParse(companyTerms, fields);
  if (!parsed.success) {
    const isMissing = parsed.issues.some((issue) => issue.input === undefined);
    throw new Refusal(isMissing ? 'MISSING_REQUIRED_FIELDS' : 'invalid_parameter');
  }
  if (!(file instanceof File)) return { given: parsed.output, file: null };
  return {
    given: parsed.output,
    file: { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) },
  };
}

/** Shows, and everything under Settings (MG-10 to MG-28, API-49 to API-59). */
export const shows = new Hono<AppEnv>()
  .get('/', async (c) => {
    const page = { search: searchOf(c), ...pageOf(c) };
    return c.json(await listShows(c.env, c.get('access'), standpoint(c), page));
  })
  .post('/', valid('query', standing), mustFound, valid('json', newShow), async (c) => {
    const { user } = c.get('access');
    const given = c.req.valid('json');
    const founder = { env: c.env, user, now: c.get('now') };
    const id = await createShow(founder, given, idempotencyKeyOf(c, given));
    return c.json(await viewUnopenedShow(c.env, id, user.id), 201);
  })
  .patch('/:id/resource', valid('query', standing), valid('json', showChanges), async (c) => {
    const { user } = c.get('access');
    const id = c.req.param('id');
    const later = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
    const actor = { userId: user.id, from: standpoint(c), later };
    await changeShow(c.env, actor, id, c.req.valid('json'));
    return c.json(await viewUnopenedShow(c.env, id, user.id));
  })
  .get('/:id', async (c) => c.json(viewShow((await namedWith(c, showPlan)).rows)))
  .get('/:id/settings', async (c) => c.json((await named(c)).settings))
  .post('/:id/settings', valid('json', settingsChanges), async (c) =>
    c.json(await changeSettings(await named(c), c.req.valid('json'))),
  )
  .get('/:id/features', async (c) => c.json((await named(c)).show.features))
  .post('/:id/address', valid('query', typed), valid('json', newAddress), async (c) => {
    const given = c.req.valid('json');
    const { addressType } = c.req.valid('query');
    const repeat = idempotencyKeyOf(c, { addressType, ...given });
    const { context, rows } = await namedWith(c, (member) => storedAnswerPlan(member, repeat));
    return c.json(await addAddress(context, rows, addressType, given, repeat), 201);
  })
  .patch('/:id/address', valid('json', savedAddress), async (c) =>
    c.json(await saveAddress(await named(c), c.req.valid('json'))),
  )
  .post('/:id/categories', valid('json', newCategory), async (c) => {
    const given = c.req.valid('json');
    const repeat = idempotencyKeyOf(c, given);
    const { context, rows } = await namedWith(c, (member) => newCategoryPlan(member, repeat));
    return c.json(await addCategory(context, rows, given, repeat), 201);
  })
  .patch('/:id/categories', valid('query', confirming), valid('json', categoryChanges), async (c) => {
    const { confirm } = c.req.valid('query');
    const isConfirmed = confirm === 'true' || confirm === '1';
    const { context, rows } = await namedWith(c, categoriesPlan);
    return c.json(await saveCategory(context, rows, c.req.valid('json'), isConfirmed));
  })
  .post('/:id/company-settings', async (c) => {
    const { context, rows } = await namedWith(c, companyTermsPlan);
    const { given, file } = await termsOf(c);
    const repeat = idempotencyKeyOf(c, { ...given, file: file && sha256(file.bytes) });
    return c.json(await saveCompanyTerms(context, rows, given, file, repeat));
  });
