import { describe, expect, test } from 'vitest';
import { refusal } from '#domain/lifecycle/lifecycle';
import { byDepartment } from '#domain/lifecycle/transition';
import {
  changed,
  deborah,
  frank,
  inState,
  outsider,
  owner,
  refused,
  settings,
  subject,
  when,
} from './given.ts';

const waiting = inState(byDepartment, { contentVersion: 4 });
const codeOf = (...given: Parameters<typeof when>) => refused(() => when(...given))?.code;

describe('a decision names the content on screen', () => {
  test.each(['approve', 'revise'] as const)(
    'DEC-30: %s of other content than the current one is refused',
    (action) => {
      expect(codeOf(waiting, action, frank, { contentVersion: 3 })).toBe('WORKFLOW_CONFLICT');
    },
  );

  test('DEC-30: the current content, and no named content, are decided upon', () => {
    for (const contentVersion of [4, null]) {
      expect(changed(waiting, 'approve', frank, { contentVersion }).to.status).toBe('APPROVED');
    }
  });

  test('DEC-30, DEC-98: rights come before the content: whoever may not decide is not told that it changed', () => {
    for (const who of [outsider, deborah])
      expect(codeOf(waiting, 'approve', who, { contentVersion: 3 })).toBe('FORBIDDEN');
    const own = inState(byDepartment, { contentVersion: 4, ownerId: 'frank' });
    const prevented = settings({ preventSelfApproval: true });
    expect(codeOf(own, 'approve', frank, { contentVersion: 3 }, prevented)).toBe('FORBIDDEN');
  });

  test('DEC-30: other content is a conflict before any rule about what the document holds', () => {
    const temporary = { ...waiting, vendorIsTemporary: true };
    const rules = settings({ replacePoTempVendors: true });
    expect(codeOf(temporary, 'approve', frank, { contentVersion: 3 }, rules)).toBe('WORKFLOW_CONFLICT');
    expect(codeOf(temporary, 'approve', frank, { contentVersion: 4 }, rules)).toBe('TEMP_VENDOR_NOT_ALLOWED');
  });

  test('DEC-82: a save and a submit of other content are conflicts', () => {
    const draft = subject({ contentVersion: 2 });
    expect(codeOf(draft, 'save', owner, { contentVersion: 1 })).toBe('WORKFLOW_CONFLICT');
    expect(codeOf(draft, 'submit', owner, { contentVersion: 1 })).toBe('WORKFLOW_CONFLICT');
    expect(codeOf(draft, 'save', owner, { contentVersion: 2 })).toBeUndefined();
    expect(codeOf(draft, 'save', owner)).toBeUndefined();
  });

  test('DEC-30: a button asks without a content, a request with the one that it names', () => {
    const draft = subject({ contentVersion: 2 });
    expect(refusal(draft, 'submit', owner, settings())).toBeNull();
    expect(refusal(draft, 'submit', owner, settings(), { contentVersion: 1 })).toBe('WORKFLOW_CONFLICT');
  });
});
