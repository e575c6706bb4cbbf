import { beforeAll, describe, expect, test } from 'vitest';
import { draftOf } from '#domain/purchase-orders/purchase-order-draft';
import {
  aDraft,
  aLine,
  approveAs,
  as,
  withTotal,
  create,
  read,
  submitted,
} from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { openStudio, setSettings, sql } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openStudio);

const alpha = inShow('alpha1');
const put = (name: PersonName, id: string, own: Parameters<typeof aDraft>[0] = {}) =>
  as(name).put<PurchaseOrder & { code?: string }>(`/api/pos/${id}?persona=creator`, aDraft(own));
const outcome = ({ status, body }: Awaited<ReturnType<typeof put>>) => [status, body.code];

describe('saving a draft', () => {
  test('API-03, PO-12: the typed values are stored, and the document stays a draft', async () => {
    const { id } = await create('dana');
    const saved = await put('dana', id, {
      description: 'More sofas',
      poDate: '2026-12-24',
      vendor: { id: alpha.vendor('anvil'), name: 'whatever' },
      vendorAddress: { id: alpha.vendorAddress('anvil') },
      category: null,
      shipToAddressId: null,
      lineItems: [aLine({ description: 'Lamps', quantity: 2, unitCost: 12.5 })],
    });
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({
      description: 'More sofas',
      poDate: '2026-12-24',
      vendor: { name: 'Anvil Props', number: 'N-anvil' },
      category: null,
      shipToAddress: null,
      totalCost: 25,
      version: 2,
      status: 'DRAFT',
      submissionStatus: 'Draft',
    });
    expect(await read('dana', id)).toEqual(saved.body);
  });

  test('LI-01: existing lines keep their ids, new ones get one, and all are numbered 1..n in order', async () => {
    const before = await create('dana', { lineItems: [aLine(), aLine({ description: 'Lamps' })] });
    const [first, second] = before.lineItems;
    const { lineItems } = draftOf(before);
    const after = await put('dana', before.id, {
      lineItems: [lineItems[1], aLine({ description: 'Rugs' }), lineItems[0]],
    });
    expect(
      after.body.lineItems.map(({ id, lineNumber, description }) => [id, lineNumber, description]),
    ).toEqual([
      [second?.id, 1, 'Lamps'],
      [expect.not.stringMatching(`${first?.id}|${second?.id}`), 2, 'Rugs'],
      [first?.id, 3, 'Sofas'],
    ]);
  });

  test("LI-01: another document's line id is not used", async () => {
    const [mine, other] = [await create('dana'), await create('dana')];
    const theirs = other.lineItems[0]?.id;
    const saved = await put('dana', mine.id, { lineItems: [{ ...aLine(), id: theirs }] });
    expect(saved.status).toBe(200);
    expect(saved.body.lineItems[0]?.id).not.toBe(theirs);
    expect((await read('dana', other.id)).lineItems).toEqual(other.lineItems);
  });

  test('DEC-17: number and creator stay when an admin saves', async () => {
    const { id, poNumber } = await create('dana');
    const saved = await put('ada', id, { description: 'By the office' });
    expect(saved.body).toMatchObject({
      poNumber,
      creator: { id: 'dana' },
      ownerId: 'dana',
      description: 'By the office',
    });
  });

  test('PO-24, DEC-02: a save has the rules of a create, and a refused save changes nothing', async () => {
    const before = await create('dana');
    const answer = await put('dana', before.id, { description: '', lineItems: [] });
    expect([answer.status, answer.body]).toEqual([
      400,
      { code: 'POS_BAD_REQUEST', errors: ['description', 'line_required'] },
    ]);
    expect(await read('dana', before.id)).toEqual(before);
  });

  test("DEC-02: a draft cannot be moved to another user's department", async () => {
    const { id } = await create('dana');
    const answer = await put('dana', id, { department: { id: alpha.department('grip'), name: 'Grip' } });
    expect(outcome(answer)).toEqual([403, 'NO_DEPARTMENT_ASSOCIATION_WITH_USER']);
  });

  test('DEC-82: two concurrent saves both succeed; the last one wins, and each has its event', async () => {
    const { id } = await create('dana');
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_one, n) => put('dana', id, { description: `Save ${n}` })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    const after = await read('dana', id);
    expect(after.version).toBe(7);
    expect(after.lineItems).toHaveLength(1);
    const events = await sql.alpha`SELECT seq FROM document_events WHERE document_id = ${id}`;
    expect(events).toHaveLength(7);
  });
});

describe('editing rights', () => {
  test.each([
    ['DEC-98: a stranger to the document', 'wendy', 403, 'FORBIDDEN'],
    ['DEC-98: somebody who may not see it', 'otto', 404, 'NOT_FOUND'],
    ['DEC-01: somebody of another show', 'nora', 403, 'SHOW_NOT_IN_SESSION'],
    ['DEC-16: a colleague who only sees it', 'carl', 403, 'FORBIDDEN'],
  ] as const)('%s is refused', async (_name, who, status, code) => {
    const { id } = await create('dana');
    // An invalid draft: permissions are checked first.
    expect(outcome(await put(who, id, { description: '' }))).toEqual([status, code]);
  });

  test('PO-38, DEC-16, DEC-40: the current approver edits all but department and owner, which restarts approval', async () => {
    const po = await submitted('dana', withTotal(500));
    await approveAs(po, 'abel');
    const saved = await put('lena', po.id, {
      ...withTotal(2000),
      description: 'Bigger',
      department: { id: alpha.department('grip'), name: 'Grip' },
    });
    expect(saved.body).toMatchObject({
      description: 'Bigger',
      department: { name: 'Art' },
      ownerId: 'dana',
      status: 'SUBMITTED_FOR_APPROVAL',
      revision: 1,
      totalCost: 2000,
    });
    const steps = saved.body.workflow?.steps ?? [];
    expect(
      steps.map((step) => [step.status, step.approvers.some((one) => one.hasApproved), step.isFinal]),
    ).toEqual([
      ['PENDING', false, false],
      ['PENDING', false, false],
      ['PENDING', false, true],
    ]);
    expect(saved.body.workflow?.currentStep?.id).toBe(steps[0]?.id);
    // The previous approver may approve again (DEC-40).
    expect((await approveAs(po, 'abel')).status).toBe(200);
  });

  test('DEC-40: without resetApprovalOnEdit a lower total keeps the votes, and only the final step changes', async () => {
    await setSettings('alpha1', { resetApprovalOnEdit: false });
    try {
      const po = await submitted('dana', withTotal(2000));
      await approveAs(po, 'abel', 'lena');
      const saved = await put('luis', po.id, withTotal(500));
      expect(saved.body).toMatchObject({ status: 'APPROVED_BY_DEPARTMENT_APPROVER', revision: 0 });
      expect(saved.body.workflow?.steps.map((step) => [step.status, step.isFinal])).toEqual([
        ['APPROVED', false],
        ['PENDING', true],
      ]);
      expect(saved.body.workflow?.currentStep?.approvers.map((one) => [one.userId, one.hasApproved])).toEqual(
        [
          ['lena', true],
          ['luis', false],
          ['lara', false],
        ],
      );
    } finally {
      await setSettings('alpha1', { resetApprovalOnEdit: true });
    }
  });

  test('DEC-40: an edit to a total above all levels is refused, and nothing is saved', async () => {
    const po = await submitted('dana', withTotal(500));
    const answer = await put('abel', po.id, withTotal(60_000));
    expect(outcome(answer)).toEqual([422, 'POS_NO_VALID_WORKFLOW_STEP']);
    expect(await read('dana', po.id)).toEqual(po);
  });
});
