import type { PurchaseOrder } from '../../domain/purchase-order.ts';
import { fillNew, openEdit, openNew, section } from './support/form.ts';
import { draft, freshDescription, submitted } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import type { Seat } from './support/product.ts';

function notesOf({ page }: Pick<Seat, 'page'>) {
  return section(page, 'Notes');
}

async function addNote(seat: Pick<Seat, 'page'>, text: string): Promise<void> {
  await notesOf(seat).getByRole('button', { name: 'Add Note' }).click();
  await notesOf(seat).getByRole('textbox', { name: 'New note' }).fill(text);
  await notesOf(seat).getByRole('button', { name: 'Save Note' }).click();
}

for (const place of ['form', 'review'] as const) {
  test(`NO-03, NO-04, NO-06, NO-07, NO-09, PE-26: notes on the ${place}`, async ({ as }) => {
    const [dana, marcus] = await Promise.all([as('dana'), as('marcus')]);
    const order = await (place === 'form' ? draft(dana) : submitted(dana));
    if (place === 'form') await openEdit(dana.page, order.id);
    else await dana.page.goto(`/po/review/${order.id}/creator`);
    const notes = notesOf(dana);
    await expect(notes.getByText('No notes yet.')).toBeVisible();
    await notes.getByRole('button', { name: 'Add Note' }).click();
    await notes.getByRole('textbox', { name: 'New note' }).fill('   ');
    await expect(notes.getByRole('button', { name: 'Save Note' })).toBeDisabled();
    await notes.getByRole('textbox', { name: 'New note' }).fill('The first note');
    await notes.getByRole('button', { name: 'Save Note' }).click();
    await expect(notes.getByText('The first note')).toBeVisible();
    await addNote(dana, 'The second note');
    await expect(notes.getByRole('listitem')).toHaveText([/The second note/, /The first note/]);
    await expect(notes.getByText('EDITED')).toHaveCount(0);

    await notes.getByRole('listitem').last().getByRole('button', { name: /^Edit/ }).click();
    await notes.getByRole('textbox', { name: 'Change note' }).fill('The first note, mended');
    await notes.getByRole('button', { name: 'Save Note' }).click();
    await expect(notes.getByRole('listitem')).toHaveText([/The second note/, /EDITED[^]*mended/]);
    // Nobody changes the note of another.
    if (place === 'form') return;
    await marcus.page.goto(`/po/review/${order.id}/approver`);
    await expect(notesOf(marcus).getByRole('listitem')).toHaveCount(2);
    await expect(notesOf(marcus).getByRole('button', { name: /^Edit/ })).toHaveCount(0);
    await addNote(marcus, 'From the department');
    await expect(notesOf(marcus).getByRole('button', { name: /^Edit/ })).toHaveCount(1);
  });
}

test('NO-05, API-07: a new note is sent with its commenter and its time, of a stored order and of a new one', async ({
  as,
}) => {
  const dana = await as('dana');
  const { page } = dana;
  const { id, creator } = await draft(dana);
  const commenter = { id: creator.id, name: creator.name };
  const sent = (path: RegExp) =>
    page.waitForRequest(
      (request) => request.method() === 'POST' && path.test(new URL(request.url()).pathname),
    );
  await openEdit(page, id);
  const [stored] = await Promise.all([sent(/\/notes$/), addNote(dana, 'Of a stored order')]);
  const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/);
  expect(stored.postDataJSON()).toMatchObject({ content: 'Of a stored order', commenter, timestamp });
  await openNew(page);
  await fillNew(page, freshDescription());
  await addNote(dana, 'Of a new order');
  const save = page.getByRole('button', { name: 'Save & Review' });
  const [created] = await Promise.all([sent(/\/api\/pos\/?$/), save.click()]);
  expect(created.postDataJSON()).toMatchObject({
    notes: [{ content: 'Of a new order', commenter, timestamp }],
  });
});

test('NO-10: the text area has two rows and grows to ten', async ({ as }) => {
  const dana = await as('dana');
  const { id } = await draft(dana);
  await openEdit(dana.page, id);
  await notesOf(dana).getByRole('button', { name: 'Add Note' }).click();
  const area = notesOf(dana).getByRole('textbox', { name: 'New note' });
  const rows = () =>
    area.evaluate((element) => {
      const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(element);
      return (
        (element.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)) / parseFloat(lineHeight)
      );
    });
  for (const [lines, high] of [
    [1, 2],
    [7, 7],
    [10, 10],
    [30, 10],
  ] as const) {
    await area.fill(Array.from({ length: lines }, (_, index) => `Line ${index}`).join('\n'));
    await expect.poll(async () => Math.round(await rows()), `${lines} lines`).toBe(high);
  }
});

test('NO-11: notes that cannot be kept say so, and stay open', async ({ as }) => {
  const dana = await as('dana');
  const { page } = dana;
  const order = await draft(dana, { notes: [{ keyId: crypto.randomUUID(), content: 'Mine' }] });
  await openEdit(page, order.id);
  await page.route('**/notes', (route) => route.abort());
  await addNote(dana, 'Lost');
  await expect(page.getByText('Unable to add note')).toBeVisible();
  await expect(notesOf(dana).getByRole('textbox', { name: 'New note' })).toHaveValue('Lost');
  await notesOf(dana).getByRole('button', { name: 'Cancel' }).click();
  await notesOf(dana).getByRole('button', { name: /^Edit/ }).click();
  await notesOf(dana).getByRole('textbox', { name: 'Change note' }).fill('Mine, mended');
  await notesOf(dana).getByRole('button', { name: 'Save Note' }).click();
  await expect(page.getByText('Unable to update note')).toBeVisible();
});

test('DEC-54: notes of a new PO go with its first save, also one that is still open', async ({ as }) => {
  const dana = await as('dana');
  const { page } = dana;
  await openNew(page);
  await fillNew(page, freshDescription());
  await addNote(dana, 'Written first');
  await expect(notesOf(dana).getByRole('listitem')).toHaveText([/Written first/]);
  await notesOf(dana).getByRole('button', { name: 'Add Note' }).click();
  await notesOf(dana).getByRole('textbox', { name: 'New note' }).fill('Still open');
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page).toHaveURL(/\/po\/review\//);
  const order = await dana.api.get<PurchaseOrder>(`/api/pos/${page.url().split('/').at(-2)}`);
  expect(order.notes.map(({ content }) => content).toSorted()).toEqual(['Still open', 'Written first']);
});

test('NO-03: a note without a space stays inside its card', async ({ as }) => {
  const dana = await as('dana');
  const { id } = await draft(dana);
  await dana.page.goto(`/po/review/${id}/creator`);
  await addNote(dana, 'https://example.com/'.padEnd(400, 'x'));
  const note = notesOf(dana).getByRole('listitem').getByText('https://example.com/');
  await expect(note).toBeVisible();
  const [card, text] = [await notesOf(dana).boundingBox(), await note.boundingBox()];
  const right = (box: typeof card) => (box?.x ?? 0) + (box?.width ?? 0);
  expect(right(text)).toBeLessThanOrEqual(right(card));
});
