import { beforeAll, describe, expect, test } from 'vitest';
import { as, create, read } from '../../support/worker/fixtures/client.ts';
import { openStudio } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

interface Address {
  id: string;
  addressType: string;
  name: string;
  isActive: boolean;
}
const path = '/api/shows/alpha1/address';
const add = (type: string, body: Record<string, unknown>, headers: HeadersInit = {}) =>
  as('ada').post<Address & { code?: string }>(`${path}/?addressType=${type}`, body, headers);
const listed = async () =>
  (await as('dana').get<{ addresses: Address[] }>('/api/shows/alpha1')).body.addresses;

describe('addresses of a show', () => {
  test('API-55, MG-16: a new address is in its list and offered at once', async () => {
    const given = { name: 'Warehouse', address1: '7 Dock St', city: 'Long Beach', state: 'CA', zip: '90802' };
    const answer = await add('SHIP_TO', given);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(String),
      addressType: 'SHIP_TO',
      ...given,
      address2: '',
      isActive: true,
    });
    expect(await listed()).toContainEqual(answer.body);
  });

  test('API-56, MG-16: an address is changed and deactivated; documents with it keep it', async () => {
    const { id } = (await add('BILL_TO', { name: 'Old Office', address1: '1 First St' })).body;
    const po = await create('dana', { billToAddressId: id });
    const change = { id, name: 'Old Office', address1: '1 First Street', isActive: false };
    const answer = await as('ada').patch(path, change);
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({ ...change, addressType: 'BILL_TO' }),
    ]);
    expect(await listed()).toContainEqual(expect.objectContaining(change));
    expect((await read('dana', po.id)).billToAddressId).toBe(id);
  });

  test('API-55, DEC-99: a repeated request creates one address', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = { name: 'Once', address1: '1 Only St' };
    const [one, two] = [await add('SHIP_TO', body, headers), await add('SHIP_TO', body, headers)];
    expect(two.body.id).toBe(one.body.id);
    expect((await listed()).filter(({ name }) => name === 'Once')).toHaveLength(1);
  });

  test('API-55, API-56, MG-28: a change needs FULL Show, a type, a name and a street; ids of another show are not found', async () => {
    const body = { name: 'Annex', address1: '2 Lot Rd' };
    const refused = await as('abel').post(`${path}/?addressType=BILL_TO`, body);
    expect([refused.status, refused.body]).toEqual([403, { code: 'FORBIDDEN' }]);
    expect((await as('abel').patch(path, { id: 'alpha1_address_stage', ...body })).status).toBe(403);
    expect((await add('HOME', body)).body.code).toBe('invalid_parameter');
    expect((await add('BILL_TO', { name: 'Annex' })).body.code).toBe('MISSING_REQUIRED_FIELDS');
    expect((await add('BILL_TO', { ...body, name: ' ' })).body.code).toBe('invalid_parameter');
    expect((await add('BILL_TO', { ...body, city: 'x'.repeat(101) })).body.code).toBe('invalid_parameter');
    const other = await as('ada').patch(path, { id: 'bravo2_address_stage', ...body });
    expect([other.status, other.body]).toEqual([404, { code: 'NOT_FOUND' }]);
  });
});
