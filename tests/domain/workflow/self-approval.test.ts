import { describe, expect, test } from 'vitest';
import { forbidsSelfApproval, revisionAuthors } from '#domain/workflow/self-approval';
import { selfApprovalPolicy, withSelfApproval } from '#domain/settings';

/** `save:ada submit:dana`, oldest first. */
const authorsOf = (events: string) =>
  revisionAuthors(
    events.split(' ').map((event) => {
      const [action = '', actorId = ''] = event.split(':');
      return { action, actorId };
    }),
  );

describe('authors of the current revision', () => {
  test.each([
    ['its creator', 'create:dana', ['dana']],
    ['users who saved it are authors', 'create:dana save:ada save:ada', ['dana', 'ada']],
    ['the submitter is an author', 'create:dana submit:ada', ['dana', 'ada']],
    [
      'the first save after a revision request starts a new revision',
      'create:dana submit:ada revise:lena save:dana submit:dana',
      ['dana'],
    ],
    [
      'without a save the former authors stay, and the former submitter does not',
      'create:dana save:ada submit:carl revise:lena submit:dana',
      ['dana', 'ada'],
    ],
    [
      'a pull is such a boundary too',
      'create:dana save:ada submit:ada pull:ada save:dana submit:dana',
      ['dana'],
    ],
    [
      'a change order begins without authors',
      'create:dana save:ada submit:dana adjust:lena save:lena submit:lena',
      ['lena'],
    ],
    [
      'users who changed files of the draft are authors',
      'create:dana attach:ada submit:dana',
      ['dana', 'ada'],
    ],
    [
      'users who changed files of a revision stay authors after a save',
      'create:dana attach:carl submit:dana revise:lena attach:ada save:dana submit:dana',
      ['ada', 'dana'],
    ],
    [
      'users who changed files in approval or later are no authors',
      'create:dana submit:dana attach:ada approve:lena attach:ada',
      ['dana'],
    ],
    ['users who changed files of a draft payment are no authors', 'attach:ada submit:dana', ['dana']],
    ['of a payment its submitter', 'submit:dana pull:dana submit:ada', ['ada']],
  ])('DEC-97: %s', (_rule, events, authors) => {
    expect(authorsOf(events)).toEqual(authors);
  });
});

describe('the three policies', () => {
  test.each([
    [false, null, 'ALLOW', [false, false]],
    [false, 500, 'ALLOW', [false, false]],
    [true, null, 'FORBID', [true, true]],
    [true, 500, 'FORBID_ABOVE', [false, true]],
    [true, 0, 'FORBID_ABOVE', [true, true]],
  ])('DEC-97: %s with the limit %s is %s', (preventSelfApproval, selfApprovalLimit, policy, forbidden) => {
    const settings = { preventSelfApproval, selfApprovalLimit };
    expect(selfApprovalPolicy(settings)).toBe(policy);
    expect([50_000, -50_001].map((cents) => forbidsSelfApproval(settings, cents))).toEqual(forbidden);
  });

  test('DEC-97: preventSelfApproval alone removes the limit, and other settings keep it', () => {
    expect(withSelfApproval({ preventSelfApproval: true })).toEqual({
      preventSelfApproval: true,
      selfApprovalLimit: null,
    });
    expect(withSelfApproval({ preventSelfApproval: true, selfApprovalLimit: 5 })).toMatchObject({
      selfApprovalLimit: 5,
    });
    expect(withSelfApproval({ archiveVoidedItems: true })).toEqual({ archiveVoidedItems: true });
  });
});
