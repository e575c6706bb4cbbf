import { describe, test } from 'vitest';
import { expect } from '../support/expect.ts';
import { attachment, textAnswer } from '../support/fixtures/files.ts';
import { invoice } from '../support/fixtures/invoices.ts';
import { note } from '../support/fixtures/notes.ts';
import { deniedPayment } from '../support/fixtures/payments.ts';
import { person } from '../support/fixtures/people.ts';
import { draft, submitted } from '../support/fixtures/purchase-orders.ts';
import { answerNotes } from '../support/pages/notes.ts';
import { openApp } from '../support/open-app.ts';
import type { App } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';
import { goToReview, openReview, section, store } from '../support/pages/reviews.ts';

const notesOf = (page: Page) => section(page, 'Notes');
const listOf = (page: Page) => notesOf(page).getByRole('listitem');

async function addNote(page: Page, text: string): Promise<void> {
  await notesOf(page).getByRole('button', { name: 'Add Note' }).click();
  await notesOf(page).getByRole('textbox', { name: 'New note' }).fill(text);
  await notesOf(page).getByRole('button', { name: 'Save Note' }).click();
}

async function changeNote(page: Page, text: string): Promise<void> {
  await listOf(page).last().getByRole('button', { name: /^Edit/ }).click();
  await notesOf(page).getByRole('textbox', { name: 'Change note' }).fill(text);
  await notesOf(page).getByRole('button', { name: 'Save Note' }).click();
}

/** The form of a draft, or the review of an order that waits. */
async function openNotes(place: 'form' | 'review'): Promise<App> {
  if (place === 'review') return openReview(submitted(), 'creator');
  const order = draft();
  return openApp(`/po/edit/${order.id}`, { orders: [order] });
}

for (const place of ['form', 'review'] as const)
  test(`NO-03, NO-04, NO-05, NO-06, NO-07, API-07: notes are added and changed on the ${place}, the newest first`, async () => {
    const app = await openNotes(place);
    const { page, api } = app;
    answerNotes(app);
    await expect(notesOf(page).getByText('No notes yet.')).toBeVisible();
    await notesOf(page).getByRole('button', { name: 'Add Note' }).click();
    await notesOf(page).getByRole('textbox', { name: 'New note' }).fill('   ');
    await expect(notesOf(page).getByRole('button', { name: 'Save Note' })).toBeDisabled();
    await notesOf(page).getByRole('textbox', { name: 'New note' }).fill('The first note');
    await notesOf(page).getByRole('button', { name: 'Save Note' }).click();
    await expect(notesOf(page).getByText('The first note')).toBeVisible();
    await addNote(page, 'The second note');
    await expect(listOf(page)).toHaveText([/The second note/, /The first note/]);
    await expect(notesOf(page).getByText('EDITED')).toHaveCount(0);
    await changeNote(page, 'The first note, mended');
    await expect(listOf(page)).toHaveText([/The second note/, /EDITED[^]*mended/]);
    const [first] = api.calls('POST /api/pos/:id/notes');
    const { id, name } = person('dana');
    expect(first?.body).toMatchObject({
      content: 'The first note',
      commenter: { id, name },
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
    });
  });

test('NO-09, PE-26: nobody changes the note of another user', async () => {
  const notes = [note('Of the creator')];
  const app = await openReview(submitted({ notes }), 'approver');
  const { page } = app;
  answerNotes(app);
  await expect(listOf(page)).toHaveCount(1);
  await expect(notesOf(page).getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  await addNote(page, 'From the department');
  await expect(notesOf(page).getByRole('button', { name: /^Edit/ })).toHaveCount(1);
});

test('NO-05, DEC-54: the notes of a new PO go with its first save, also one that is still open', async () => {
  const order = draft();
  const { page, api, world } = await openApp(`/po/create?duplicate=${order.id}`, { orders: [order] });
  api.on('POST /api/pos', () => store(world, draft()));
  await addNote(page, 'Written');
  await addNote(page, 'Written second');
  await expect(listOf(page)).toHaveText([/Written second/, /Written/]);
  await changeNote(page, 'Written first');
  await expect(listOf(page)).toHaveText([/Written second/, /Written first/]);
  await notesOf(page).getByRole('button', { name: 'Add Note' }).click();
  await notesOf(page).getByRole('textbox', { name: 'New note' }).fill('Still open');
  await page.getByRole('button', { name: 'Save & Review' }).click();
  await expect(page).toHaveURL(/^\/po\/review\//);
  const { id, name } = person('dana');
  const timestamp: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/);
  expect(api.calls('POST /api/pos')[0]?.body.notes).toEqual([
    expect.objectContaining({ content: 'Written first', commenter: { id, name }, timestamp }),
    expect.objectContaining({ content: 'Written second', commenter: { id, name }, timestamp }),
    expect.objectContaining({ content: 'Still open', commenter: { id, name }, timestamp }),
  ]);
});

describe('what a note shows', () => {
  test('NO-02, NO-12, DEC-19: its badge says what it is about; a hidden one is not drawn, a plain one has none', async () => {
    const about = (context: 'VOID' | 'ADJUSTMENT', changeOrderNumber: number) => ({
      ...note(`About ${context}`, { context }),
      changeOrderNumber,
    });
    const notes = [
      note('Plain'),
      note('About REVISION', { context: 'REVISION' }),
      about('VOID', 0),
      about('ADJUSTMENT', 2),
      note('About HIDDEN', { context: 'HIDDEN' }),
      about('VOID', 2),
      note('About DENIED', { context: 'DENIED' }),
    ];
    const { page } = await openReview(draft({ notes }), 'creator');
    await expect(listOf(page).locator('header')).toHaveText([
      /^Dana WhitlockDenied(Edit)?$/,
      /^Dana WhitlockChange Order 2 Void(Edit)?$/,
      /^Dana WhitlockChange Order 2(Edit)?$/,
      /^Dana WhitlockPurchase Order Void(Edit)?$/,
      /^Dana WhitlockRevision Request(Edit)?$/,
      /^Dana Whitlock(Edit)?$/,
    ]);
    await expect(page.getByText('About HIDDEN')).toHaveCount(0);
  });

  test('NO-06, NO-08: it says EDITED if the server says so, also later', async () => {
    const mine = note('By Friday');
    const app = await openReview(draft({ notes: [mine] }), 'creator');
    const { page, api } = app;
    api.on('PUT /api/pos/:id/notes', mine);
    await changeNote(page, 'By Friday');
    await expect(notesOf(page).getByRole('textbox')).toHaveCount(0);
    await expect(listOf(page)).not.toContainText('EDITED');
    answerNotes(app);
    await changeNote(page, 'By Monday');
    await expect(listOf(page)).toContainText('EDITED');
    await page.reload();
    await expect(listOf(page)).toContainText('EDITED');
    expect(api.calls('PUT /api/pos/:id/notes').map(({ body }) => body)).toEqual([
      { id: mine.id, content: 'By Friday' },
      { id: mine.id, content: 'By Monday' },
    ]);
  });

  test('NO-03: a note without a space stays inside its card', async () => {
    const notes = [note('https://example.com/'.padEnd(400, 'x'))];
    const { page } = await openReview(draft({ notes }), 'creator');
    const text = await listOf(page).getByText('https://example.com/').boundingBox();
    const card = await notesOf(page).boundingBox();
    expect(text.x + text.width).toBeLessThanOrEqual(card.x + card.width);
  });
});

describe('the note that is written', () => {
  test('AT-03, NO-03, NO-10: its text area has two rows and grows to ten; it is still there after an attachment was looked at', async () => {
    const { page, api } = await openReview(draft({ attachments: [attachment('quote.txt')] }), 'creator');
    await notesOf(page).getByRole('button', { name: 'Add Note' }).click();
    const area = notesOf(page).getByRole('textbox', { name: 'New note' });
    const rows = () =>
      area.evaluate((element) => {
        const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(element);
        const height = element.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
        return Math.round(height / parseFloat(lineHeight));
      });
    for (const [lines, high] of [
      [1, 2],
      [7, 7],
      [10, 10],
      [30, 10],
    ] as const) {
      await area.fill(Array.from({ length: lines }, (_, index) => `Line ${index}`).join('\n'));
      await expect.poll(rows, { message: `${lines} lines` }).toBe(high);
    }
    api.on('GET /files/:owner/:id/newpreview/:name', () => textAnswer('Three lamps'));
    await area.fill('Half a thought');
    await page.getByRole('list', { name: 'Files' }).getByRole('button', { name: 'quote.txt' }).click();
    await expect(page.getByRole('region', { name: 'Attachment quote.txt' })).toBeVisible();
    await expect(area).toBeHidden();
    await page.getByRole('button', { name: 'Close preview' }).click();
    await expect(area).toHaveValue('Half a thought');
  });

  test('NO-11: one that cannot be kept says so, and stays open', async () => {
    const { page, api } = await openReview(draft({ notes: [note('Mine')] }), 'creator');
    api.disconnect('POST /api/pos/:id/notes');
    api.disconnect('PUT /api/pos/:id/notes');
    await addNote(page, 'Lost');
    await expect(page.getByText('Unable to add note')).toBeVisible();
    await expect(notesOf(page).getByRole('textbox', { name: 'New note' })).toHaveValue('Lost');
    await notesOf(page).getByRole('button', { name: 'Cancel' }).click();
    await changeNote(page, 'Mine, mended');
    await expect(page.getByText('Unable to update note')).toBeVisible();
    await expect(notesOf(page).getByRole('textbox', { name: 'Change note' })).toHaveValue('Mine, mended');
  });
});

describe('notes of other documents', () => {
  test('SH-60, NO-03, NO-13: notes and Add Note of an invoice look otherwise than those of an order', async () => {
    const [bill, order] = [invoice(), draft()];
    const app = await openReview(bill, 'creator', { orders: [order] });
    const { page } = app;
    answerNotes(app);
    const looks = [];
    for (const document of [bill, order]) {
      await goToReview(page, document, 'creator');
      await addNote(page, 'Two boxes were broken');
      await expect(listOf(page)).toContainText('Two boxes were broken');
      const adder = notesOf(page).getByRole('button', { name: 'Add Note' });
      const ground = await page.getByText('Two boxes were broken').evaluate((element) => {
        let at: Element | null = element;
        while (at && getComputedStyle(at).backgroundColor === 'rgba(0, 0, 0, 0)') at = at.parentElement;
        return at ? getComputedStyle(at).backgroundColor : '';
      });
      const line = await adder.evaluate((element) => getComputedStyle(element).textDecorationLine);
      looks.push({ line, ground });
    }
    expect(looks.map(({ line }) => line)).toEqual(['underline', 'none']);
    expect(looks[0]?.ground).not.toBe(looks[1]?.ground);
  });

  test('NO-13, NO-06: the note of an invoice is changed, and the focus returns to its button', async () => {
    const notes = [note('Two boxes were broken', { by: person('elena') })];
    const app = await openReview(invoice({ notes }), 'creator');
    const { page, api } = app;
    answerNotes(app);
    await notesOf(page).getByRole('button', { name: 'Edit note of Elena Fischer' }).click();
    await notesOf(page).getByRole('textbox', { name: 'Change note' }).fill('One box was broken');
    await notesOf(page).getByRole('button', { name: 'Save Note' }).click();
    await expect(listOf(page)).toHaveText(/EDITED.*One box was broken/);
    await expect(notesOf(page).getByRole('button', { name: /^Edit note/ })).toBeFocused();
    expect(api.calls('PUT /api/invoices/:id/notes')).toHaveLength(1);
  });

  test('NO-13, NO-03: a payment takes notes also after it was denied, and no files', async () => {
    const app = await openReview(deniedPayment(), 'approver', { as: 'priya' });
    const { page, api } = app;
    answerNotes(app);
    await addNote(page, 'See the bank letter');
    await expect(listOf(page).first()).toContainText('See the bank letter');
    await changeNote(page, 'See the letter of the bank');
    await expect(listOf(page).first()).toHaveText(/EDITED.*See the letter of the bank/);
    await expect(section(page, 'Attachments').getByRole('button')).toHaveCount(0);
    expect(api.calls('POST /api/payments/:id/notes')).toHaveLength(1);
  });
});
