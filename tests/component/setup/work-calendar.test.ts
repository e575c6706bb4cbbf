import { test } from 'vitest';
import { expect } from '../support/expect.ts';
import { chooseFiles } from '../support/files.ts';
import { person } from '../support/fixtures/people.ts';
import { show } from '../support/fixtures/shows.ts';
import { serveFlows } from '../support/pages/flows.ts';
import { openSetup } from '../support/pages/setup.ts';
import { serveShow } from '../support/pages/show-settings.ts';

const friday = { day: '2018-03-30', name: 'Good Friday' };

async function openCalendar(options: Partial<Parameters<typeof openSetup>[2]> = {}) {
  const app = await openSetup('/setup/settings', 'Settings', {
    show: show('nlite', { settings: { holidays: [friday] } }),
    api(fake, shown) {
      serveShow(fake, shown);
      serveFlows(fake);
    },
    ...options,
  });
  const calendar = app.page.getByRole('region', { name: 'Working days' });
  return { ...app, calendar, stored: () => app.world.shows[0]?.settings };
}

test('WAIT-12: holidays are added, listed by day and removed', async () => {
  const { page, calendar, stored } = await openCalendar();
  const rows = calendar.getByRole('list', { name: 'Holidays' }).getByRole('listitem');
  await expect(rows).toHaveCount(1);
  await calendar.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(calendar.getByText('Enter the day of the holiday.')).toBeVisible();
  await calendar.getByRole('textbox', { name: 'Day' }).fill('01/01/2018');
  await calendar.getByRole('textbox', { name: 'Name' }).fill('New Year');
  await calendar.getByRole('textbox', { name: 'Name' }).press('Enter');
  await expect(rows).toHaveText([/New Year/, /Good Friday/]);
  await expect(page.getByText('Show settings updated successfully.')).toBeVisible();
  await calendar.getByRole('button', { name: 'Remove Good Friday' }).click();
  await expect(rows).toHaveText([/New Year/]);
  await expect.poll(stored).toMatchObject({ holidays: [{ day: '2018-01-01', name: 'New Year' }] });
});

test('WAIT-12: a time zone is chosen from the list', async () => {
  const { page, calendar, stored } = await openCalendar();
  await calendar.getByRole('combobox', { name: 'Time zone' }).fill('New_York');
  await calendar.getByRole('combobox', { name: 'Time zone' }).fill('New York');
  await page.getByRole('option', { name: 'America/New York' }).click();
  await expect.poll(stored).toMatchObject({ timeZone: 'America/New_York' });
});

test('UX-14: a list stays open while its box at the edge of a phone is scrolled into view', async () => {
  const { page, calendar, stored } = await openCalendar({ width: 375, height: 812 });
  const box = calendar.getByRole('combobox', { name: 'Time zone' });
  await expect(box).toBeVisible();
  const input = box.element() as HTMLInputElement;
  let around = input.parentElement;
  while (around && around.scrollHeight <= around.clientHeight + 1) around = around.parentElement;
  const scroller = around ?? page.document.documentElement;
  const bottom = () => input.getBoundingClientRect().bottom;
  scroller.scrollTop += bottom() - 800;
  await expect.poll(bottom).toBe(800);
  const scrolled = new Promise((resolve) => {
    scroller.addEventListener('scrollend', resolve, { once: true });
  });
  input.focus();
  await scrolled;
  expect(bottom()).toBeLessThan(800);
  await page.getByRole('option', { name: 'Africa/Accra' }).click();
  await expect.poll(stored).toMatchObject({ timeZone: 'Africa/Accra' });
});

test('WAIT-12: a pasted list with errors is not imported, and names the lines', async () => {
  const { page, calendar, stored } = await openCalendar();
  await calendar.getByRole('button', { name: 'Import Holidays' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Holidays' });
  const list = dialog.getByRole('textbox', { name: 'Holidays' });
  await list.fill('2018-05-28, Memorial Day\nLabor Day');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Line 2: “Labor Day” is not a day. Write it as 2018-03-30 or 3/30/2018.',
  );
  await list.fill('2018-05-28, Memorial Day\n2018-03-30, Easter Friday');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(stored).toMatchObject({
    holidays: [
      { day: '2018-03-30', name: 'Easter Friday' },
      { day: '2018-05-28', name: 'Memorial Day' },
    ],
  });
  await expect(dialog).toHaveCount(0);
});

test('WAIT-12: a file is read into the list', async () => {
  const { page, calendar } = await openCalendar();
  await calendar.getByRole('button', { name: 'Import Holidays' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Holidays' });
  const file = new File(['2018-05-28;Memorial Day'], 'holidays.csv', { type: 'text/csv' });
  await chooseFiles(page, [file]);
  await expect(dialog.getByRole('textbox', { name: 'Holidays' })).toHaveValue('2018-05-28;Memorial Day');
});

test('WAIT-12, DEC-92: without FULL Show the calendar is read-only', async () => {
  const { calendar } = await openCalendar({ as: person('sam', { permissions: { Show: 'READ' } }) });
  await expect(calendar.getByRole('listitem')).toHaveText([/Good Friday/]);
  await expect(calendar.getByRole('button', { name: /Add|Import|Remove/ })).toHaveCount(0);
});
