import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RealtimeMessage } from '#domain/realtime/messages';
import { as } from '../../support/worker/fixtures/client.ts';
import { cover } from '../../support/worker/fixtures/covers.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { added, aFlow, put } from '../../support/worker/fixtures/templates.ts';
import { openStudio, studioEnv } from '../../support/worker/fixtures/studio.ts';

const published: RealtimeMessage[] = [];

beforeAll(async () => {
  await openStudio();
  // The Durable Object has tests of its own: here only recipients and messages matter.
  const receiver = { tell: async (...messages: RealtimeMessage[]) => published.push(...messages) };
  Object.assign(studioEnv, { REALTIME: { getByName: () => receiver } });
});
beforeEach(() => {
  published.length = 0;
});

const changes = () => published.filter(({ event }) => event === 'show_changed');
/** Expects one message about this show to its sessions, and no other. */
const expectMessage = (what: string) => {
  expect(changes(), what).toEqual([
    { event: 'show_changed', data: { showId: 'alpha1' }, showId: 'alpha1', to: expect.any(Array) },
  ]);
  expect(changes()[0]?.to).toEqual(expect.arrayContaining(['dana', 'abel', 'ada']));
  expect(changes()[0]?.to).not.toContain('nora');
  published.length = 0;
};

describe('open sessions are notified', () => {
  test('of approval flows that are added and changed', async () => {
    const template = await added('PURCHASE_ORDER');
    expectMessage('added');
    const answer = await put(template, aFlow({ name: 'Changed while others look' }));
    expect(answer.status).toBe(200);
    expectMessage('changed');
    expect((await put(template, aFlow({ name: '' }))).status).toBe(400);
    expect(changes()).toEqual([]);
  });

  test('of departments, their settings and their members', async () => {
    const ada = as('ada');
    const department = await ada.post<{ id: string }>('/api/departments/?showId=alpha1', { name: 'Greens' });
    const path = `/api/departments/${department.body.id}`;
    expectMessage('added');
    await ada.patch(`${path}?showId=alpha1`, { name: 'Greens Unit' });
    expectMessage('renamed');
    await ada.post(`${path}/settings/poNumberPrefix?showId=alpha1`, { value: 'GRN' });
    expectMessage('setting');
    await ada.put(`${path}/user/dana?showId=alpha1`, { active: true });
    expectMessage('member');
    const departmentIds = [inShow('alpha1').department('art')];
    await ada.put('/api/users/dana/departments/?show=alpha1', { departmentIds });
    expectMessage('departments of a user');
    await ada.put('/api/users/dana/departments/?show=alpha1', { departmentIds });
    expect(changes()).toEqual([]);
  });

  test('COV-26: a cover that is set or ended refreshes the counts of its people', async () => {
    const message = {
      event: 'show_changed',
      data: { showId: 'alpha1' },
      showId: 'alpha1',
      to: ['lena', 'otto', 'hugo'],
    };
    const { id } = await cover('lena', 'otto', { alternateId: 'hugo' });
    expect(changes()).toEqual([message]);
    published.length = 0;
    expect((await as('lena').delete(`/api/covers/${id}?showId=alpha1`)).status).toBe(200);
    expect(changes()).toEqual([message]);
  });
});
