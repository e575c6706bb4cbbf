import { Hono } from 'hono';
import { Refusal } from '#domain/codes';
import { vendorSearch } from '#domain/reference-data/vendor';
import type { VendorMatch } from '#domain/reference-data/vendor';
import type { AppContext, AppEnv } from '#middleware/context';
import { showOf } from '#middleware/open-show';
import { findShowBySlug } from '#store/directory/users';
import {
  readAccountFields,
  readCompanies,
  readVendor,
  searchVendors,
} from '#store/show/vendors/read-reference-data';
import { vendorActive } from '#verbs/vendors/check-vendor-active';
import { reading } from '#verbs/request/prefetch';
import {
  beginVendor,
  beginVendorUse,
  vendorDetailsOf,
  vendorOf,
  vendorUseOf,
} from '#verbs/vendors/view-vendor';
import { accountFieldOf, companyOf } from '#verbs/reference-data/view-companies';

/** Vendors of a show (API-37 to API-40, DEC-59). In the search `id` names the show. */
export const vendors = new Hono<AppEnv>()
  .get('/', async (c) => {
    const search = (c.req.query('search') ?? '').trim().slice(0, 100);
    const withTemporary = c.req.query('t') === '1';
    const isLong = search.length >= vendorSearch.minimumLength;
    const { store } = await showOf(c, {
      named: c.req.query('id'),
      ...(isLong && { ahead: reading(searchVendors, search, withTemporary) }),
    });
    if (!isLong) return c.json<VendorMatch[]>([]);
    const { permanent, temporary } = await store.foreseen.ask(searchVendors, store, search, withTemporary);
    const matches: VendorMatch[] = [
      ...permanent.map(({ id, name }) => ({ id, name, isTemporary: false, tempVendorId: null })),
      ...temporary.map(({ id, name }) => ({ id, name, isTemporary: true, tempVendorId: id })),
    ];
    return c.json(
      matches.toSorted((a, b) => a.name.localeCompare(b.name)).slice(0, vendorSearch.maximumRows),
    );
  })
  .get('/active', async (c) => {
    const externalId = (c.req.query('externalId') ?? '').slice(0, 200);
    return c.json({ isActive: await vendorActive(await showOf(c), externalId) });
  })
  .get('/:id', async (c) => {
    const id = c.req.param('id');
    return c.json(await vendorOf(await showOf(c, { ahead: (seat) => beginVendor(seat, id) }), id));
  })
  .get('/:id/open-documents', async (c) => {
    const id = c.req.param('id');
    const documentId = (c.req.query('documentId') ?? '').slice(0, 100);
    const context = await showOf(c, { ahead: (seat) => beginVendorUse(seat, id, documentId) });
    return c.json(await vendorUseOf(context, id, documentId));
  })
  .get('/:id/details', async (c) => {
    const id = c.req.param('id');
    const { store } = await showOf(c, { ahead: reading(readVendor, id) });
    const found = await store.foreseen.ask(readVendor, store, id);
    if (!found) throw new Refusal('NOT_FOUND');
    return c.json(vendorDetailsOf(found));
  });

async function companiesOf(c: AppContext) {
  const slug = c.req.query('showSlug');
  // A slug that no show has is refused like the show of somebody else.
  const named = slug ? ((await findShowBySlug(c.env, slug)) ?? slug) : undefined;
  const { store } = await showOf(c, { named, ahead: reading(readCompanies) });
  return store.foreseen.ask(readCompanies, store);
}

/** Companies of a show, named by `showId` or `showSlug`, with addresses, currencies and tax codes (API-41, API-42, DEC-60). */
export const companies = new Hono<AppEnv>()
  .get('/', async (c) => c.json((await companiesOf(c)).map(companyOf)))
  .get('/:id', async (c) => {
    const rows = await companiesOf(c);
    const company = rows.find((row) => row.projectCompanyExternalId === c.req.param('id'));
    if (!company) throw new Refusal('NOT_FOUND');
    return c.json(companyOf(company));
  });

/** The chart of accounts of the show's license (API-36, DEC-52). */
export const chartOfAccounts = new Hono<AppEnv>().get('/:license', async (c) => {
  const withParts = c.req.query('includeAccountParts') !== 'false';
  const { store, show } = await showOf(c, { ahead: reading(readAccountFields, withParts) });
  if (show.license !== c.req.param('license')) throw new Refusal('NOT_FOUND');
  const fields = await store.foreseen.ask(readAccountFields, store, withParts);
  return c.json(fields.map(accountFieldOf));
});
