import { expect, test } from 'vitest';
import type { Persona } from '#domain/document';
import { pageSize } from '#domain/lists/lists';
import { firstQuestions } from '../../../web/first-questions.ts';
import type { FirstQuestion } from '../../../web/first-questions.ts';
import { pageQuery } from '../../../web/src/screens/documents/list/list-definition.ts';
import { readQuery } from '../../../web/src/screens/documents/list/list-query.ts';
import { filterBody, purchaseOrderParts } from '../../../web/src/screens/purchase-orders/list/filters.ts';

/** What the list asks that opens without a word of its own in the address. */
function asked(persona: Persona, count: number, onlyOwn: boolean) {
  const query = readQuery('PO', purchaseOrderParts, new URLSearchParams());
  const question = { showId: 'alpha', userId: 'me', page: 1, after: null, persona, count, onlyOwn, query };
  return {
    path: `/api/pos/filter?${new URLSearchParams(pageQuery(question)).toString()}`,
    body: JSON.stringify({ ...filterBody(question), showId: 'alpha' }),
  };
}

/** As `public/start.js` fills them in. */
function filled(question: FirstQuestion, count: number, creators: string[]) {
  const fill = (text: string) => text.replace('{show}', 'alpha').replace('{count}', String(count));
  const body = fill(JSON.stringify(question.body)).replace('"{creators}"', JSON.stringify(creators));
  return { path: fill(question.path), body };
}

const [creatorOrders] = firstQuestions.orders;
const [waitingOrders] = firstQuestions.queue;

test.each([
  ['LS-12', 'CREATOR', creatorOrders, false],
  ['PE-18', 'CREATOR', creatorOrders, true],
  ['LS-13', 'APPROVER', waitingOrders, false],
] as const)('%s: what the page asks ahead is what its list asks (%s)', (_id, persona, question, onlyOwn) => {
  for (const count of [pageSize.mobile, pageSize.dashboard]) {
    const given = filled(question, count, onlyOwn ? ['me'] : []);
    expect(given).toEqual(asked(persona, count, onlyOwn));
  }
});
