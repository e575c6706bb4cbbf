import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Cover } from '#domain/cover/cover-request';
import { startOfDay } from '#domain/values/days';
import { countTrips, measureCost } from '../../support/worker/database/counting-d1.ts';
import { as } from '../../support/worker/fixtures/client.ts';
import { cover, dayIn, endCovers, postCover } from '../../support/worker/fixtures/covers.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, setSettings, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(async () => {
  await openStudio();
  for (const name of ['lena', 'otto'])
    await sql.directory`INSERT INTO memberships (show_id, user_id, role) VALUES ('bravo2', ${name}, 'Approver')`;
});
afterEach(async () => {
  await endCovers();
  await sql.bravo`DELETE FROM covers`;
});

const listed = async (name: PersonName) =>
  (await as(name).get<Cover[]>('/api/covers?showId=alpha1')).body.filter(({ state }) => state !== 'ENDED');

describe('setting a cover', () => {
  test('COV-07: users set their own', async () => {
    expect(await cover('lena', 'otto', { amountLimit: 250, alternateId: 'hugo' })).toMatchObject({
      showId: 'alpha1',
      absent: { userId: 'lena', name: 'Lena Stone' },
      covering: { userId: 'otto', name: 'Otto Stone' },
      alternate: { userId: 'hugo', name: 'Hugo Stone' },
      types: ['PO'],
      amountLimit: 250,
      setBy: { userId: 'lena', name: 'Lena Stone' },
      state: 'RUNNING',
      decisions: 0,
    });
  });

  test('COV-01: its days begin and end at midnight in the time zone of the show', async () => {
    await setSettings('alpha1', { timeZone: 'Europe/Budapest' });
    const firstDay = dayIn(3);
    const { id } = await cover('luis', 'otto', { firstDay, lastDay: firstDay });
    await setSettings('alpha1', { timeZone: null });
    const [row] = await sql.alpha<{
      starts: string;
      ends: string;
    }>`SELECT starts_at AS starts, ends_at AS ends
      FROM covers WHERE id = ${id}`;
    expect(row).toEqual({
      starts: startOfDay(firstDay, 'Europe/Budapest'),
      ends: startOfDay(dayIn(4), 'Europe/Budapest'),
    });
  });

  test('COV-07: an administrator sets one for another user, but never names themselves', async () => {
    expect((await cover('ada', 'otto', { userId: 'lena' })).setBy.name).toBe('Ada Stone');
    await endCovers();
    expect((await postCover('ada', { userId: 'lena', coveringId: 'ada' })).status).toBe(400);
    expect((await postCover('ada', { userId: 'lena', coveringId: 'otto', alternateId: 'ada' })).status).toBe(
      400,
    );
  });

  test('COV-07: other users cannot set one for somebody else, and administrators only in the open show', async () => {
    expect((await postCover('otto', { userId: 'lena', coveringId: 'luis' })).status).toBe(403);
    const everywhere = { userId: 'lena', coveringId: 'otto', allShows: true };
    expect((await postCover('ada', everywhere)).status).toBe(403);
    expect((await postCover('ada', { userId: 'nora', coveringId: 'otto' })).status).toBe(404);
  });

  test.each([
    ['in the past', { firstDay: dayIn(-1) }],
    ['of more than 31 days', { lastDay: dayIn(31) }],
    ['by the user themselves', { coveringId: 'lena' }],
    ['by a user who cannot approve', { coveringId: 'dana' }],
    ['by a user of another show', { coveringId: 'bea' }],
    ['for a type that the covering user cannot approve', { types: ['INVOICE'] }],
  ])('COV-07: a cover %s is refused with the reason', async (_what, own) => {
    const answer = await postCover('lena', { coveringId: 'otto', ...own });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_parameter']);
    expect(answer.body.message).not.toBe('');
  });

  test('COV-16: a show may allow longer covers, and each show of a cover has its own limit', async () => {
    await setSettings('alpha1', { maxCoverDays: 90 });
    const answer = await postCover('lena', { coveringId: 'otto', lastDay: dayIn(89), allShows: true });
    const tooLong = await postCover('luis', { coveringId: 'otto', lastDay: dayIn(90) });
    await setSettings('alpha1', { maxCoverDays: 31 });
    expect(answer.body.covers.map(({ showId }) => showId)).toEqual(['alpha1']);
    expect(answer.body.refused).toMatchObject([
      {
        showId: 'bravo2',
        reason: 'A cover lasts at most 31 days. For a longer absence, replace the approver.',
      },
    ]);
    expect([tooLong.status, tooLong.body.message]).toEqual([
      400,
      'A cover lasts at most 90 days. For a longer absence, replace the approver.',
    ]);
  });

  test('COV-07: a second cover on one of the days and mutual cover are refused', async () => {
    await cover('lena', 'otto', { firstDay: dayIn(2), lastDay: dayIn(4) });
    const overlapping = { firstDay: dayIn(4), lastDay: dayIn(5) };
    expect((await postCover('lena', { coveringId: 'luis', ...overlapping })).status).toBe(400);
    expect((await postCover('otto', { coveringId: 'lena', ...overlapping })).body.message).toBe(
      'Lena Stone is away on some of these days.',
    );
    const later = { firstDay: dayIn(5), lastDay: dayIn(6) };
    expect((await postCover('otto', { coveringId: 'lena', ...later })).status).toBe(201);
  });

  test('COV-07: of concurrent covers one is set', async () => {
    const answers = await Promise.all(
      ['otto', 'luis', 'hugo'].map((coveringId) => postCover('lena', { coveringId })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
  });

  test('COV-07: a cover in all shows is one cover per show, without crossing shows', async () => {
    const answer = await postCover('lena', { coveringId: 'otto', allShows: true });
    expect(answer.body.covers.map(({ showId }) => showId).toSorted()).toEqual(['alpha1', 'bravo2']);
    expect(await sql.bravo`SELECT show_id FROM covers`).toEqual([{ show_id: 'bravo2' }]);
    await endCovers();
    await sql.bravo`DELETE FROM covers`;
    const partly = await postCover('lena', { coveringId: 'hugo', allShows: true });
    expect(partly.body.covers.map(({ showId }) => showId)).toEqual(['alpha1']);
    expect(partly.body.refused).toMatchObject([{ showId: 'bravo2', showName: 'Bravo Junction' }]);
  });
});

test('setting, listing and ending a cover take three, two and three round trips', async () => {
  const counted = countTrips();
  const set = await measureCost(() => postCover('lena', { coveringId: 'otto' }));
  const list = await measureCost(() => as('ada').get('/api/covers?showId=alpha1'));
  const id = set.answer.body.covers[0]?.id ?? '';
  const end = await measureCost(() => as('lena').delete(`/api/covers/${id}?showId=alpha1`));
  counted.stop();
  expect([set.answer.status, list.answer.status, end.answer.status]).toEqual([201, 200, 200]);
  expect([set.cost.trips, list.cost.trips, end.cost.trips]).toEqual([3, 2, 3]);
});

describe('listing and ending covers', () => {
  test('COV-08: user managers see all covers, others those in which they take part', async () => {
    const { id } = await cover('lena', 'otto', { alternateId: 'hugo' });
    for (const name of ['lena', 'otto', 'hugo', 'ada'] as const)
      expect((await listed(name)).map((one) => one.id)).toEqual([id]);
    expect(await listed('luis')).toEqual([]);
    expect((await listed('ada'))[0]?.undecided).toBe(0);
    expect((await listed('lena'))[0]).not.toHaveProperty('undecided');
  });

  test('COV-07: the absent user, the user who set it and user managers end a cover', async () => {
    const end = async (name: PersonName, id: string) =>
      (await as(name).delete(`/api/covers/${id}?showId=alpha1`)).status;
    const own = await cover('lena', 'otto');
    expect([await end('otto', own.id), await end('luis', own.id)]).toEqual([404, 404]);
    expect(await end('ada', own.id)).toBe(200);
    const other = await cover('ada', 'otto', { userId: 'lena' });
    expect(await end('lena', other.id)).toBe(200);
    expect(await end('ada', 'alpha1_none')).toBe(404);
  });
});
