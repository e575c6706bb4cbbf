import { describe, test } from 'vitest';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import { expect } from '../support/expect.ts';
import { homeOf } from '../support/fixtures/home.ts';
import { note, questionTo } from '../support/fixtures/notes.ts';
import { person } from '../support/fixtures/people.ts';
import { submittedOrder } from '../support/fixtures/purchase-orders.ts';
import { openApp } from '../support/open-app.ts';
import type { App } from '../support/open-app.ts';
import { openList, rowOf } from '../support/pages/lists.ts';
import {
  actionBar,
  barButton,
  chooseAction,
  nameOf,
  openMenu,
  openReview,
  storeDocument,
} from '../support/pages/reviews.ts';

const notes = 'POST /api/pos/:id/notes';
const withdraw = 'POST /api/pos/:id/notes/withdraw';
const dana = person('dana');
const openCard = ({ page }: App) => page.getByRole('region', { name: 'Question Open' });
const asked = (): PurchaseOrder => {
  const order = submittedOrder();
  return { ...order, notes: [questionTo(dana, 'Which episode is this?')] };
};

describe('asking', () => {
  test('ASK-01: the owner is proposed, and the question goes to whom is chosen', async () => {
    const order = submittedOrder();
    const app = await openReview(order, 'approver');
    const { page, api, world } = app;
    api.on('GET /api/pos/:id/readers', {
      people: [dana, person('priya')].map(({ id, name }) => ({ id, name })),
    });
    api.on(notes, () => {
      const question = questionTo(dana, 'Which episode is this?');
      storeDocument(world, { ...order, notes: [question] });
      return question;
    });
    await chooseAction(page, 'Ask a Question');
    const dialog = page.getByRole('dialog', { name: `Ask a Question about ${nameOf(order)}` });
    await expect(dialog.getByRole('combobox', { name: 'Ask' })).toHaveValue(dana.name);
    await dialog.getByRole('textbox', { name: /^Question/ }).fill('Which episode is this?');
    await dialog.getByRole('button', { name: /^Ask/ }).click();
    await expect(page.getByText(`${dana.name} has been asked.`)).toBeVisible();
    expect(api.calls(notes)[0]?.body).toMatchObject({
      askedUserId: dana.id,
      content: 'Which episode is this?',
    });
    await expect(openCard(app)).toContainText(`${person('marcus').name} asked ${dana.name}`);
  });

  test('ASK-01: only approvers are offered to ask', async () => {
    const { page } = await openReview(submittedOrder(), 'approver', { as: 'priya' });
    await expect((await openMenu(page)).getByRole('menuitem', { name: 'Ask a Question' })).toHaveCount(0);
  });

  test('ASK-03: an open question is named next to Approve, which stays possible', async () => {
    const app = await openReview(asked(), 'approver');
    await expect(actionBar(app.page)).toContainText('A question is open.');
    await expect(barButton(app.page, 'Approve')).toBeEnabled();
    await expect(openCard(app)).toContainText('Which episode is this?');
  });

  test('ASK-05: the asker withdraws the question', async () => {
    const order = asked();
    const app = await openReview(order, 'approver');
    const { page, api, world } = app;
    api.on(withdraw, () => {
      const [question] = storeDocument(world, { ...order, notes: [] }).notes;
      return question ?? questionTo(dana, '');
    });
    await page.getByRole('button', { name: `Withdraw the question to ${dana.name}` }).click();
    await expect(openCard(app)).toHaveCount(0);
    expect(api.calls(withdraw)[0]?.body).toEqual({ id: order.notes[0]?.id });
  });
});

describe('answering', () => {
  test('ASK-02, ASK-06: the asked user answers above the document, and the notes keep both', async () => {
    const order = asked();
    const [question] = order.notes;
    const app = await openReview(order, 'creator');
    const { page, api, world } = app;
    api.on(notes, () => {
      const answer = { ...note('Episode 4.', { by: dana }), questionId: question?.id ?? '' };
      const state = 'ANSWERED' as const;
      const answered = question?.question && {
        ...question,
        question: { ...question.question, state },
      };
      storeDocument(world, { ...order, notes: [answer, ...(answered ? [answered] : [])] });
      return answer;
    });
    await openCard(app).getByRole('textbox', { name: 'Your answer' }).fill('Episode 4.');
    await openCard(app).getByRole('button', { name: 'Send Answer' }).click();
    await expect(page.getByText('Answer sent.')).toBeVisible();
    await expect(openCard(app)).toHaveCount(0);
    expect(api.calls(notes)[0]?.body).toMatchObject({ questionId: question?.id, content: 'Episode 4.' });
    const panel = page.getByRole('region', { name: 'Notes' });
    await expect(panel).toContainText(`Question to ${dana.name} (answered)`);
    await expect(panel).toContainText('Answer');
  });

  test('ASK-02: a failed answer keeps the text', async () => {
    const app = await openReview(asked(), 'creator');
    app.api.fail(notes, 'WORKFLOW_CONFLICT');
    await openCard(app).getByRole('textbox', { name: 'Your answer' }).fill('Episode 4.');
    await openCard(app).getByRole('button', { name: 'Send Answer' }).click();
    await expect(app.page.getByRole('alert')).toContainText('The answer could not be sent.');
    await expect(openCard(app).getByRole('textbox', { name: 'Your answer' })).toHaveValue('Episode 4.');
  });

  test('ASK-04: a question is shown at once, with a link to the document', async () => {
    const order = asked();
    const { page, channel } = await openApp('/po', { as: 'dana', orders: [order] });
    await channel.whenOpen();
    channel.push('question_update', {
      docType: 'PO',
      docId: order.id,
      showId: order.showId,
      kind: 'ASKED',
      userName: 'Marcus Oyelaran',
      text: 'Which episode is this?',
      isOwn: true,
    });
    await expect(page.getByText('Marcus Oyelaran asks: Which episode is this?')).toBeVisible();
    await page.getByRole('link', { name: 'Open' }).click();
    await expect(page).toHaveURL(`/po/review/${order.id}/creator`);
  });

  test('ASK-04: questions to the user are listed above the queue', async () => {
    const order = asked();
    const { page } = await openApp('/approvals', {
      as: 'dana',
      orders: [order],
      api: (api) =>
        api.on('GET /api/home', {
          ...homeOf(dana, { orders: [order], invoices: [], payments: [] }),
          questions: [
            {
              docType: 'PO',
              id: order.id,
              number: '00042',
              vendorName: order.vendor.name,
              currency: 'USD',
              totalCost: 300,
              question: 'Which episode is this?',
              asker: 'Marcus Oyelaran',
              since: order.notes[0]?.timestamp ?? '',
              isOwn: true,
            },
          ],
        }),
    });
    const section = page.getByRole('region', { name: 'Questions to you' });
    await expect(section).toContainText('Marcus Oyelaran: Which episode is this?');
    const { y: ofDocuments } = await page.getByRole('region', { name: /^Your documents/ }).boundingBox();
    expect((await section.boundingBox()).y).toBeLessThan(ofDocuments);
    await section.getByRole('link').click();
    await expect(page).toHaveURL(`/po/review/${order.id}/creator`);
    // REV-11: back to where it was opened.
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(section).toBeVisible();
    await expect(page).toHaveURL('/approvals/purchase-orders');
  });
});

describe('lists', () => {
  test('ASK-03: a row says that a question is open, and who asked whom', async () => {
    const order = asked();
    const { page } = await openList('/po', { as: 'dana', orders: [order] });
    await expect(rowOf(page, order)).toContainText(
      `Question open: ${person('marcus').name} asked ${dana.name}`,
    );
  });

  test('ASK-03: a card on a phone says it, too', async () => {
    const order = asked();
    const { page } = await openApp('/po', { as: 'dana', orders: [order], width: 375, height: 812 });
    await expect(page.getByText(`${person('marcus').name} asked ${dana.name}`).last()).toBeVisible();
  });
});
