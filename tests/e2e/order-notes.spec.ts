import type { Note } from '../../domain/notes.ts';
import { section } from './support/form.ts';
import { draft } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import { openReview, seenAs } from './support/review.ts';

test('NO-02, NO-12, DEC-19: what a note is about is its badge; a hidden one is not drawn, a plain one has none', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana, { notes: [{ keyId: crypto.randomUUID(), content: 'Plain' }] });
  const [plain] = order.notes;
  if (!plain) throw new Error('The note was not kept');
  expect(plain.context).toBe('STANDARD');
  const about = (context: Note['context'], changeOrderNumber: number, minute: number): Note => {
    const at = `2026-11-20T10:${minute}:00.000Z`;
    const id = crypto.randomUUID();
    const times = { timestamp: at, createdTimestamp: at, updatedTimestamp: at };
    return { ...plain, ...times, id, context, changeOrderNumber, content: `About ${context}` };
  };
  // Years of a document in one: nothing that is denied can be raised here.
  const notes = [
    about('STANDARD', 0, 10),
    about('REVISION', 0, 11),
    about('VOID', 0, 12),
    about('ADJUSTMENT', 2, 13),
    about('HIDDEN', 0, 14),
    about('VOID', 2, 15),
    about('DENIED', 0, 16),
  ];
  const { page } = dana;
  await seenAs(page, order, { notes });
  await openReview(page, order, 'creator');
  const heads = section(page, 'Notes').getByRole('listitem').locator('header');
  await expect(heads).toHaveText([
    /^Dana WhitlockDenied(Edit)?$/,
    /^Dana WhitlockChange Order 2 Void(Edit)?$/,
    /^Dana WhitlockChange Order 2(Edit)?$/,
    /^Dana WhitlockPurchase Order Void(Edit)?$/,
    /^Dana WhitlockRevision Request(Edit)?$/,
    /^Dana Whitlock(Edit)?$/,
  ]);
  await expect(page.getByText('About HIDDEN')).toHaveCount(0);
});

test('NO-08, NO-06: an edit that changes nothing marks nothing; one that does says EDITED, also later', async ({
  as,
}) => {
  const dana = await as('dana');
  const order = await draft(dana);
  const { page } = dana;
  const methods: string[] = [];
  page.on('request', (request) => {
    if (/\/notes\/?$/.test(new URL(request.url()).pathname)) methods.push(request.method());
  });
  await openReview(page, order, 'creator');
  const notes = section(page, 'Notes');
  const only = notes.getByRole('listitem');
  const save = async (label: string, text: string) => {
    await notes.getByRole('textbox', { name: label }).fill(text);
    await notes.getByRole('button', { name: 'Save Note' }).click();
    await expect(only).toContainText(text);
    await expect(notes.getByRole('textbox')).toHaveCount(0);
  };
  await notes.getByRole('button', { name: 'Add Note' }).click();
  await save('New note', 'By Friday');
  await only.getByRole('button', { name: /^Edit/ }).click();
  await save('Change note', 'By Friday');
  await expect(only).not.toContainText('EDITED');
  await only.getByRole('button', { name: /^Edit/ }).click();
  await save('Change note', 'By Monday');
  await expect(only).toContainText('EDITED');
  await page.reload();
  await expect(only).toContainText('EDITED');
  expect(methods).toEqual(['POST', 'PUT', 'PUT']);
});
