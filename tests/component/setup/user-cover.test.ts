import { test } from 'vitest';
import type { Cover } from '#domain/cover/cover-request';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { person } from '../support/fixtures/people.ts';
import { shows } from '../support/fixtures/shows.ts';
import { openSetup, pick, serveUsers } from '../support/pages/setup.ts';

const named = ({ id, name }: { id: string; name: string }) => ({ userId: id, name });
const priya = named(person('priya'));
const sam = named(person('sam'));

const running: Cover = {
  id: 'cover-1',
  showId: shows.nlite.id,
  absent: priya,
  covering: named(person('marcus')),
  alternate: null,
  firstDay: '2026-11-20',
  lastDay: '2026-11-30',
  types: ['PO'],
  amountLimit: null,
  setBy: sam,
  state: 'RUNNING',
  approvedBy: null,
  decisions: 0,
  undecided: 2,
  undecidedByType: [{ docType: 'PO', count: 2 }],
};

test('COV-11: an administrator ends and sets the cover of another user', async () => {
  let covers = [running, { ...running, id: 'cover-2', absent: named(person('robert')) }];
  const { page, api } = await openSetup(`/setup/users/${priya.userId}`, 'Priya Raman', {
    api(fake) {
      serveUsers(fake);
      fake.on('GET /api/covers', () => covers);
      fake.on('POST /api/covers', () => ({ covers: [running], refused: [] }));
      fake.on('DELETE /api/covers/:id', () => {
        covers = [];
        return { ...running, state: 'ENDED' as const };
      });
    },
  });
  const section = page.getByRole('region', { name: 'Cover', exact: true });
  const row = section.getByRole('listitem');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Marcus Oyelaran covers for Priya Raman');
  await expect(row).toContainText('Set by Sam Delgado');
  await expect(row).toContainText('Only Priya Raman can decide');
  const list = `/po?status=all&notCovered=${priya.userId}&sort=WAITING_SINCE%2CASC`;
  await expect(row.getByRole('link', { name: '2 purchase orders' })).toHaveAttribute('href', list);
  await expectAccessible(page);
  await row.getByRole('button', { name: 'End Cover by Marcus Oyelaran' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End Cover' }).click();
  await expect(row).toHaveCount(0);
  await section.getByRole('button', { name: 'Set Cover' }).click();
  const form = page.getByRole('dialog', { name: 'Set Cover' });
  await pick(page, 'Covering person', 'Robert Achebe');
  await form.getByRole('textbox', { name: 'Last day' }).fill('11/30/2026');
  await form.getByRole('textbox', { name: 'Last day' }).press('Enter');
  await form.getByRole('button', { name: 'Set Cover' }).click();
  await expect(form).toHaveCount(0);
  expect(api.calls('POST /api/covers').map(({ body }) => body)).toMatchObject([
    { userId: priya.userId, coveringId: person('robert').id, lastDay: '2026-11-30', allShows: false },
  ]);
  expect(api.calls('PATCH /api/users/:id')).toEqual([]);
});

test('COV-13, COV-27: the list of users says who is away and what is not covered', async () => {
  const robert = named(person('robert'));
  const { page } = await openSetup('/setup/users', 'Users', {
    api(fake) {
      serveUsers(fake);
      fake.on('GET /api/covers', [
        {
          ...running,
          id: 'cover-2',
          absent: robert,
          state: 'UPCOMING',
          firstDay: '2026-11-27',
          undecided: 0,
          undecidedByType: [],
        },
        running,
        { ...running, id: 'cover-3', state: 'ENDED' },
      ]);
    },
  });
  const rows = page.getByRole('region', { name: 'Away' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Priya Raman');
  await expect(rows.first()).toContainText('Marcus Oyelaran covers');
  await expect(rows.first()).toContainText('Only Priya Raman can decide2 purchase orders');
  await expect(rows.last()).toContainText('Robert Achebe');
  await expect(rows.last()).not.toContainText('can decide');
  await expectAccessible(page);
  await rows.first().getByRole('link', { name: 'Priya Raman' }).click();
  await expect(page).toHaveURL(`/setup/users/${priya.userId}`);
});

test('COV-13: the list of users says that nobody is away', async () => {
  const { page } = await openSetup('/setup/users', 'Users', {
    api(fake) {
      serveUsers(fake);
      fake.on('GET /api/covers', [{ ...running, state: 'ENDED' }]);
    },
  });
  await expect(page.getByText('Nobody is away. Set cover on a user’s page.')).toBeVisible();
});

test('COV-29: the form names who is away themselves, and the days of its weeks', async () => {
  const [firstDay, lastDay] = ['2026-11-30', '2026-12-06'];
  const away: Cover = { ...running, absent: named(person('robert')), state: 'UPCOMING', firstDay, lastDay };
  const { page } = await openSetup(`/setup/users/${priya.userId}`, 'Priya Raman', {
    api(fake) {
      serveUsers(fake);
      fake.on('GET /api/covers', [away]);
    },
  });
  await page.getByRole('button', { name: 'Set Cover' }).click();
  const form = page.getByRole('dialog', { name: 'Set Cover' });
  await expect(form.getByRole('button', { name: /^Next week \(\S+ to \S+\)$/ })).toBeVisible();
  await form.getByRole('combobox', { name: 'Covering person' }).click();
  await expect(page.getByRole('option', { name: 'Robert Achebe' })).toContainText(
    'Approver · Away 11/30/2026 to 12/06/2026',
  );
  await expect(page.getByRole('option', { name: 'Marcus Oyelaran' })).not.toContainText('Away');
});

test('COV-19: an administrator approves or declines a cover that awaits approval', async () => {
  const pending: Cover = { ...running, setBy: priya, state: 'PENDING', undecided: 0, undecidedByType: [] };
  let covers = [pending, { ...pending, id: 'cover-2', firstDay: '2026-12-05', lastDay: '2026-12-06' }];
  const { page, api } = await openSetup(`/setup/users/${priya.userId}`, 'Priya Raman', {
    api(fake) {
      serveUsers(fake);
      fake.on('GET /api/covers', () => covers);
      fake.on('POST /api/covers/:id/approve', ({ params }) => {
        covers = covers.map((one) =>
          one.id === params['id'] ? { ...one, state: 'RUNNING', approvedBy: sam } : one,
        );
        return { ...running, approvedBy: sam };
      });
      fake.on('DELETE /api/covers/:id', ({ params }) => {
        covers = covers.filter(({ id }) => id !== params['id']);
        return { ...pending, state: 'ENDED' as const };
      });
    },
  });
  const rows = page.getByRole('region', { name: 'Cover', exact: true }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Awaits approval');
  await expectAccessible(page);
  await rows.first().getByRole('button', { name: 'Approve Cover by Marcus Oyelaran' }).click();
  await expect(rows.first()).toContainText('Approved by Sam Delgado');
  await expect(rows.first().getByRole('button', { name: 'End Cover by Marcus Oyelaran' })).toBeVisible();
  await rows.last().getByRole('button', { name: 'Decline by Marcus Oyelaran' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click();
  await expect(rows).toHaveCount(1);
  expect(api.calls('POST /api/covers/:id/approve').map(({ params }) => params['id'])).toEqual(['cover-1']);
  expect(api.calls('DELETE /api/covers/:id').map(({ params }) => params['id'])).toEqual(['cover-2']);
});

test('COV-19: an administrator who would cover cannot approve it, and the list of users has it first', async () => {
  const pending: Cover = {
    ...running,
    covering: sam,
    setBy: priya,
    state: 'PENDING',
    undecided: 0,
    undecidedByType: [],
  };
  const { page } = await openSetup('/setup/users', 'Users', {
    api(fake) {
      serveUsers(fake);
      fake.on('GET /api/covers', [{ ...running, absent: named(person('robert')), id: 'cover-2' }, pending]);
    },
  });
  const rows = page.getByRole('region', { name: 'Away' }).getByRole('listitem');
  await expect(rows.first()).toContainText('Awaits approval');
  await rows.first().getByRole('link', { name: 'Priya Raman' }).click();
  const section = page.getByRole('region', { name: 'Cover', exact: true });
  await expect(section.getByRole('button', { name: 'Decline by Sam Delgado' })).toBeVisible();
  await expect(section.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
});

test.each([
  ['of a user who does not approve', 'dana', 'Dana Whitlock'],
  ['of the administrator', 'sam', 'Sam Delgado'],
] as const)('COV-11: the page %s has no cover', async (_whose, name, heading) => {
  const { page } = await openSetup(`/setup/users/${person(name).id}`, heading, {
    api: (fake) => void serveUsers(fake),
  });
  await expect(page.getByRole('region', { name: 'Cover', exact: true })).toHaveCount(0);
});

test('COV-11, COV-28: on a phone an administrator sees the covers of a user, also in the form that sets one', async () => {
  const phone = { width: 375, height: 812 };
  const { page } = await openSetup(`/setup/users/${priya.userId}`, 'Priya Raman', {
    api(fake) {
      serveUsers(fake);
      fake.on('GET /api/covers', [
        running,
        { ...running, id: 'cover-2', firstDay: '2026-12-07', lastDay: '2026-12-11', state: 'PENDING' },
        { ...running, id: 'cover-3', firstDay: '2026-11-01', lastDay: '2026-11-03', state: 'ENDED' },
        { ...running, id: 'cover-4', absent: named(person('robert')) },
      ]);
    },
  });
  page.setViewportSize(phone);
  const section = page.getByRole('region', { name: 'Cover', exact: true });
  await expect(section.getByRole('button', { name: 'End Cover by Marcus Oyelaran' })).toBeVisible();
  await expectAccessible(page);
  await section.getByRole('button', { name: 'Set Cover' }).click();
  const form = page.getByRole('dialog', { name: 'Set Cover' });
  const existing = form.getByRole('region', { name: 'Existing covers' });
  await expect(existing).toContainText('Priya Raman is already covered:');
  await expect(existing.getByRole('listitem')).toHaveText([
    '11/20/2026 to 11/30/2026 by Marcus Oyelaran',
    '12/07/2026 to 12/11/2026 by Marcus Oyelaran, awaits approval',
  ]);
  await expectAccessible(page);
  expect(page.document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
});
