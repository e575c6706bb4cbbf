import { describe, expect, test } from 'vitest';
import { refusal } from '#domain/lifecycle/decide';
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
} from './fixtures.ts';

const pendingDocument = inState(byDepartment, { contentVersion: 4 });
const codeOf = (...changes: Parameters<typeof when>) => refused(() => when(...changes))?.code;

describe('decisions name the content on the screen', () => {
  test.each(['approve', 'revise'] as const)('DEC-30: %s of outdated content is rejected', (action) => {
    expect(codeOf(pendingDocument, action, frank, { contentVersion: 3 })).toBe('WORKFLOW_CONFLICT');
  });

  test('DEC-30: a decision with the current content or without one passes', () => {
    for (const contentVersion of [4, null]) {
      expect(changed(pendingDocument, 'approve', frank, { contentVersion }).to.status).toBe('APPROVED');
    }
  });

  test('DEC-30, DEC-98: permissions are checked before the content', () => {
    for (const who of [outsider, deborah])
      expect(codeOf(pendingDocument, 'approve', who, { contentVersion: 3 })).toBe('FORBIDDEN');
    const own = inState(byDepartment, { contentVersion: 4, ownerId: 'frank' });
    const prevented = settings({ preventSelfApproval: true });
    expect(codeOf(own, 'approve', frank, { contentVersion: 3 }, prevented)).toBe('FORBIDDEN');
  });

  test('DEC-30: outdated content is reported before rules about the document', () => {
    const temporary = { ...pendingDocument, vendorIsTemporary: true };
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

  test('DEC-30: buttons check without a content, requests with the one they name', () => {
    const draft = subject({ contentVersion: 2 });
    expect(refusal(draft, 'submit', owner, settings())).toBeNull();
    expect(refusal(draft, 'submit', owner, settings(), { contentVersion: 1 })).toBe('WORKFLOW_CONFLICT');
  });
});
