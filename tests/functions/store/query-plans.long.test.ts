import { expect, test } from 'vitest';
import { countTrips } from '../../support/worker/database/counting-d1.ts';
import { unexpectedScans } from '../../support/worker/database/full-scans.ts';
import { readLists } from '../../support/worker/database/list-requests.ts';
import { submitted } from '../../support/worker/fixtures/client.ts';
import { openThreeShows } from '../../support/worker/fixtures/three-shows.ts';

test('no order, column, sum or grouping of a list with any filter scans a growing table', async () => {
  await openThreeShows();
  await submitted('dana');
  const counted = countTrips();
  await readLists('all');
  counted.stop();
  expect(await unexpectedScans(counted.asked)).toEqual([]);
}, 900_000);
