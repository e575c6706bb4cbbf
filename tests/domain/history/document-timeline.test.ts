import { expect, test } from 'vitest';
import { documentTimeline, finalVersions } from '#domain/history/document-timeline';
import { changesSinceDecision } from '#domain/history/changes-since-decision';
import { compareVersions, contentVersions } from '#domain/history/version-changes';
import type { ChangeEvent, HistoryEvent } from '#domain/history/history-response';
import type { Note } from '#domain/documents/document-response';

const at = (minute: number) => `2026-11-24T18:${String(minute).padStart(2, '0')}:00.000Z`;

const event = (id: number, type: HistoryEvent['type'], userName = 'Priya Raman'): HistoryEvent => ({
  id: String(id),
  userName,
  timeStamp: at(id),
  type,
});

const field = (name: string, before: string, after: string) => ({
  field: name,
  label: name,
  before,
  after,
  unit: 'text' as const,
});

const change = (id: number, contentVersion: number, fields: ChangeEvent['fields']): ChangeEvent => ({
  id: String(id),
  userName: 'Dana Whitlock',
  timeStamp: at(id),
  action: 'save',
  summary: 'changed the description',
  contentVersion,
  fields,
});

const note = (minute: number, content: string, more: Partial<Note> = {}): Note => ({
  id: `n${minute}`,
  keyId: `n${minute}`,
  content,
  commenter: { id: 'd', name: 'Dana Whitlock' },
  timestamp: at(minute),
  createdTimestamp: at(minute),
  updatedTimestamp: at(minute),
  isEdited: false,
  context: 'STANDARD',
  changeOrderNumber: 0,
  isReview: false,
  ...more,
});

const facts = {
  docType: 'PO' as const,
  historyEvents: [event(9, 'APPROVED'), event(5, 'APPROVED', 'Marcus Oyelaran'), event(1, 'SUBMITTED')],
  changes: [change(3, 2, [field('description', 'Lamps', 'Lights')])],
  notes: [
    note(4, 'Quote attached'),
    note(2, 'Who is this for?', {
      question: { askedUser: { id: 'm', name: 'Marcus Oyelaran' }, state: 'OPEN' },
    }),
    note(6, 'Internal', { context: 'HIDDEN' }),
  ],
  sendHistoryResource: [
    {
      created: at(11),
      isSuccessful: true,
      sendType: 'VENDOR_EMAIL' as const,
      senderFirstName: 'Priya',
      senderLastName: 'Raman',
      recipients: ['bernard@foxglove.example'],
    },
    {
      created: at(10),
      isSuccessful: false,
      sendType: 'ACCOUNTING' as const,
      senderFirstName: 'Priya',
      senderLastName: 'Raman',
    },
  ],
  approvedVersions: [{ created: at(9) }],
};

test('TIME-01, TIME-02: notes and e-mails stand between decisions and changes, newest first', () => {
  const entries = documentTimeline(facts);
  expect(entries.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
    'EMAIL E-mail to the vendor sent',
    'ACCOUNTING Not sent to accounting',
    'DECISION Approved',
    'DECISION Approved',
    'NOTE Note',
    'CHANGE Changed the description',
    'NOTE Question to Marcus Oyelaran',
    'DECISION Submitted',
  ]);
  expect(entries[0]).toMatchObject({ note: 'To bernard@foxglove.example', hasFailed: false });
  expect(entries[1]?.hasFailed).toBe(true);
  expect(entries[4]).toMatchObject({ text: 'Quote attached', userName: 'Dana Whitlock' });
});

test('TIME-04: a change names the content version that it made, an approval the approved version', () => {
  const entries = documentTimeline(facts);
  expect(entries.find(({ kind }) => kind === 'CHANGE')?.contentVersion).toBe(2);
  expect(entries.filter(({ approvedVersion }) => approvedVersion !== null)).toMatchObject([
    { id: '9', approvedVersion: 0 },
  ]);
});

test('TIME-06: the last approval of an approved invoice made its version, and no other event did', () => {
  const { historyEvents } = facts;
  expect(finalVersions({ status: 'APPROVED', historyEvents })).toEqual([{ created: at(9) }]);
  expect(finalVersions({ status: 'SUBMITTED_FOR_APPROVAL', historyEvents })).toEqual([]);
  const approvedVersions = finalVersions({ status: 'APPROVED', historyEvents });
  const entries = documentTimeline({ ...facts, docType: 'INVOICE', approvedVersions });
  expect(entries.filter(({ approvedVersion }) => approvedVersion !== null)).toMatchObject([
    { id: '9', approvedVersion: 0 },
  ]);
});

const changes = [
  change(8, 4, [field('description', 'Lights', 'Lamps'), field('lines.L2', '', 'Cable $50.00')]),
  change(7, 3, [field('vendor.name', 'Foxglove', 'Corner Hardware')]),
  change(6, 3, []),
  change(3, 2, [field('description', 'Lamps', 'Lights')]),
];

test('TIME-05: two versions are compared by every value that differs between them', () => {
  expect(contentVersions(changes).map(({ contentVersion }) => contentVersion)).toEqual([1, 2, 3, 4]);
  expect(contentVersions(changes)[0]?.madeBy).toBeNull();
  expect(contentVersions([])).toEqual([]);
  expect(compareVersions(changes, 2, 3)).toMatchObject([{ before: 'Foxglove', after: 'Corner Hardware' }]);
  // The description is again what it was.
  expect(compareVersions(changes, 1, 4).map((one) => one.field)).toEqual(['vendor.name', 'lines.L2']);
  expect(compareVersions(changes, 4, 4)).toEqual([]);
});

test('TIME-05: the counts of cut lists are not folded into one', () => {
  const cut = [
    change(8, 3, [field('lines.more', '', '12 more changes')]),
    change(7, 2, [field('lines.more', '', '3 more changes')]),
  ];
  expect(compareVersions(cut, 1, 3).map(({ after }) => after)).toEqual(['3 more changes', '12 more changes']);
});

test('REV-03: an approver sees what changed since the revision request or since their own approval', () => {
  const document = { changes, historyEvents: [event(5, 'NEEDS REVISION', 'Marcus Oyelaran')] };
  const since = changesSinceDecision(document, 'Priya Raman');
  expect(since?.since.userName).toBe('Marcus Oyelaran');
  expect(since?.fields.map((one) => one.field)).toEqual(['vendor.name', 'description', 'lines.L2']);
  const approved = { changes, historyEvents: [event(7, 'APPROVED')] };
  expect(changesSinceDecision(approved, 'Priya Raman')?.fields).toHaveLength(2);
  expect(changesSinceDecision(approved, 'Lee Park')).toBeNull();
  expect(
    changesSinceDecision({ changes, historyEvents: [event(9, 'NEEDS REVISION')] }, 'Lee Park'),
  ).toBeNull();
  const changeOrder = { changes, historyEvents: [event(5, 'CHANGE ORDER'), event(2, 'NEEDS REVISION')] };
  expect(changesSinceDecision(changeOrder, 'Priya Raman')).toBeNull();
});

test('REV-03: an approval that was taken back is no change of the document', () => {
  const votes = [change(9, 4, [field('approvals', 'Priya Raman', '')])];
  const taken = { changes: votes, historyEvents: [event(8, 'APPROVED')] };
  expect(changesSinceDecision(taken, 'Priya Raman')).toBeNull();
});
