import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';
import {
  approveAs,
  create,
  read,
  submitted,
  withTotal,
  workflowAction,
} from '../../support/worker/fixtures/client.ts';
import { requestsOverMaxTrips } from '../../support/worker/database/max-round-trips.ts';
import { cover, endCovers } from '../../support/worker/fixtures/covers.ts';
import { deliverQueued } from '../../support/worker/fixtures/digests.ts';
import { publishedDuring } from '../../support/worker/fixtures/mail.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { forgetSent, historyFaults, openStudio, sent, sql } from '../../support/worker/fixtures/studio.ts';
import {
  connectEndpoints,
  network,
  register,
  verifyDelivery,
} from '../../support/worker/fixtures/webhooks.ts';

beforeAll(async () => {
  await openStudio();
  connectEndpoints();
});
beforeEach(forgetSent);
afterEach(endCovers);

const nudge = (name: PersonName, docId: string, own: object = {}, headers: HeadersInit = {}) =>
  workflowAction(name, 'nudge', docId, own, headers);
const codeOf = ({ status, body }: Awaited<ReturnType<typeof nudge>>) => [status, body.code];

/** An order of Dana's that Abel has approved: two of Lena, Luis and Lara must approve now. */
async function waitingOrder(): Promise<PurchaseOrder> {
  const po = await submitted('dana', withTotal(500));
  await approveAs(po, 'abel');
  sent.outbox.length = 0;
  return read('dana', po.id);
}

const yesterday = (id: string) =>
  sql.alpha`UPDATE documents SET nudged_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day') WHERE id = ${id}`;

describe('nudging', () => {
  test('NUDGE-01, NUDGE-02: the owner nudges once a day, and nothing but the history changes', async () => {
    const po = await waitingOrder();
    expect(po.waiting?.isNudgedToday).toBe(false);
    const answer = await nudge('dana', po.id);
    expect([answer.status, answer.body]).toEqual([
      200,
      { docId: po.id, docType: 'PO', status: po.status, submissionStatus: po.submissionStatus, nextId: null },
    ]);
    const nudged = await read('dana', po.id);
    expect(nudged.waiting).toEqual({ ...po.waiting, isNudgedToday: true });
    expect([nudged.workflow, nudged.contentVersion]).toEqual([po.workflow, po.contentVersion]);
    expect(codeOf(await nudge('dana', po.id))).toEqual([409, 'already_nudged']);
    expect((await read('dana', po.id)).version).toBe(nudged.version);
    await yesterday(po.id);
    expect((await nudge('dana', po.id)).status).toBe(200);
  });

  test('NUDGE-01, DEC-99: a request that is repeated under its key has the same response', async () => {
    const po = await waitingOrder();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answers = [await nudge('dana', po.id, {}, headers), await nudge('dana', po.id, {}, headers)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await read('dana', po.id)).version).toBe(po.version + 1);
  });

  test('NUDGE-01: two nudges at once are one', async () => {
    const po = await waitingOrder();
    const answers = await Promise.all([nudge('dana', po.id), nudge('dana', po.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await read('dana', po.id)).version).toBe(po.version + 1);
  });

  test('NUDGE-01: a nudge takes three round trips', async () => {
    const po = await waitingOrder();
    expect(await requestsOverMaxTrips(3, { nudge: () => nudge('dana', po.id) })).toEqual([]);
  });

  test('NUDGE-01, DEC-98: approvers and others may not, nor may anybody when the document does not wait', async () => {
    const po = await waitingOrder();
    expect(codeOf(await nudge('lena', po.id))).toEqual([403, 'FORBIDDEN']);
    expect(codeOf(await nudge('wendy', po.id))).toEqual([403, 'FORBIDDEN']);
    const draft = await create('dana');
    expect(codeOf(await nudge('dana', draft.id))).toEqual([409, 'WORKFLOW_CONFLICT']);
    const step = { workflowStepId: 'another' };
    expect(codeOf(await nudge('dana', po.id, step))).toEqual([409, 'WORKFLOW_CONFLICT']);
    await approveAs(po, 'lena', 'luis');
    expect(codeOf(await nudge('dana', po.id))).toEqual([409, 'WORKFLOW_CONFLICT']);
  });

  test('NUDGE-03, DEC-90: the list of changes names who was nudged, and the history is whole', async () => {
    const po = await waitingOrder();
    await approveAs(po, 'lena');
    await nudge('dana', po.id);
    const { changes, historyEvents } = await read('ada', po.id);
    expect(historyEvents.map(({ type }) => type)).toEqual(['APPROVED', 'APPROVED', 'SUBMITTED']);
    expect(changes).toMatchObject([
      {
        userName: 'Dana Stone',
        action: 'nudge',
        summary: 'nudged the approvers',
        fields: [{ label: 'Nudged', before: '', after: 'Luis Stone, Lara Stone' }],
      },
    ]);
    expect(await historyFaults()).toEqual([]);
  });

  test('NUDGE-04, COV-02: everybody with whom it waits gets an e-mail, the covering user too', async () => {
    const po = await waitingOrder();
    await cover('lena', 'otto');
    await approveAs(po, 'luis');
    sent.outbox.length = 0;
    await nudge('dana', po.id);
    const mails = await deliverQueued();
    expect(mails.map(({ to }) => to).toSorted()).toEqual([
      'lara@backlot.example',
      'lena@backlot.example',
      'otto@backlot.example',
    ]);
    expect(mails[0]?.subject).toBe(
      `PO #ART-${po.poNumber} is still waiting for your approval (Alpha Station)`,
    );
    expect(mails[0]?.text).toContain('Dana Stone');
    const { changes } = await read('dana', po.id);
    expect(changes.at(-1)?.fields[0]?.after).toBe('Lena Stone, Lara Stone, Otto Stone for Lena Stone');
  });

  describe('at once', () => {
    const nudgesOf = async (run: () => Promise<unknown>) =>
      (await publishedDuring(run)).filter(({ event }) => event === 'nudge_update');

    test('NUDGE-12: those with whom it waits are notified at once, the covering user also for whom', async () => {
      const po = await waitingOrder();
      await cover('lena', 'otto');
      await approveAs(po, 'luis');
      const nudges = await nudgesOf(() => nudge('dana', po.id));
      const data = {
        docType: 'PO',
        docId: po.id,
        showId: 'alpha1',
        docNumber: `ART-${po.poNumber}`,
        userName: 'Dana Stone',
        absentNames: [],
      };
      const message = { event: 'nudge_update', showId: 'alpha1' };
      expect(nudges.toSorted((a, b) => String(a.to).localeCompare(String(b.to)))).toEqual([
        { ...message, to: ['lara'], data },
        { ...message, to: ['lena'], data },
        { ...message, to: ['otto'], data: { ...data, absentNames: ['Lena Stone'] } },
      ]);
    });

    test('NUDGE-12, DEC-17: the message has the number as the receiver may see it', async () => {
      await sql.directory`UPDATE memberships SET display_po_numbers = 'FULL_APPROVAL' WHERE user_id = 'lara'`;
      const po = await waitingOrder();
      const nudges = await nudgesOf(() => nudge('dana', po.id));
      await sql.directory`UPDATE memberships SET display_po_numbers = NULL WHERE user_id = 'lara'`;
      const numbers = nudges.map(({ to, data }) => [...to, 'docNumber' in data && data.docNumber]);
      expect(numbers.toSorted()).toEqual([
        ['lara', 'NA'],
        ['lena', `ART-${po.poNumber}`],
        ['luis', `ART-${po.poNumber}`],
      ]);
    });

    test('NUDGE-12: a refused nudge, and any other change, tells nobody', async () => {
      const po = await waitingOrder();
      expect(await nudgesOf(() => nudge('dana', po.id))).toHaveLength(3);
      const published = await publishedDuring(async () => {
        expect(codeOf(await nudge('dana', po.id))).toEqual([409, 'already_nudged']);
        await approveAs(po, 'lena');
      });
      expect(published.map(({ event }) => event)).toEqual(['document_changed']);
    });
  });

  test('NUDGE-04: subscribers of the event get it', async () => {
    const endpoint = await register(['document.nudged']);
    const po = await waitingOrder();
    await nudge('dana', po.id);
    await deliverQueued();
    const events = network.received.map((one) => verifyDelivery(one, endpoint.newSecret));
    expect(events).toMatchObject([{ type: 'document.nudged', data: { document: { id: po.id } } }]);
  });

  test('COV-14: a document that arrives at a step is announced to the covering user, too', async () => {
    await cover('lena', 'otto');
    const po = await submitted('dana', withTotal(500));
    sent.outbox.length = 0;
    await approveAs(po, 'abel');
    const mails = await deliverQueued();
    expect(mails.map(({ to }) => to).toSorted()).toEqual([
      'lara@backlot.example',
      'lena@backlot.example',
      'luis@backlot.example',
      'otto@backlot.example',
    ]);
    const naming = mails.filter(({ text }) =>
      text.includes('You decide on behalf of Lena Stone, who is away.'),
    );
    expect(naming.map(({ to }) => to)).toEqual(['otto@backlot.example']);
  });
});
