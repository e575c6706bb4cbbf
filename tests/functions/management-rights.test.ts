import { beforeAll, expect, test } from 'vitest';
import { as } from '../support/worker/studio-client.ts';
import { inShow } from '../support/worker/studio-rows.ts';
import type { PersonName } from '../support/worker/studio-rows.ts';
import { openStudio } from '../support/worker/studio.ts';
import { aUser } from '../support/worker/studio-users.ts';

beforeAll(openStudio);

const step = {
  name: '',
  kind: 'STANDARD',
  amountLimit: null,
  approvalsNeeded: 1,
  approvers: [{ userId: 'lena' }],
};
const template = { name: 'Second flow', steps: [step], makeDefaultType: false };

/** One change in each area of management. */
const changes = {
  departments: (name: PersonName) => as(name).post('/api/departments/?showId=alpha1', { name: 'Greens' }),
  members: (name: PersonName) =>
    as(name).put(`/api/departments/${inShow('alpha1').department('art')}/user/sol?showId=alpha1`, {
      active: true,
    }),
  users: (name: PersonName) => as(name).post('/api/users?show=alpha1', aUser()),
  'approval flows': (name: PersonName) =>
    as(name).post('/api/purchase-order-workflow-template/?showId=alpha1', { showId: 'alpha1', ...template }),
  shows: (name: PersonName) => as(name).patch('/api/shows/alpha1/resource', { name: 'Alpha Station' }),
  settings: (name: PersonName) => as(name).post('/api/shows/alpha1/settings', { archiveVoidedItems: true }),
  categories: (name: PersonName) => as(name).post('/api/shows/alpha1/categories', { name: 'Greens' }),
} as const;

test.each(Object.entries(changes))(
  'PE-28: %s are for administrators to change, not for creators and approvers',
  async (_area, change) => {
    for (const name of ['dana', 'ivan', 'abel'] as const) {
      const { status, body } = await change(name);
      expect([status, body['code']], name).toEqual([403, 'FORBIDDEN']);
    }
    const answer = await change('ada');
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  },
);
