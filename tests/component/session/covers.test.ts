import { test } from 'vitest';
import type { Locator } from 'vitest/browser';
import type { Cover, NewCover } from '#domain/cover/cover-request';
import { Refusal } from '#domain/codes';
import { daysBetween } from '#domain/values/days';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/expect.ts';
import { person } from '../support/fixtures/people.ts';
import { show, shows } from '../support/fixtures/shows.ts';
import { openList } from '../support/pages/lists.ts';
import type { App, AppOptions } from '../support/open-app.ts';

const named = ({ id, name }: { id: string; name: string }) => ({ userId: id, name });
const priya = named(person('priya'));
const marcus = named(person('marcus'));

const upcoming: Cover = {
  id: 'cover-1',
  showId: shows.nlite.id,
  absent: priya,
  covering: marcus,
  alternate: null,
  firstDay: '2027-03-03',
  lastDay: '2027-03-10',
  types: ['PO'],
  amountLimit: 5000,
  setBy: priya,
  state: 'UPCOMING',
  approvedBy: null,
  decisions: 0,
};

/** Opens a list for Priya with these covers. The fake API sets and ends covers. */
function openPo(covers: Cover[] = [], options: AppOptions = {}): Promise<App> {
  return openList('/po', {
    as: 'priya',
    ...options,
    api(fake, world) {
      fake.on('GET /api/sessions', { sessions: [], hasPassword: false, hasAuthenticator: false });
      fake.on('GET /api/tokens', { tokens: [] });
      fake.on('GET /api/covers', () => covers);
      fake.on('POST /api/covers', ({ body }) => {
        const { firstDay, lastDay, types } = body as NewCover;
        const set = { ...upcoming, firstDay, lastDay, types };
        covers.push(set);
        return { covers: [set], refused: [] };
      });
      fake.on('DELETE /api/covers/:id', () => ({ ...upcoming, ...covers.pop(), state: 'ENDED' as const }));
      options.api?.(fake, world);
    },
  });
}

async function openSettings({ page }: App): Promise<Locator> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Account Settings' }).click();
  return page.getByRole('dialog', { name: 'Account Settings' });
}

async function openForm(app: App, settings: Locator): Promise<Locator> {
  await settings.getByRole('button', { name: 'Set Cover' }).click();
  return app.page.getByRole('dialog', { name: 'Set Cover' });
}

async function fillForm({ page }: App, form: Locator): Promise<void> {
  await form.getByRole('combobox', { name: 'Covering person' }).fill('Marcus');
  await page.getByRole('option', { name: 'Marcus Oyelaran' }).click();
  await form.getByRole('textbox', { name: 'First day' }).fill('03/03/2027');
  await form.getByRole('textbox', { name: 'Last day' }).fill('03/10/2027');
}

test('COV-10: an approver sets a cover', async () => {
  const app = await openPo();
  const settings = await openSettings(app);
  const form = await openForm(app, settings);
  await form.getByRole('button', { name: 'Set Cover' }).click();
  await expect(form.getByText('Choose who decides.')).toBeVisible();
  await expect(form.getByText('Enter the last day.')).toBeVisible();
  await fillForm(app, form);
  await form.getByText('Payments').click();
  await form.getByText('Limit the amount').click();
  await form.getByLabelText('Amount limit').fill('five');
  await form.getByRole('button', { name: 'Set Cover' }).click();
  expect(app.api.calls('POST /api/covers')).toEqual([]);
  await form.getByLabelText('Amount limit').fill('5000');
  await form.getByRole('button', { name: 'Set Cover' }).click();
  await expect(form).toHaveCount(0);
  const done = 'Marcus Oyelaran covers for you from 03/03/2027 to 03/10/2027.';
  await expect(app.page.getByText(done)).toBeVisible();
  expect(app.api.calls('POST /api/covers').map(({ body }) => body)).toEqual([
    {
      userId: null,
      coveringId: marcus.userId,
      alternateId: null,
      firstDay: '2027-03-03',
      lastDay: '2027-03-10',
      types: ['PO', 'INVOICE'],
      amountLimit: 5000,
      allShows: false,
    },
  ]);
  await expect(settings.getByText('Marcus Oyelaran covers for you')).toBeVisible();
  const buttons = settings.locator('footer').getByRole('button');
  await expect(buttons).toHaveText(['Done']);
});

test('CURR-30: form and list name the base currency of the amount', async () => {
  const canadian = show('nlite', { settings: { baseCurrency: 'CAD' } });
  const app = await openPo([upcoming], { show: canadian });
  const settings = await openSettings(app);
  await expect(settings.getByRole('listitem')).toContainText('Purchase orders · up to CAD 5,000.00');
  const form = await openForm(app, settings);
  await form.getByText('Limit the amount').click();
  const hint =
    'In CAD. Documents in other currencies are converted at the rate of the day they were submitted.';
  await expect(form.getByText(hint)).toBeVisible();
});

test('COV-10: an own cover can be ended, that of another user cannot', async () => {
  const covers = [{ ...upcoming, id: 'cover-2', absent: marcus, covering: priya, setBy: marcus }, upcoming];
  const app = await openPo(covers);
  const settings = await openSettings(app);
  const rows = settings.getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('You cover for Marcus Oyelaran');
  await expect(rows.first().getByRole('button')).toHaveCount(0);
  await expect(rows.last()).toContainText('Upcoming · 03/03/2027 to 03/10/2027');
  await expect(rows.last()).toContainText(
    'Purchase orders · up to 5,000.00 in the currency of each document',
  );
  await rows.last().getByRole('button', { name: 'End Cover by Marcus Oyelaran' }).click();
  await app.page.getByRole('alertdialog').getByRole('button', { name: 'End Cover' }).click();
  await expect(rows).toHaveCount(1);
  expect(app.api.calls('DELETE /api/covers/:id').map(({ params }) => params['id'])).toEqual(['cover-1']);
});

test('COV-19: the form and the list say that a cover awaits approval', async () => {
  const needed = { ...shows.nlite, settings: { ...shows.nlite.settings, coversNeedApproval: true } };
  const app = await openPo([{ ...upcoming, state: 'PENDING' }], { shows: [needed] });
  const settings = await openSettings(app);
  await expect(settings.getByRole('listitem')).toContainText('Awaits approval');
  await expect(settings.getByRole('button', { name: 'End Cover by Marcus Oyelaran' })).toBeVisible();
  const form = await openForm(app, settings);
  await expect(form).toContainText('The cover begins once a Show Admin has approved it.');
});

test('COV-10: a refusal is shown in the form, which keeps its values', async () => {
  const reason = 'Marcus Oyelaran is away on some of these days.';
  const app = await openPo([], {
    api: (fake) =>
      fake.on('POST /api/covers', () => {
        throw new Refusal('invalid_parameter', { message: reason });
      }),
  });
  const form = await openForm(app, await openSettings(app));
  await fillForm(app, form);
  await form.getByRole('button', { name: 'Set Cover' }).click();
  await expect(form.getByRole('alert')).toHaveText(reason);
  await expect(form.getByRole('combobox', { name: 'Covering person' })).toHaveValue('Marcus Oyelaran');
});

test('COV-15: a cover for next week is set with two choices and no typed day', async () => {
  const app = await openPo();
  const form = await openForm(app, await openSettings(app));
  await form.getByRole('combobox', { name: 'Covering person' }).fill('Marcus');
  await app.page.getByRole('option', { name: 'Marcus Oyelaran' }).click();
  await form.getByRole('button', { name: 'Next week' }).click();
  await form.getByRole('button', { name: 'Set Cover' }).click();
  await expect(form).toHaveCount(0);
  const [{ firstDay, lastDay }] = app.api.calls('POST /api/covers').map(({ body }) => body as NewCover) as [
    NewCover,
  ];
  expect(daysBetween(firstDay, lastDay)).toBe(6);
  expect(new Date(firstDay).getUTCDay()).toBe(1);
});

test('COV-15: the calendar offers no day before the first one, and a text that is no day is refused', async () => {
  const app = await openPo();
  const { page } = app;
  const form = await openForm(app, await openSettings(app));
  await form.getByRole('textbox', { name: 'First day' }).fill('03/03/2027');
  await form.getByRole('textbox', { name: 'Last day' }).fill('when it rains');
  await form.getByText('Limit the amount').click();
  await expect(form.getByText('Enter a day with month, day and year.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Last day' }).fill('');
  await form.getByRole('button', { name: 'Choose Last day' }).click();
  const calendar = page.getByRole('dialog', { name: 'Choose Last day' });
  await expect(calendar.getByText('March 2027', { exact: true }).last()).toBeVisible();
  await calendar.getByRole('button', { name: /March 10, 2027/ }).click();
  await expect(form.getByRole('textbox', { name: 'Last day' })).toHaveValue('03/10/2027');
  await form.getByRole('button', { name: 'Choose Last day' }).click();
  await expect(calendar.getByRole('button', { name: /March 2, 2027/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('COV-10: on a phone a refusal scrolls into view', async () => {
  const reason = 'Priya Raman is already covered on some of these days.';
  const app = await openPo([], {
    width: 375,
    height: 812,
    api: (fake) =>
      fake.on('POST /api/covers', () => {
        throw new Refusal('invalid_parameter', { message: reason });
      }),
  });
  await app.page.getByRole('button', { name: 'More' }).click();
  await app.page.getByRole('button', { name: 'Account Settings' }).click();
  const form = await openForm(app, app.page.getByRole('dialog', { name: 'Account Settings' }));
  await fillForm(app, form);
  await form.getByRole('button', { name: 'Set Cover' }).click();
  await expect(form.getByRole('alert')).toHaveText(reason);
  await expect(form.getByRole('alert')).toBeInViewport();
});

test('COV-10: shows that refuse a cover of all shows are listed with the reasons', async () => {
  const refused = [{ showId: 'other', showName: 'Other Show', reason: 'They are not in this show.' }];
  const app = await openPo([], {
    shows: [shows.nlite, { ...shows.nlite, id: 'other', name: 'Other Show' }],
    api: (fake) => fake.on('POST /api/covers', () => ({ covers: [upcoming], refused })),
  });
  const form = await openForm(app, await openSettings(app));
  await fillForm(app, form);
  await form.getByText('All my shows').click();
  await form.getByRole('button', { name: 'Set Cover' }).click();
  const result = app.page.getByRole('dialog', { name: 'Not set in every show' });
  await expect(result.getByRole('listitem')).toHaveText('Other ShowThey are not in this show.');
});

test('COV-10: a user who does not approve has no covers', async () => {
  const settings = await openSettings(await openPo([], { as: 'dana' }));
  await expect(settings.getByRole('region', { name: 'API tokens' })).toBeVisible();
  await expect(settings.getByRole('region', { name: 'Cover' })).toHaveCount(0);
});

test('COV-10: list and form are accessible on a phone and with the keyboard', async () => {
  const app = await openPo([upcoming], { width: 375, height: 812 });
  const { page } = app;
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Account Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Account Settings' });
  await expect(settings.getByText('Marcus Oyelaran covers for you')).toBeVisible();
  await expectAccessible(page);
  await settings.getByRole('button', { name: 'Set Cover' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Set Cover' });
  const covering = form.getByRole('combobox', { name: 'Covering person' });
  await expect(covering).toBeFocused();
  await covering.pressSequentially('Marcus');
  await covering.press('Enter');
  await expect(covering).toHaveValue('Marcus Oyelaran');
  await form.getByRole('button', { name: 'Set Cover' }).press('Enter');
  await expect(form.getByText('Enter the last day.')).toBeVisible();
  await expectAccessible(page);
});

test('COV-10: the menu of the account leads to the form', async () => {
  const { page } = await openPo();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Set Cover' }).click();
  await expect(page.getByRole('dialog', { name: 'Set Cover' })).toBeVisible();
});
