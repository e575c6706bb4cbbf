import { Hono } from 'hono';
import { Refusal } from '#domain/codes';
import type { AppEnv } from '#middleware/context';
import { showOf } from '#middleware/show';
import { readShow } from '#store/directory/people';
import { readShowLists } from '#store/show/read-reference';
import { summaryOf } from '#verbs/login-context';

/** A show with what its forms offer (MG-10, API-52, API-54). */
export const shows = new Hono<AppEnv>()
  .get('/:id', async (c) => {
    const { env, store, settings } = await showOf(c, c.req.param('id'));
    const [show, lists] = await Promise.all([readShow(env, c.req.param('id')), readShowLists(store)]);
    if (!show || show.id !== store.showId) throw new Refusal('NOT_FOUND');
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
  .get('/:id/settings', async (c) => c.json((await showOf(c, c.req.param('id'))).settings))
  .get('/:id/features', async (c) => c.json((await showOf(c, c.req.param('id'))).show.features));
