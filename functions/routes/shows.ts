import { Hono } from 'hono';
import { Refusal } from '#domain/codes';
import type { AppContext, AppEnv } from '#middleware/context';
import { showOf } from '#middleware/show';
import { readShow } from '#store/directory/people';
import { readShowLists } from '#store/show/read-reference';
import type { ShowContext } from '#verbs/context';
import { summaryOf } from '#verbs/login-context';

/** The show of the path, whatever the query says. Throws `NOT_FOUND` when the two differ. */
async function named(c: AppContext): Promise<ShowContext> {
  const id = c.req.param('id') ?? '';
  const context = await showOf(c, id);
  if (context.show.id !== id) throw new Refusal('NOT_FOUND');
  return context;
}

/** A show with what its forms offer (MG-10, API-52, API-54). */
export const shows = new Hono<AppEnv>()
  .get('/:id', async (c) => {
    const { env, store, settings } = await named(c);
    const [show, lists] = await Promise.all([readShow(env, c.req.param('id')), readShowLists(store)]);
    if (!show) throw new Refusal('NOT_FOUND');
    return c.json({
      ...summaryOf(show, 0),
      settings,
      categories: lists.categories.map(({ id, name, isActive }) => ({ id, name, isActive })),
      addresses: lists.addresses.map((address) => ({
        id: address.id,
        addressType: address.addressType,
        name: address.name,
        address1: address.address1,
        address2: address.address2,
        city: address.city,
        state: address.state,
        zip: address.zip,
        isActive: address.isActive,
      })),
    });
  })
  .get('/:id/settings', async (c) => c.json((await named(c)).settings))
  .get('/:id/features', async (c) => c.json((await named(c)).show.features));
