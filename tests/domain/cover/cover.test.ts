import { describe, expect, test } from 'vitest';
import { coverDays, onBehalfText, standInsOf } from '#domain/cover/cover';
import type { CoveredDocument, RunningCover } from '#domain/cover/cover';
import { castVote } from '#domain/workflow/vote';
import type { Instance } from '#domain/workflow/workflow';

const people = {
  priya: 'Priya Raman',
  marcus: 'Marcus Oyelaran',
  lee: 'Lee Park',
  alma: 'Alma Reyes',
} as const;
type Name = keyof typeof people;

const approver = (userId: Name) => ({ userId, name: people[userId], initials: userId.slice(0, 2) });

function coverOf(absent: Name, covering: Name, own: Partial<RunningCover> = {}): RunningCover {
  return {
    id: `c-${absent}`,
    absent: { userId: absent, name: people[absent], departmentIds: [] },
    covering: approver(covering),
    alternate: null,
    firstDay: '2027-03-03',
    lastDay: '2027-03-10',
    types: ['PO', 'INVOICE', 'PAYMENT'],
    limitCents: null,
    setBy: people[absent],
    ...own,
  };
}

function instanceOf(names: readonly Name[], approvalsNeeded = 1): Instance {
  const step = {
    id: 's1',
    order: 1,
    name: 'Production',
    kind: 'STANDARD',
    amountLimitCents: null,
    approvalsNeeded,
    approvers: names.map(approver),
    missing: [],
    status: 'PENDING',
    approvals: [],
  } as const;
  return { id: 'w1', templateId: 't1', templateVersion: 1, steps: [step], finalOrder: 1, currentOrder: 1 };
}

function documentOf(own: Partial<CoveredDocument> = {}): CoveredDocument {
  return {
    docType: 'PO',
    totalCents: 100_00,
    departmentId: null,
    creatorId: 'dana',
    ownerId: 'dana',
    submitterId: 'dana',
    revisionAuthorIds: ['dana'],
    ...own,
  };
}

const namesOf = (...args: Parameters<typeof standInsOf>) =>
  standInsOf(...args).map(({ userId, onBehalfOf }) => `${userId} for ${onBehalfOf.userId}`);

describe('the limit of a cover', () => {
  const limited = coverOf('priya', 'marcus', { limitCents: 25_000_00 });
  const at = (amount: number, covers = [limited]) =>
    namesOf(documentOf({ totalCents: amount * 100 }), instanceOf(['priya']), covers);

  test('COV-03: up to 25,000, an order of 27,200 stays with Priya and one of 24,480 is covered', () => {
    expect(at(27_200)).toEqual([]);
    expect(at(24_480)).toEqual(['marcus for priya']);
    expect(at(25_000)).toEqual(['marcus for priya']);
  });

  test('COV-03: a change order to a new total of 25,840 returns to Priya', () => {
    expect(at(25_840)).toEqual([]);
  });

  test('COV-03: credits are compared without their sign', () => {
    expect(at(-27_200)).toEqual([]);
  });

  test('COV-03: what is over the limit goes to the alternate, who has none', () => {
    const withAlternate = [{ ...limited, alternate: approver('alma') }];
    expect(at(27_200, withAlternate)).toEqual(['alma for priya']);
    expect(at(24_480, withAlternate)).toEqual(['marcus for priya']);
  });
});

describe('conflicts', () => {
  const cover = coverOf('priya', 'marcus', { alternate: approver('alma') });
  const standIns = (document: Partial<CoveredDocument>, covers = [cover]) =>
    namesOf(documentOf(document), instanceOf(['priya']), covers);

  test.each([
    ['created', { creatorId: 'marcus' }],
    ['owned', { ownerId: 'marcus' }],
    ['submitted', { submitterId: 'marcus' }],
    ['saved', { revisionAuthorIds: ['marcus'] }],
    ['edited', { writerIds: ['marcus'] }],
  ])('COV-03: a document that the covering user %s goes to the alternate', (_how, document) => {
    expect(standIns(document)).toEqual(['alma for priya']);
  });

  test('COV-03: a document that both wrote in stays with the absent approver', () => {
    expect(standIns({ writerIds: ['marcus', 'alma'] })).toEqual([]);
  });

  test('COV-03: a covering user who is away stands in for nobody', () => {
    expect(standIns({}, [cover, coverOf('marcus', 'lee')])).toEqual(['alma for priya']);
  });

  test('COV-05: a cover includes only its document types', () => {
    expect(standIns({ docType: 'INVOICE' }, [{ ...cover, types: ['PO'] }])).toEqual([]);
  });

  test('COV-05: a department step is covered only while the absent approver is in the department', () => {
    const instance = instanceOf(['priya']);
    const department = {
      ...instance,
      steps: instance.steps.map((step) => ({ ...step, kind: 'DEPARTMENT' as const })),
    };
    const inArt = { ...cover, absent: { ...cover.absent, departmentIds: ['art'] } };
    expect(namesOf(documentOf({ departmentId: 'art' }), department, [inArt])).toEqual(['marcus for priya']);
    expect(namesOf(documentOf({ departmentId: 'grip' }), department, [inArt])).toEqual([]);
  });
});

describe('one user, one vote', () => {
  const at = '2027-03-04T10:00:00.000Z';
  const castBy = {
    userId: 'marcus',
    name: people.marcus,
    firstDay: '2027-03-03',
    lastDay: '2027-03-10',
    setBy: people.priya,
  };

  test('COV-04: Marcus, who is listed with Priya and Lee, has one vote of two', () => {
    const two = instanceOf(['priya', 'lee', 'marcus'], 2);
    const covers = [coverOf('priya', 'marcus')];
    expect(namesOf(documentOf(), two, covers)).toEqual([]);
    const first = castVote(two, 'marcus', at);
    expect(first?.stepComplete).toBe(false);
    expect(namesOf(documentOf(), first?.instance ?? null, covers)).toEqual([]);
    expect(castVote(first?.instance ?? two, 'lee', at)?.finalComplete).toBe(true);
  });

  test('COV-04: a user who covers both Priya and Lee gives at most one vote', () => {
    const two = instanceOf(['priya', 'lee'], 2);
    const covers = [coverOf('priya', 'marcus'), coverOf('lee', 'marcus')];
    expect(namesOf(documentOf(), two, covers)).toEqual(['marcus for priya', 'marcus for lee']);
    const first = castVote(two, 'priya', at, { castBy });
    expect(first?.instance.steps[0]?.approvals).toEqual([{ userId: 'priya', at, castBy }]);
    expect(first?.stepComplete).toBe(false);
    expect(namesOf(documentOf(), first?.instance ?? null, covers)).toEqual([]);
  });

  test('COV-04: after the vote of the absent approver nobody stands in for them', () => {
    const two = instanceOf(['priya', 'lee'], 2);
    const first = castVote(two, 'priya', at);
    expect(namesOf(documentOf(), first?.instance ?? null, [coverOf('priya', 'marcus')])).toEqual([]);
  });
});

describe('the record', () => {
  test('COV-06: a decision names the absent approver, the days and who set the cover', () => {
    const days = { firstDay: '2027-03-03', lastDay: '2027-03-10' };
    expect(onBehalfText({ name: people.priya, ...days, setBy: people.priya })).toBe(
      'on behalf of Priya Raman (cover Mar 3 to 10, set by Priya Raman)',
    );
  });

  test('COV-24: it names who approved the cover', () => {
    const days = { firstDay: '2027-03-03', lastDay: '2027-03-10' };
    const approved = { name: people.priya, ...days, setBy: people.priya, approvedBy: 'Ada Lang' };
    expect(onBehalfText(approved)).toBe(
      'on behalf of Priya Raman (cover Mar 3 to 10, set by Priya Raman, approved by Ada Lang)',
    );
  });

  test('COV-06: days name the month and the year where they differ', () => {
    expect(coverDays('2027-03-03', '2027-03-03')).toBe('Mar 3');
    expect(coverDays('2027-03-30', '2027-04-02')).toBe('Mar 30 to Apr 2');
    expect(coverDays('2026-12-30', '2027-01-02')).toBe('Dec 30, 2026 to Jan 2, 2027');
  });
});
