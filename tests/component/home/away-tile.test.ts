import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { healthOf } from '../support/fixtures/health.ts';
import { homeOf, noTiles } from '../support/fixtures/home.ts';
import { shows } from '../support/fixtures/shows.ts';
import { openList } from '../support/pages/lists.ts';

const awayRow = (userId: string, name: string, docType: 'PO' | 'INVOICE', undecided: number) => ({
  userId,
  name,
  lastDay: '2018-04-04',
  docType,
  undecided,
});

test('HOME-08: at most two people are named, each with all their types of documents', async () => {
  const away = [
    awayRow('priya', 'Priya Raman', 'PO', 6),
    awayRow('robert', 'Robert Achebe', 'PO', 5),
    awayRow('priya', 'Priya Raman', 'INVOICE', 4),
    awayRow('marcus', 'Marcus Oyelaran', 'PO', 3),
    awayRow('robert', 'Robert Achebe', 'INVOICE', 2),
  ];
  const { page } = await openList('/approvals', {
    as: 'sam',
    api: (api, world) => {
      api.on('GET /api/home', () => ({ ...homeOf(world.person, world), tiles: { ...noTiles, away } }));
      api.on('GET /api/health/:id', healthOf(shows.nlite));
    },
  });
  await expect(page.getByRole('region', { name: 'This show' }).getByRole('listitem')).toHaveText([
    /^6\s*purchase orders without cover\s*Priya Raman/,
    /^4\s*invoices without cover\s*Priya Raman/,
    /^5\s*purchase orders without cover\s*Robert Achebe/,
    /^2\s*invoices without cover\s*Robert Achebe/,
  ]);
});

test('HOME-16, WAIT-14: a Show Admin opens the documents that wait for nobody', async () => {
  const waitingForNobody = [
    { docType: 'PO' as const, count: 8 },
    { docType: 'PAYMENT' as const, count: 1 },
  ];
  const { page, api } = await openList('/approvals', {
    as: 'sam',
    api: (fake, world) => {
      const tiles = { ...noTiles, away: [awayRow('priya', 'Priya Raman', 'PO', 6)], waitingForNobody };
      fake.on('GET /api/home', () => ({ ...homeOf(world.person, world), tiles }));
      fake.on('GET /api/health/:id', healthOf(shows.nlite));
    },
  });
  const rows = page.getByRole('region', { name: 'This show' }).getByRole('listitem');
  await expect(rows.nth(0)).toHaveText(/^8\s*purchase orders\s*wait for nobody$/);
  await expect(rows.nth(1)).toHaveText(/^1\s*payment\s*waits for nobody$/);
  await rows.nth(0).getByRole('link').click();
  await expect(page).toHaveURL('/po?status=all&nobody=yes&sort=WAITING_SINCE%2CASC');
  await expect
    .poll(() => api.calls('POST /api/pos/filter').at(-1)?.body)
    .toMatchObject({ isWaitingForNobody: true, isWaiting: true });
  await expect(page.getByRole('grid', { name: 'Applied filters' })).toContainText('Waits for nobody');
});
