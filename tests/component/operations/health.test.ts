import { test } from 'vitest';
import { Refusal } from '#domain/codes';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import type { FakeApi } from '../support/api/fake-api.ts';
import { healthOf, healthOfAll } from '../support/fixtures/health.ts';
import { show } from '../support/fixtures/shows.ts';
import type { ResponseBody } from '../support/api/routes.ts';
import { openSetup } from '../support/pages/setup.ts';

type History = ResponseBody<'GET /api/health/:id'>['shows'][number]['history'];

const nlite = show('nlite');
const loadError = 'The health of this show could not be read.';

test('Verify verifies the histories of a show and shows the result', async () => {
  const verified = {
    askedAt: '2026-11-24T12:00:00.000Z',
    isGoingOn: false,
    finishedAt: '2026-11-24T12:01:00.000Z',
    documents: 1234,
    events: 5678,
    amiss: 0,
    faults: [],
  };
  let history: History = null;
  const { page } = await openSetup('/setup/health/nlite', 'Health', {
    api(fake) {
      fake.on('GET /api/health', healthOfAll([nlite]));
      fake.on('GET /api/health/:id', () => healthOf(nlite, { history }));
      fake.on('POST /api/health/:id/verification', () => {
        history = { ...verified, isGoingOn: true, finishedAt: null };
        return { success: true as const };
      });
    },
  });
  const histories = page.getByRole('region', { name: 'Histories' });
  await expect(histories.getByText('Not verified yet.')).toBeVisible();
  await histories.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('The histories are being verified.')).toBeVisible();
  history = verified;
  await page.reload();
  await expect(histories.getByText(/^1,234 documents with 5,678 events, verified /)).toBeVisible();
  await expect(histories.getByText('No changes found')).toBeVisible();
});

for (const width of [1440, 375])
  test(
    `DEC-11, DEC-80: a Studio Admin sees the shows of the studio and opens each, at ${width} px`,
    { tags: width === 1440 ? ['long'] : [] },
    async () => {
      const amber = show('ambercanyon');
      const serve = (fake: FakeApi) => {
        fake.on('GET /api/health', healthOfAll([nlite, amber]));
        fake.on('GET /api/health/:id', healthOf(amber));
      };
      const { page } = await openSetup('/setup/health', 'Health', { as: 'rosalind', api: serve, width });
      await expect(page.getByText('Amber Canyon')).toBeVisible();
      await expectAccessible(page);
      await page.getByText('Amber Canyon').click();
      await expect(page).toHaveURL('/setup/health/ambercanyon');
      for (const name of ['Now', 'Failures', 'Waiting', 'Histories', 'Backlot itself'])
        await expect(page.getByRole('region', { name })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'All Shows' }).click();
      await expect(page).toHaveURL('/setup/health');
    },
  );

test('AC-06: documents that failed to send are links to the lists by type', async () => {
  const { page } = await openSetup('/setup/health/nlite', 'Health', {
    api(fake) {
      const failedToSendByType = [
        { docType: 'PO' as const, count: 2 },
        { docType: 'PAYMENT' as const, count: 1 },
      ];
      fake.on('GET /api/health', healthOfAll([nlite]));
      fake.on(
        'GET /api/health/:id',
        healthOf(nlite, { findings: ['failed_to_send'], failedToSend: 3, failedToSendByType }),
      );
    },
  });
  const links = page.getByRole('list', { name: 'Documents that failed to send' }).getByRole('link');
  await expect(links).toHaveText(['Show 2 purchase orders', 'Show 1 payment']);
  await expect(links.last()).toHaveAttribute('href', '/payment?status=all&failed=yes');
});

test('health that fails to load shows an error and loads on the next try', async () => {
  let mend: () => void = () => undefined;
  const { page, api } = await openSetup('/setup/users', 'Users', {
    clock: true,
    api: (fake) => {
      fake.on('GET /api/health', healthOfAll([nlite]));
      mend = fake.disconnect('GET /api/health/:id');
    },
  });
  await page.goto('/setup/health/nlite');
  await expect(page.getByText(loadError)).toBeVisible();
  await expectAccessible(page);
  // Frozen time: the page must not retry by itself before the click.
  page.clock.pause();
  mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Health', level: 1 })).toBeVisible();
  page.clock.resume();
  api.on('GET /api/health/:id', () => {
    throw new Refusal('NOT_FOUND');
  });
  await page.goto('/setup/health/harbour9');
  await expect(page.getByText(loadError)).toBeVisible();
});
