import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { previewKind, sizeRefusal, uploadTexts } from '#domain/documents/attachments';
import { attachmentsInput, remainingAttachments } from '#domain/documents/attachment-draft';
import { headerBadge, noteBadge } from '#domain/documents/badges';
import { noteEdit, noteInput } from '#domain/documents/note-input';
import { mayEditNote, showsEdited } from '#domain/documents/notes';

describe('notes', () => {
  it.each([
    ['', false],
    ['   ', false],
    ['x', true],
    ['x'.repeat(1000), true],
    ['x'.repeat(1001), false],
  ])('NO-04, DEC-54: a note of %j is taken: %s', (content, isValid) => {
    expect(v.safeParse(noteInput, { content, keyId: 'k' }).success).toBe(isValid);
    expect(v.safeParse(noteEdit, { content, id: 'n1' }).success).toBe(isValid);
  });

  test('NO-05, DEC-54: a sent commenter and time are ignored', () => {
    const body = {
      content: ' Rush ',
      keyId: 'k',
      isReview: true,
      commenter: { id: 'boss' },
      timestamp: '1999',
    };
    expect(v.parse(noteInput, body)).toEqual({ content: 'Rush', keyId: 'k', isReview: true });
  });

  it.each([
    [false, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', false],
    [true, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', true],
    [false, '2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z', true],
  ])(
    'NO-06: flag %s, created %s, updated %s shows EDITED: %s',
    (isEdited, createdTimestamp, updatedTimestamp, shown) => {
      expect(showsEdited({ isEdited, createdTimestamp, updatedTimestamp })).toBe(shown);
    },
  );

  test('NO-09, PE-26: only the commenter may edit a note', () => {
    const note = { commenter: { id: 'u1', name: 'Cleo' } };
    expect(mayEditNote(note, 'u1')).toBe(true);
    expect(mayEditNote(note, 'u2')).toBe(false);
  });

  it.each([
    ['PO', 'REVISION', 0, 'Revision Request'],
    ['PO', 'VOID', 0, 'Purchase Order Void'],
    ['INVOICE', 'VOID', 0, 'Invoice Void'],
    ['PO', 'VOID', 2, 'Change Order 2 Void'],
    ['PAYMENT', 'DENIED', 0, 'Denied'],
    ['PO', 'ADJUSTMENT', 3, 'Change Order 3'],
    ['PO', 'STANDARD', 3, null],
    ['PO', 'HIDDEN', 0, null],
  ] as const)(
    'NO-12, DEC-19: %s note %s with change order %d: %s',
    (docType, context, changeOrderNumber, badge) => {
      expect(noteBadge(docType, { context, changeOrderNumber })).toBe(badge);
    },
  );
});

describe('header badge', () => {
  const plain = {
    status: 'DRAFT',
    submissionStatus: 'Draft',
    currentChangeOrderNumber: 0,
    revision: 0,
  } as const;
  it.each([
    ['PO', {}, null],
    [
      'PO',
      { submissionStatus: 'Needs revision', currentChangeOrderNumber: 1, revision: 2 },
      'Revision Request',
    ],
    ['PO', { status: 'VOID', submissionStatus: 'Void', currentChangeOrderNumber: 1 }, 'Purchase Order Void'],
    ['INVOICE', { status: 'VOID', submissionStatus: 'Void' }, 'Invoice Void'],
    ['INVOICE', { status: 'VOID', submissionStatus: 'Denied' }, 'Denied'],
    ['PAYMENT', { status: 'DENIED', submissionStatus: 'Denied' }, 'Denied'],
    ['PO', { currentChangeOrderNumber: 2, revision: 3 }, 'Change Order 2'],
    ['PO', { revision: 1 }, 'Revision 1'],
  ] as const)('PO-45, CO-13, DEC-19: %s %o: %s', (docType, change, badge) => {
    expect(headerBadge(docType, { ...plain, ...change })).toBe(badge);
  });
});

describe('attachments', () => {
  it.each([
    [0, 'file_empty', "'a.pdf' is too small (file size cannot be zero)"],
    [10_485_761, 'file_too_large', "'a.pdf' is too large (over 10 MB)"],
  ] as const)('AT-05, AT-06, AT-09, DEC-53: %d bytes are %s', (bytes, code, message) => {
    expect(sizeRefusal(bytes)).toBe(code);
    expect(uploadTexts[code]('a.pdf')).toBe(message);
  });

  test('AT-07, AT-09: files of 1 to 10485760 bytes pass; other failures have their own text', () => {
    expect([sizeRefusal(1), sizeRefusal(10_485_760)]).toEqual([null, null]);
    expect(uploadTexts.other('a.pdf')).toBe("'a.pdf' could not be uploaded");
  });

  it.each([
    ['a.pdf', 'pdf'],
    ['A.JPG', 'image'],
    ['a.b.jpeg', 'image'],
    ['a.png', 'image'],
    ['a.gif', 'image'],
    ['a.docx', null],
    ['pdf.exe', null],
    ['noextension', null],
  ])('AT-10, AT-11: %s previews as %s', (label, kind) => {
    expect(previewKind(label)).toBe(kind);
  });

  test('AT-01, DEC-53: deleted files are removed and repeated files count once', () => {
    const list = v.parse(attachmentsInput, [
      { attachmentId: 'a' },
      { attachmentId: 'b', shouldDelete: true },
      { attachmentId: 'a' },
      { attachmentId: 'c' },
      { attachmentId: 'b' },
    ]);
    expect(remainingAttachments(list).map(({ attachmentId }) => attachmentId)).toEqual(['a', 'c']);
  });
});
