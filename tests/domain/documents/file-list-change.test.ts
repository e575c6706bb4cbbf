import { describe, expect, test } from 'vitest';
import { Refusal } from '#domain/codes';
import { fileListChange } from '#domain/documents/file-list-change';
import type { AttachedFile } from '#domain/documents/file-list-change';
import { refusal } from '#domain/lifecycle/decide';
import { submitted } from '#domain/lifecycle/transition';
import { admin, changed, deborah, frank, inState, outsider, owner, settings } from '../lifecycle/fixtures.ts';

const attached: AttachedFile[] = [
  { fileId: 'a', label: 'quote.pdf', wasSubmitted: true },
  { fileId: 'b', label: 'brief.pdf', wasSubmitted: false },
];
const draft = (attachmentId: string, reason?: string) => ({
  attachmentId,
  label: '',
  isTopSheet: false,
  shouldDelete: reason !== undefined,
  ...(reason !== undefined && { reason }),
});

describe('DEC-53: files that a list omits', () => {
  test('a submitted file is withdrawn with its reason, any other is deleted', () => {
    expect(fileListChange(attached, [], [draft('a', ' Wrong ')], 'DRAFT')).toEqual({
      added: [],
      withdrawn: [{ fileId: 'a', reason: 'Wrong', replacedBy: null }],
    });
  });

  test('a new file of the same name replaces it', () => {
    const remaining = [{ fileId: 'c', label: 'quote.pdf' }];
    expect(fileListChange(attached, remaining, [], 'DRAFT')).toEqual({
      added: ['c'],
      withdrawn: [{ fileId: 'a', reason: '', replacedBy: 'c' }],
    });
  });

  test('an approved document accepts added files and rejects missing ones', () => {
    expect(() => fileListChange(attached, [], [], 'APPROVED')).toThrow(new Refusal('WORKFLOW_CONFLICT'));
    const remaining = [...attached, { fileId: 'c', label: 'receipt.pdf' }];
    expect(fileListChange(attached, remaining, [], 'APPROVED')).toEqual({ added: ['c'], withdrawn: [] });
  });
});

describe('DEC-40: withdrawing a file restarts the approval at step 1', () => {
  test.each(['PO', 'INVOICE', 'PAYMENT'] as const)('%s', (docType) => {
    const submitterId = docType === 'PAYMENT' ? 'owner' : null;
    const document = inState(submitted, { docType, submitterId });
    const may = [owner, admin, deborah, frank, outsider].filter(
      (one) => refusal(document, 'withdraw-file', one, settings()) === null,
    );
    expect(may.map(({ userId }) => userId)).toEqual(['owner', 'admin', 'frank']);
    const off = settings({ resetApprovalOnEdit: false });
    expect(changed(document, 'withdraw-file', owner, { restart: true }, off)).toMatchObject({
      to: submitted,
      revision: 1,
      workflow: { kind: 'CLEAR_VOTES', instance: { currentOrder: 1 } },
    });
  });
});
