import { Hono } from 'hono';
import { Refusal } from '#domain/codes';
import { vendorSearch } from '#domain/reference-data/vendor';
import type { AppContext, AppEnv } from '#middleware/context';
import { openShow, showOf } from '#middleware/open-show';
import { findShowBySlug } from '#store/directory/users';
import {
  accountFieldsQuery,
  companiesQuery,
  vendorQuery,
  vendorSearchQuery,
} from '#store/show/vendors/read-reference-data';
import { vendorActive } from '#verbs/vendors/check-vendor-active';
import type { MembershipContext } from '#verbs/request/context';
import {
  vendorDetailsOf,
  vendorOf,
  vendorPlan,
  vendorUseOf,
  vendorUsePlan,
} from '#verbs/vendors/view-vendor';
import { accountFieldOf, companyOf } from '#verbs/reference-data/view-companies';
import type { VendorMatch } from '#domain/reference-data/reference-data-response';

/** Vendors of a show (API-37 to API-40, DEC-59). In the search `id` names the show. */
export const vendors = new Hono<AppEnv>()
  .get('/', async (c) => {
    const search = (c.req.query('search') ?? '').trim().slice(0, 100);
    const withTemporary = c.req.query('t') === '1';
    const isLong = search.length >= vendorSearch.minimumLength;
    const plan = ({ store }: MembershipContext) => ({
      vendors: isLong ? vendorSearchQuery(store, search, withTemporary) : null,
    });
    const { rows } = await openShow(c, plan, { named: c.req.query('id') });
    if (!rows.vendors) return c.json<VendorMatch[]>([]);
    const { permanent, temporary } = rows.vendors;
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
    const { context, rows } = await openShow(c, (member) => vendorPlan(member, id));
    return c.json(vendorOf(context, rows));
  })
  .get('/:id/open-documents', async (c) => {
    const id = c.req.param('id');
    const documentId = (c.req.query('documentId') ?? '').slice(0, 100);
    const { context, rows } = await openShow(c, (member) => vendorUsePlan(member, id, documentId));
    return c.json(vendorUseOf(context, rows));
  })
  .get('/:id/details', async (c) => {
    const id = c.req.param('id');
    const { rows } = await openShow(c, ({ store }) => ({ vendor: vendorQuery(store, id) }));
    if (!rows.vendor) throw new Refusal('NOT_FOUND');
    return c.json(vendorDetailsOf(rows.vendor));
  });

async function companiesOf(c: AppContext) {
  const slug = c.req.query('showSlug');
  // An unknown slug gets the same response as a show that the user may not open.
  const named = slug ? ((await findShowBySlug(c.env, slug)) ?? slug) : undefined;
  const plan = ({ store }: MembershipContext) => ({ companies: companiesQuery(store) });
  return (await openShow(c, plan, { named })).rows.companies;
}

/**
 * Companies of a show, named by `showId` or `showSlug`, with addresses, currencies and tax codes (API-41, API-42,
 * DEC-60).
 */
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
  const plan = ({ store }: MembershipContext) => ({ fields: accountFieldsQuery(store, withParts) });
  const { context, rows } = await openShow(c, plan);
  if (context.show.license !== c.req.param('license')) throw new Refusal('NOT_FOUND');
  return c.json(rows.fields.map(accountFieldOf));
});
