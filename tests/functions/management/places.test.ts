import { beforeAll, describe, expect, test } from 'vitest';
import { openStudio } from '../../support/worker/fixtures/studio.ts';
import { as } from '../../support/worker/fixtures/client.ts';

interface Place {
  id: string;
  name: string;
  code: string;
}

beforeAll(openStudio);

describe('countries and regions', () => {
  test('AC-12, API-77: all countries are returned, by name', async () => {
    const { status, body } = await as('dana').get<Place[]>('/data/countries');
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(240);
    expect(body).toContainEqual({ id: 'CA', name: 'Canada', code: 'CA' });
    expect(body).toContainEqual({ id: 'HU', name: 'Hungary', code: 'HU' });
    const names = body.map(({ name }) => name);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  });

  test('AC-12, API-78: only the regions of the country are returned', async () => {
    const { body } = await as('dana').get<Place[]>('/data/countries/US/regions');
    expect(body).toContainEqual({ id: 'US-GA', name: 'Georgia', code: 'GA' });
    expect(body.every(({ id }) => id.startsWith('US-'))).toBe(true);
    const canada = await as('dana').get<Place[]>('/data/countries/CA/regions');
    expect(canada.body).toHaveLength(13);
    expect(canada.body).toContainEqual({ id: 'CA-BC', name: 'British Columbia', code: 'BC' });
  });

  test.each(['XX', 'us', 'US-GA', '..'])('API-78: %s is not a country', async (id) => {
    const answer = await as('dana').get(`/data/countries/${encodeURIComponent(id)}/regions`);
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ code: 'NOT_FOUND' });
  });
});
