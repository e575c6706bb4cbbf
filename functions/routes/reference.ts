import { Hono } from 'hono';
import { Refusal } from '#domain/codes';
import { vendorSearch } from '#domain/vendor';
import type { VendorMatch } from '#domain/vendor';
import type { AppEnv } from '#middleware/context';
import { showOf } from '#middleware/show';
import { readAccountFields, readCompanies, readVendor, searchVendors } from '#store/show/read-reference';
import { vendorActive } from '#verbs/vendor-active';
import { accountFieldOf, companyOf, vendorDetailsOf, vendorOf } from '#verbs/view-reference';

/** Vendors of a show (API-37 to API-40, DEC-59). In the search `id` names the show. */
export const vendors = new Hono<AppEnv>()
  .get('/', async (c) => {
    const context = await showOf(c, c.req.query('id'));
    const search = (c.req.query('search') ?? '').trim().slice(0, 100);
    if (search.length < vendorSearch.minimumLength) return c.json<VendorMatch[]>([]);
    const { permanent, temporary } = await searchVendors(context.store, search, c.req.query('t') === '1');
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
  .get('/:id', async (c) => c.json(await vendorOf(await showOf(c), c.req.param('id'))))
  .get('/:id/details', async (c) => {
    const found = await readVendor((await showOf(c)).store, c.req.param('id'));
    if (!found) throw new Refusal('NOT_FOUND');
    return c.json(vendorDetailsOf(found));
  });

/** Companies of a show with addresses, currencies and tax codes (API-41, API-42, DEC-60). */
export const companies = new Hono<AppEnv>()
  .get('/', async (c) => c.json((await readCompanies((await showOf(c)).store)).map(companyOf)))
  .get('/:id', async (c) => {
    const rows = await readCompanies((await showOf(c)).store);
    const company = rows.find((row) => row.projectCompanyExternalId === c.req.param('id'));
    if (!company) throw new Refusal('NOT_FOUND');
    return c.json(companyOf(company));
  });

/** The chart of accounts of the show's license (API-36, DEC-52). */
export const chartOfAccounts = new Hono<AppEnv>().get('/:license', async (c) => {
  const { store, show } = await showOf(c);
  if (show.license !== c.req.param('license')) throw new Refusal('NOT_FOUND');
  const fields = await readAccountFields(store, c.req.query('includeAccountParts') !== 'false');
  return c.json(fields.map(accountFieldOf));
});
