import { describe, expect, test } from 'vitest';
import { draftsAfter } from '../../../web/src/screens/documents/review/attachment-drafts.ts';

function stored(attachmentId: string, isTopSheet = false) {
  return { attachmentId, label: `${attachmentId}.pdf`, isTopSheet };
}

describe('the attachments that a review saves', () => {
  test('API-11: the list contains a file that another tab has stored meanwhile', () => {
    const changes = { added: [{ attachmentId: 'mine', label: 'mine.pdf' }], removed: [], reasons: {} };
    expect(draftsAfter([stored('old', true), stored('theirs')], changes)).toEqual([
      { attachmentId: 'old', label: 'old.pdf', isTopSheet: true, shouldDelete: false },
      { attachmentId: 'theirs', label: 'theirs.pdf', isTopSheet: false, shouldDelete: false },
      { attachmentId: 'mine', label: 'mine.pdf', isTopSheet: false, shouldDelete: false },
    ]);
  });

  test('API-11: the list does not restore a file that another tab has removed', () => {
    expect(draftsAfter([], { added: [], removed: ['old'], reasons: {} })).toEqual([]);
  });

  test('AT-13: the list marks removed files, stored or just added', () => {
    const changes = {
      added: [{ attachmentId: 'mine', label: 'mine.pdf' }],
      removed: ['old', 'mine'],
      reasons: { old: 'Wrong vendor' },
    };
    const drafts = draftsAfter([stored('old'), stored('kept')], changes);
    expect(drafts.filter(({ shouldDelete }) => shouldDelete).map(({ attachmentId }) => attachmentId)).toEqual(
      ['old', 'mine'],
    );
    expect(drafts.map(({ reason }) => reason)).toEqual(['Wrong vendor', undefined, undefined]);
  });
});
