import { beforeAll, describe, expect, test } from 'vitest';
import { action, as, create, read } from '../../support/worker/fixtures/client.ts';
import { openStudio } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

interface Category {
  id: string;
  name: string;
  isActive: boolean;
  code?: string;
  message?: string;
}
const path = '/api/shows/alpha1/categories';
const add = (name: string, headers: HeadersInit = {}) => as('ada').post<Category>(path, { name }, headers);
const change = (changes: Record<string, unknown>, confirm = '') =>
  as('ada').patch<Category>(`${path}${confirm}`, changes);
const listed = async () =>
  (await as('dana').get<{ categories: Category[] }>('/api/shows/alpha1')).body.categories;

describe('categories', () => {
  test('API-57, MG-17, MG-28: a new category has its name trimmed and is offered at once', async () => {
    const answer = await add('  Set Dressing ');
    expect([answer.status, answer.body]).toEqual([
      201,
      { id: expect.any(String), name: 'Set Dressing', isActive: true },
    ]);
    expect(await listed()).toContainEqual(answer.body);
  });

  test('API-58, MG-17: a concurrent rename and deactivation both take effect', async () => {
    const { id } = (await add('Greens')).body;
    await Promise.all([change({ id, name: 'Greenery' }), change({ id, isActive: false })]);
    expect(await listed()).toContainEqual({ id, name: 'Greenery', isActive: false });
    expect((await change({ id })).body).toEqual({ id, name: 'Greenery', isActive: false });
  });

  test.each(['Wardrobe', ' WARDROBE ', 'wardrobe', 'Café', 'CAFÉ'])(
    'API-57, MG-18, DEC-66: “%s” exists in the show, regardless of case',
    async (name) => {
      await add(name.trim().toLowerCase() === 'wardrobe' ? 'Wardrobe' : 'café');
      const answer = await add(name);
      expect([answer.status, answer.body]).toEqual([
        400,
        { code: 'invalid_parameter', message: 'A category with that name already exists.' },
      ]);
    },
  );

  test('API-58, MG-18: a category cannot take the name of another one, but its own in another case', async () => {
    const { id } = (await add('Greens')).body;
    await add('Flowers');
    expect((await change({ id, name: 'FLOWERS' })).body.code).toBe('invalid_parameter');
    expect((await change({ id, name: 'GREENS' })).body).toEqual({ id, name: 'GREENS', isActive: true });
  });

  test('API-57, DEC-66: one of two concurrent additions of a name is refused', async () => {
    const answers = await Promise.all([add('Rigging'), add('rigging')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  });

  test('API-57, DEC-99: a repeated request creates one category', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answers = [await add('Only Once', headers), await add('Only Once', headers)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
  });

  test('API-58, MG-19, DEC-66: a category in use is renamed or deactivated only after a confirmation', async () => {
    const { id } = (await add('Lighting')).body;
    const po = await create('dana', { category: { id, name: 'Lighting' } });
    for (const changes of [{ name: 'Lights' }, { isActive: false }, { name: 'LIGHTING' }]) {
      const refused = await change({ id, ...changes });
      expect([refused.status, refused.body]).toEqual([409, { code: 'category_in_use' }]);
    }
    expect((await change({ id, name: 'Lighting', isActive: true })).status).toBe(200);
    expect((await change({ id, name: 'Lights' }, '?confirm=true')).body).toMatchObject({ name: 'Lights' });
    expect((await read('dana', po.id)).category).toMatchObject({ id, name: 'Lights' });
    expect((await change({ id, isActive: false }, '?confirm=true')).body).toMatchObject({ isActive: false });
    expect(await listed()).toContainEqual({ id, name: 'Lights', isActive: false });
    expect((await change({ id, isActive: true })).body).toMatchObject({ isActive: true });
  });

  test('API-58, DEC-66: a void purchase order does not count as use', async () => {
    const { id } = (await add('Expendables')).body;
    const po = await create('abel', { category: { id, name: 'Expendables' } });
    expect((await change({ id, name: 'Consumables' })).status).toBe(409);
    await as('abel').put(`/api/pos/${po.id}/submit?r=0`);
    expect((await action('abel', 'void', await read('abel', po.id))).status).toBe(200);
    expect((await change({ id, name: 'Consumables' })).status).toBe(200);
  });

  test('API-57, API-58, DEC-11: a change needs FULL Show and a name; ids of another show are not found', async () => {
    const refused = await as('abel').post(path, { name: 'Mine' });
    expect([refused.status, refused.body]).toEqual([403, { code: 'FORBIDDEN' }]);
    const other = await as('abel').patch(path, { id: 'alpha1_category_props', name: 'Mine' });
    expect(other.status).toBe(403);
    expect((await add('  ')).body.code).toBe('invalid_parameter');
    expect((await add('x'.repeat(101))).body.code).toBe('invalid_parameter');
    const unknown = await change({ id: 'bravo2_category_props', name: 'Mine' });
    expect([unknown.status, unknown.body]).toEqual([404, { code: 'NOT_FOUND' }]);
  });
});
