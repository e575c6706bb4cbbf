import { describe, test } from 'vitest';
import { expect } from '../support/expect.ts';
import { attachment, textResponse } from '../support/fixtures/files.ts';
import { invoice } from '../support/fixtures/invoices.ts';
import { note } from '../support/fixtures/notes.ts';
import { deniedPayment } from '../support/fixtures/payments.ts';
import { person } from '../support/fixtures/people.ts';
import { draft, submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { stubNotes } from '../support/pages/notes.ts';
import { openApp } from '../support/open-app.ts';
import type { App } from '../support/open-app.ts';
import type { Page } from '../support/page.ts';
import { goToReview, openReview, section, storeDocument } from '../support/pages/reviews.ts';

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

/** Opens the form of a draft or the review of a submitted order. */
async function openNotes(place: 'form' | 'review'): Promise<App> {
  if (place === 'review') return openReview(submittedOrder(), 'creator');
  const order = draft();
  return openApp(`/po/edit/${order.id}`, { orders: [order] });
}

for (const place of ['form', 'review'] as const)
  test(`NO-03, NO-04, NO-05, NO-06, NO-07, API-07: notes can be added and changed on the ${place}, and the newest is first`, async () => {
    const app = await openNotes(place);
    const { page, api } = app;
    stubNotes(app);
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

test('NO-09, PE-26: a user cannot change the note of another user', async () => {
  const notes = [note('Of the creator')];
  const app = await openReview(submittedOrder({ notes }), 'approver');
  const { page } = app;
  stubNotes(app);
  await expect(listOf(page)).toHaveCount(1);
  await expect(notesOf(page).getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  await addNote(page, 'From the department');
  await expect(notesOf(page).getByRole('button', { name: /^Edit/ })).toHaveCount(1);
});

test('NO-05, DEC-54: the first save of a new PO includes its notes, also an unfinished one', async () => {
  const order = draft();
  const { page, api, world } = await openApp(`/po/create?duplicate=${order.id}`, { orders: [order] });
  api.on('POST /api/pos', () => storeDocument(world, draft()));
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

describe('a note', () => {
  test('NO-02, NO-12, DEC-19: a note has a badge for its context, and a hidden note is not shown', async () => {
    const noteOf = (context: 'VOID' | 'ADJUSTMENT', changeOrderNumber: number) => ({
      ...note(`About ${context}`, { context }),
      changeOrderNumber,
    });
    const notes = [
      note('Plain'),
      note('About REVISION', { context: 'REVISION' }),
      noteOf('VOID', 0),
      noteOf('ADJUSTMENT', 2),
      note('About HIDDEN', { context: 'HIDDEN' }),
      noteOf('VOID', 2),
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

  test('NO-06, NO-08: a note that the server marks as edited shows EDITED', async () => {
    const ownNote = note('By Friday');
    const app = await openReview(draft({ notes: [ownNote] }), 'creator');
    const { page, api } = app;
    api.on('PUT /api/pos/:id/notes', ownNote);
    await changeNote(page, 'By Friday');
    await expect(notesOf(page).getByRole('textbox')).toHaveCount(0);
    await expect(listOf(page)).not.toContainText('EDITED');
    stubNotes(app);
    await changeNote(page, 'By Monday');
    await expect(listOf(page)).toContainText('EDITED');
    await page.reload();
    await expect(listOf(page)).toContainText('EDITED');
    expect(api.calls('PUT /api/pos/:id/notes').map(({ body }) => body)).toEqual([
      { id: ownNote.id, content: 'By Friday' },
      { id: ownNote.id, content: 'By Monday' },
    ]);
  });

  test('NO-03: a long note without spaces stays inside its card', async () => {
    const notes = [note('https://example.com/'.padEnd(400, 'x'))];
    const { page } = await openReview(draft({ notes }), 'creator');
    const text = await listOf(page).getByText('https://example.com/').boundingBox();
    const card = await notesOf(page).boundingBox();
    expect(text.x + text.width).toBeLessThanOrEqual(card.x + card.width);
  });
});

describe('an unsaved note', () => {
  test('AT-03, NO-03, NO-10: the text area grows from two to ten rows, and keeps its text while an attachment is open', async () => {
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
    api.on('GET /files/:owner/:id/newpreview/:name', () => textResponse('Three lamps'));
    await area.fill('Half a thought');
    await page.getByRole('list', { name: 'Files' }).getByRole('button', { name: 'quote.txt' }).click();
    await expect(page.getByRole('region', { name: 'Attachment quote.txt' })).toBeVisible();
    await expect(area).toBeHidden();
    await page.getByRole('button', { name: 'Close preview' }).click();
    await expect(area).toHaveValue('Half a thought');
  });

  test('NO-11: a note that cannot be saved shows an error and stays open', async () => {
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
  test('SH-60, NO-03, NO-13: notes and Add Note of an invoice have another style than those of an order', async () => {
    const [bill, order] = [invoice(), draft()];
    const app = await openReview(bill, 'creator', { orders: [order] });
    const { page } = app;
    stubNotes(app);
    const backgrounds = [];
    for (const document of [bill, order]) {
      await goToReview(page, document, 'creator');
      await addNote(page, 'Two boxes were broken');
      await expect(listOf(page)).toContainText('Two boxes were broken');
      const addButton = notesOf(page).getByRole('button', { name: 'Add Note' });
      const background = await page.getByText('Two boxes were broken').evaluate((element) => {
        let at: Element | null = element;
        while (at && getComputedStyle(at).backgroundColor === 'rgba(0, 0, 0, 0)') at = at.parentElement;
        return at ? getComputedStyle(at).backgroundColor : '';
      });
      const line = await addButton.evaluate((element) => getComputedStyle(element).textDecorationLine);
      backgrounds.push({ line, background });
    }
    expect(backgrounds.map(({ line }) => line)).toEqual(['underline', 'none']);
    expect(backgrounds[0]?.background).not.toBe(backgrounds[1]?.background);
  });

  test('NO-13, NO-06: the change of an invoice note returns the focus to its button', async () => {
    const notes = [note('Two boxes were broken', { by: person('elena') })];
    const app = await openReview(invoice({ notes }), 'creator');
    const { page, api } = app;
    stubNotes(app);
    await notesOf(page).getByRole('button', { name: 'Edit note of Elena Fischer' }).click();
    await notesOf(page).getByRole('textbox', { name: 'Change note' }).fill('One box was broken');
    await notesOf(page).getByRole('button', { name: 'Save Note' }).click();
    await expect(listOf(page)).toHaveText(/EDITED.*One box was broken/);
    await expect(notesOf(page).getByRole('button', { name: /^Edit note/ })).toBeFocused();
    expect(api.calls('PUT /api/invoices/:id/notes')).toHaveLength(1);
  });

  test('NO-13, NO-03: a denied payment accepts notes, but no files', async () => {
    const app = await openReview(deniedPayment(), 'approver', { as: 'priya' });
    const { page, api } = app;
    stubNotes(app);
    await addNote(page, 'See the bank letter');
    await expect(listOf(page).first()).toContainText('See the bank letter');
    await changeNote(page, 'See the letter of the bank');
    await expect(listOf(page).first()).toHaveText(/EDITED.*See the letter of the bank/);
    await expect(section(page, 'Attachments').getByRole('button')).toHaveCount(0);
    expect(api.calls('POST /api/payments/:id/notes')).toHaveLength(1);
  });
});
