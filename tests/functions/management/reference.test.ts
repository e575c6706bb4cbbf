import { beforeAll, describe, expect, test } from 'vitest';
import { as } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { openStudio, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

const alpha = inShow('alpha1');
const get = async (path: string) => {
  const { status, body } = await as('dana').get<unknown>(path);
  return status === 200 ? body : [status, body];
};

describe('reference data of forms', () => {
  test('API-38, VE-09, VE-10, DEC-59: vendors are searched from two characters on, by part of the name', async () => {
    const lumen = {
      id: alpha.vendor('lumen'),
      name: 'Lumen Rentals',
      isTemporary: false,
      tempVendorId: null,
    };
    expect(await get('/api/vendors/?search=rent&id=alpha1&t=0')).toEqual([lumen]);
    expect(await get('/api/vendors/?search=LU&id=alpha1&t=1')).toEqual([lumen]);
    expect(await get('/api/vendors/?search=l&id=alpha1&t=0')).toEqual([]);
    expect(await get('/api/vendors/?search=%25%25&id=alpha1&t=0')).toEqual([]);
    expect(await get('/api/vendors/?search=rent&id=nowhere9&t=0')).toEqual([
      403,
      { code: 'SHOW_NOT_IN_SESSION' },
    ]);
  });

  test('API-37, API-39, VE-01, VE-02: a vendor has its addresses and contacts', async () => {
    const id = alpha.vendor('lumen');
    expect(await get(`/api/vendors/${id}/?showId=alpha1`)).toMatchObject({
      id,
      externalId: 'lumen',
      number: 'N-lumen',
      email: 'ada@lumen.example',
      isTemporary: false,
    });
    expect(await get(`/api/vendors/${id}/details/?showId=alpha1`)).toMatchObject({
      addresses: [{ id: alpha.vendorAddress('lumen'), line_number: 1, is_default: true, isActive: true }],
      contacts: [{ is_default: true, contact_details: { email: 'ada@lumen.example', phone: '' } }],
    });
    expect(await get(`/api/vendors/${inShow('bravo2').vendor('lumen')}/?showId=alpha1`)).toEqual([
      404,
      { code: 'NOT_FOUND' },
    ]);
  });

  test('API-41, API-42, AC-07, LI-35, DEC-60: companies have addresses, currencies and tax codes', async () => {
    const company = {
      projectCompanyExternalId: 'pc1',
      companyExternalId: 'co1',
      company_name: 'Harbor Lights LLC',
      company_addresses: [{ is_default: true, address_line1: '9 Quay St', city: 'Los Angeles' }],
      taxCodes: [{ code: 'T1', description: 'Sales tax' }],
      project_company_currencies: [
        { iso_currency_code: 'USD', reference_code: 'US', external_id: 'usd1', is_base: true, symbol: '$' },
      ],
      hasTaxInfo: true,
    };
    expect(await get('/api/companies/?showId=alpha1')).toMatchObject([company]);
    expect(await get('/api/companies/pc1/?showId=alpha1')).toMatchObject(company);
    expect(await get('/api/companies/pc9/?showId=alpha1')).toEqual([404, { code: 'NOT_FOUND' }]);
  });

  test('API-42: `showSlug` selects the show of the companies, as `showId` does', async () => {
    await sql.bravo`UPDATE companies SET name = 'Junction LLC', project_company_external_id = 'pc2'`;
    // Dana is a member of both shows, one of which is open.
    for (const open of ['alpha1', 'bravo2']) {
      expect((await as('dana').get(`/api/users/permissions?showId=${open}&st=1`)).status).toBe(200);
      const ofAlpha = await get('/api/companies/pc1/?showSlug=alpha-station');
      expect(ofAlpha).toMatchObject({ company_name: 'Harbor Lights LLC' });
      expect(await get('/api/companies/?showSlug=alpha-station')).toEqual([ofAlpha]);
      const ofBravo = await get('/api/companies/pc2/?showSlug=bravo-junction');
      expect(ofBravo).toMatchObject({ company_name: 'Junction LLC' });
      const elsewhere = await get('/api/companies/pc2/?showSlug=alpha-station');
      expect(elsewhere).toEqual([404, { code: 'NOT_FOUND' }]);
    }
    const refused = [403, { code: 'SHOW_NOT_IN_SESSION' }];
    expect(await get('/api/companies/pc1/?showSlug=no-such-show')).toEqual(refused);
    const { status, body } = await as('nora').get('/api/companies/pc1/?showSlug=alpha-station');
    expect([status, body]).toEqual(refused);
  });

  test('API-36, LI-27, DEC-52: the chart of accounts of the license is returned, with or without its segments', async () => {
    expect(await get('/api/coa/SA-100/?showId=alpha1&includeAccountParts=true')).toMatchObject([
      {
        header: 'Account',
        config_type: 'ACCOUNT',
        account_parts: [{ id_code: '6100', is_active: true, is_header: false }],
      },
    ]);
    expect(await get('/api/coa/SA-100/?showId=alpha1&includeAccountParts=false')).toMatchObject([
      { account_parts: [] },
    ]);
    expect(await get('/api/coa/V5-200/?showId=alpha1')).toEqual([404, { code: 'NOT_FOUND' }]);
  });

  test('API-97, MG-02: departments have their members', async () => {
    expect(await get('/api/departments/?showId=alpha1')).toMatchObject([
      { id: alpha.department('art'), name: 'Art', isActive: true, settings: { poNumberPrefix: 'ART' } },
      { name: 'Empty', users: [] },
      {
        name: 'Grip',
        users: [
          { id: 'grace', name: 'Grace Stone', active: true },
          { id: 'wendy', name: 'Wendy Stone', active: true },
        ],
      },
    ]);
  });

  test('MG-10, MG-16, MG-17, AC-13, API-52, API-54: a show has categories, addresses and settings', async () => {
    expect(await get('/api/shows/alpha1')).toMatchObject({
      id: 'alpha1',
      license: 'SA-100',
      categories: [{ id: alpha.category('props'), name: 'Props', isActive: true }],
      addresses: [
        { addressType: 'BILL_TO', name: 'office' },
        { addressType: 'SHIP_TO', name: 'stage' },
      ],
      settings: { resetApprovalOnEdit: true, archiveVoidedItems: false, poNumberStart: 1 },
    });
    expect(await get('/api/shows/alpha1/features')).toEqual([]);
    expect(await get('/api/shows/alpha1/settings')).toMatchObject({ displayPoNumbers: 'SAVED_AS_DRAFT' });
    expect(await get('/api/shows/bravo2/settings?showId=alpha1')).toEqual([404, { code: 'NOT_FOUND' }]);
  });

  test('API-70, UX-07: the users of a show include former ones, marked as inactive', async () => {
    const people = await get('/api/users/?show=alpha1');
    expect(people).toContainEqual(expect.objectContaining({ id: 'gone', isActive: false }));
    expect(people).toContainEqual(
      expect.objectContaining({ id: 'carl', name: 'Carl Stone', isActive: true }),
    );
    expect(JSON.stringify(people)).not.toMatch(/scrypt|nora/);
  });
});

describe('invalid requests', () => {
  const send = async (path: string, init: RequestInit & { headers: Record<string, string> }) => {
    const { post } = as('dana');
    const answer = await post(path, undefined, init.headers);
    return [answer.status, answer.body];
  };

  test('DEC-02: a form without its boundary is refused, not a server error', async () => {
    const [status, body] = await send('/files/po/attachment?showId=alpha1', {
      headers: { 'content-type': 'multipart/form-data' },
    });
    expect([status, body]).toEqual([400, expect.objectContaining({ code: expect.any(String) })]);
  });

  test('API-01: an unknown path is NOT_FOUND in the format of every refusal', async () => {
    const answer = await as('dana').get('/api/somewhere');
    expect([answer.status, answer.body]).toEqual([404, { code: 'NOT_FOUND' }]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('DEC-04: a page of another site cannot read the API', async () => {
    const answer = await as('dana').get('/api/users/userSettings', { origin: 'https://evil.example' });
    expect([answer.status, answer.body]).toEqual([403, { code: 'CSRF_INVALID' }]);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});
