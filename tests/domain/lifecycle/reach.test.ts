import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { docTypes, inApproval, type DocType } from '#domain/document';
import { legalPairs } from '../../support/transition-matrix/legal-pairs.ts';
import { refusal, transitions } from '#domain/lifecycle/decide';
import type { Change } from '#domain/lifecycle/change';
import { actions, type Action } from '#domain/lifecycle/transition';
import { hasOpenChangeOrder, type Actor, type Subject } from '#domain/lifecycle/subject';
import { currentApprovers } from '#domain/workflow/workflow';
import {
  accounting,
  admin,
  after,
  changed,
  deborah,
  frank,
  gina,
  outsider,
  owner,
  settings,
  subject,
} from './fixtures.ts';

const rules = settings({ sendUnapprovedPurchaseOrders: true });
const people: readonly Actor[] = [
  { ...owner, sendUnapproved: true },
  admin,
  deborah,
  { ...deborah, specialApprover: true },
  frank,
  gina,
  outsider,
  accounting,
];

function fresh(docType: DocType): Subject {
  const who = docType === 'PAYMENT' ? 'accounting' : 'owner';
  return subject({ docType, version: 0, milestones: [], creatorId: who, ownerId: who });
}

/** Adds a line to a change order, as the verb's save would, so that it can be submitted. */
function withNewLine(given: Subject): Subject {
  const { originalLineCount } = given.changeOrder;
  return hasOpenChangeOrder(given)
    ? { ...given, changeOrder: { ...given.changeOrder, lineCount: originalLineCount + 1 } }
    : given;
}

/** The document before its newest event. */
const previous = new WeakMap<Subject, Subject>();

function perform(given: Subject, action: Action, who: Actor): { change: Change; result: Subject } {
  const toStepId = given.instance?.steps[0]?.id ?? null;
  const before = previous.get(given);
  const beforeVote = before ? { ...before, wait: null } : null;
  const change = changed(given, action, who, { beforeVote, toStepId }, rules);
  const result = withNewLine(after(given, change));
  previous.set(result, given);
  return { change, result };
}

/** The document after the action, or null when the action is rejected. */
function next(given: Subject, action: Action, who: Actor): { row: string; subject: Subject } | null {
  if (refusal(given, action, who, rules) !== null) return null;
  const { change, result } = perform(given, action, who);
  return { row: `${change.row} ${change.action}`, subject: result };
}

/** States that differ only in counters count as one. */
function kindOf({ status, submissionStatus, instance, version, ...rest }: Subject): string {
  const steps = instance?.steps.map((step) => [step.status, step.approvals.length]);
  return JSON.stringify([
    version === 0,
    status,
    submissionStatus,
    instance?.currentOrder,
    steps,
    hasOpenChangeOrder({ status, ...rest }),
    rest.milestones.includes('SPECIAL_APPROVAL'),
  ]);
}

function explore(docType: DocType): { pairs: Set<string>; rows: Set<string> } {
  const start = fresh(docType);
  const seen = new Set([kindOf(start)]);
  const queue = [start];
  const pairs = new Set<string>();
  const rows = new Set<string>();
  for (let given = queue.shift(); given; given = queue.shift()) {
    for (const action of actions) {
      for (const who of people) {
        const result = next(given, action, who);
        if (!result) continue;
        rows.add(result.row);
        pairs.add(`${result.subject.status} / ${result.subject.submissionStatus}`);
        if (seen.has(kindOf(result.subject))) continue;
        seen.add(kindOf(result.subject));
        queue.push(result.subject);
      }
    }
  }
  return { pairs, rows };
}

describe.each(docTypes)('%s', (docType) => {
  const { pairs, rows } = explore(docType);

  test('DEC-15: exactly the legal status pairs can be reached', () => {
    const legal = legalPairs[docType].map((pair) => `${pair.status} / ${pair.submissionStatus}`);
    expect([...pairs].toSorted()).toEqual(legal.toSorted());
  });

  test('DEC-25, DEC-27, DEC-28: every row of the table can be used', () => {
    const table = transitions[docType].map((row) => `${row.row} ${row.action}`);
    expect([...rows].toSorted()).toEqual([...new Set(table)].toSorted());
  });
});

test('every action belongs to some document type', () => {
  const known = docTypes.flatMap((docType) => transitions[docType].map((row) => row.action));
  expect([...new Set(known)].toSorted()).toEqual(actions.toSorted());
});

describe('random sequences of actions', () => {
  const anyWalk = fc.array(fc.tuple(fc.constantFrom(...actions), fc.constantFrom(...people.keys())), {
    minLength: 20,
    maxLength: 120,
  });

  /** Every state of a document after these actions, with its pending queue; rejected actions change nothing. */
  function walk(docType: DocType, steps: readonly [Action, number][]): { given: Subject; queue: string[] }[] {
    const states = [{ given: fresh(docType), queue: [] as string[] }];
    for (const [action, person] of steps) {
      const { given, queue } = states.at(-1)!;
      const who = people[person]!;
      if (refusal(given, action, who, rules) !== null) continue;
      const { change, result } = perform(given, action, who);
      const { leave, join } = change.queue;
      const stay = { NOBODY: queue, VOTER: queue.filter((id) => id !== who.userId), EVERYBODY: [] }[leave];
      states.push({
        given: result,
        queue: [...stay, ...(join?.userIds ?? [])],
      });
    }
    return states.slice(1);
  }

  test.each(docTypes)('DEC-15, DEC-22, DEC-23: a %s and its queue stay consistent', (docType) => {
    fc.assert(
      fc.property(anyWalk, (steps) => {
        // Half of the actions advance the document, so that the walks get far.
        const eager: [Action, number][] = steps.flatMap(([action, person]) => [
          [docType === 'PAYMENT' ? 'import' : 'create', docType === 'PAYMENT' ? 7 : 0],
          ['submit', 0],
          [action, person],
          ['approve', person],
        ]);
        for (const { given, queue } of walk(docType, eager)) {
          const { status, submissionStatus, instance, milestones } = given;
          expect(legalPairs[docType]).toContainEqual({ status, submissionStatus });
          expect(instance?.currentOrder != null).toBe(inApproval(status));
          expect(currentApprovers(instance).length > 0).toBe(inApproval(status));
          expect(queue.toSorted()).toEqual(currentApprovers(instance).toSorted());
          expect(new Set(milestones).size).toBe(milestones.length);
          expect(given.changeOrder.current).toBeLessThanOrEqual(given.changeOrder.newest);
          expect(given.revision).toBeGreaterThanOrEqual(0);
          for (const step of instance?.steps ?? []) {
            expect(step.approvals.length).toBeLessThanOrEqual(step.approvalsNeeded);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test.each(docTypes)('RUN-07: a %s is as before its vote after the vote was taken back', (docType) => {
    let takenBack = 0;
    fc.assert(
      fc.property(anyWalk, (steps) => {
        const eager: [Action, number][] = steps.flatMap(([action, person]) => [
          [docType === 'PAYMENT' ? 'import' : 'create', docType === 'PAYMENT' ? 7 : 0],
          ['submit', 0],
          [action, person],
        ]);
        const states = walk(docType, eager);
        for (const [at, { given, queue }] of states.entries()) {
          const voter = people.find((who) => refusal(given, 'take-back', who, rules) === null);
          if (!voter) continue;
          takenBack += 1;
          const { change, result } = perform(given, 'take-back', voter);
          const { version: _version, ...before } = states[at - 1]!.given;
          expect({ ...result, version: undefined }).toEqual({ ...before, version: undefined });
          const stay = change.queue.leave === 'EVERYBODY' ? [] : queue;
          const waiting = [...stay, ...(change.queue.join?.userIds ?? [])];
          expect(waiting.toSorted()).toEqual(states[at - 1]!.queue.toSorted());
          // The vote is gone, so a repetition has nothing to take back.
          expect(refusal(result, 'take-back', voter, rules)).toBe('WORKFLOW_CONFLICT');
        }
      }),
      { numRuns: 60 },
    );
    expect(takenBack).toBeGreaterThan(0);
  });
});
