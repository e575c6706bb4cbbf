import type { Note } from '../../domain/notes.ts';
import { aLine, submitted } from './support/orders.ts';
import { expect, test } from './support/product.ts';
import { bar, button, numberOf, openReview, seenAs } from './support/review.ts';

test('UX-02, LI-22: on a phone the longest word breaks and a credit fits; nothing goes beyond the screen', async ({
  as,
}) => {
  const dana = await as('dana', { viewport: { width: 375, height: 812 } });
  const { page } = dana;
  const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft';
  const order = await submitted(dana, {
    lineItems: [
      aLine({ description: `Lamps ${word}`, quantity: 99, unitCost: 123.67 }),
      aLine({ description: 'Discount', quantity: 1, unitCost: -999.99 }),
    ],
  });
  await page.goto(`/po/review/${order.id}/creator`);
  const lines = page.getByRole('table', { name: 'Line items' });
  await expect(lines.getByText('-$999.99').first()).toBeVisible();
  const [right, inside] = await page
    .getByRole('main')
    .evaluate((main) => [main.scrollWidth, main.clientWidth] as const);
  expect(right).toBe(inside);
});

test('UX-02, DEC-70: on a phone a review begins with what it is for and why it was sent back, and a banner hides neither that nor the bar', async ({
  as,
  apiOf,
}) => {
  const [dana, marcus] = await Promise.all([
    apiOf('dana'),
    as('marcus', { viewport: { width: 390, height: 844 }, hasTouch: true }),
  ]);
  const lineItems = [1, 2, 3, 4, 5].map((unitCost) => aLine({ description: `Lamp ${unitCost}`, unitCost }));
  const order = await submitted(dana, { lineItems });
  const { page } = marcus;
  const note = (content: string, name: string, minute: number, context: Note['context']) => {
    const at = `2026-11-20T17:0${minute}:00.000Z`;
    const times = { timestamp: at, createdTimestamp: at, updatedTimestamp: at };
    const rest = { keyId: content, isEdited: false, changeOrderNumber: 0, isReview: false };
    return { id: content, content, commenter: { id: name, name }, context, ...times, ...rest };
  };
  await seenAs(page, order, {
    notes: [
      note('Before it was sent back', 'Dana Whitlock', 1, 'STANDARD'),
      note('Where is the quote?', 'Marcus Oyelaran', 2, 'REVISION'),
      note('Quote attached', 'Dana Whitlock', 3, 'STANDARD'),
    ],
  });
  await openReview(page, order, 'approver');
  const lines = page.getByRole('list', { name: 'What it is for' });
  await expect(lines.getByRole('listitem')).toHaveText([
    /^Lamp 1.*2\.00$/,
    /^Lamp 2/,
    /^Lamp 3/,
    'and 2 more',
  ]);
  await expect(lines).toBeInViewport();
  const back = page.getByRole('region', { name: 'Sent Back for Revision' });
  await expect(back.getByRole('listitem')).toHaveText([
    /^Marcus Oyelaran asked.*Where is the quote\?$/,
    /^Dana Whitlock answered.*Quote attached$/,
  ]);
  await expect(back).toBeInViewport();
  // It has the foot of the screen to itself.
  await expect(page.getByRole('navigation', { name: 'Sections' })).toHaveCount(0);
  expect((await bar(page).boundingBox())?.height).toBeLessThan(844 / 6);
  await page.route('**/api/workflows/approval', (route) => route.fulfill({ status: 500, json: {} }));
  await button(page, 'Approve').tap();
  const banner = page.getByRole('alert').filter({ hasText: `PO #${numberOf(order)} could not be approved` });
  const [at, acts, head] = await Promise.all([banner, bar(page), lines].map((part) => part.boundingBox()));
  if (!at || !acts || !head) throw new Error('All three are in sight');
  expect(at.y).toBeGreaterThan(head.y + head.height);
  expect(at.y + at.height).toBeLessThan(acts.y);
});
