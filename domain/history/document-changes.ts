import type { Json } from './history.ts';

/** A value that a change replaced. Texts are ready for display; only days are formatted by the reader. */
export interface FieldChange {
  /** Such as `description`, `vendor.name`, `lines.L1.coding.ACCOUNT`, `attachments.F1`, `settles.I1`. */
  field: string;
  label: string;
  /** '' when the value, line or file was added. */
  before: string;
  /** '' when the value, line or file was removed. */
  after: string;
  /** With `day`, both values are ISO days or ''. */
  unit: 'text' | 'day';
}

/** A change of a submitted or approved document that is not part of its history (DEC-90). */
export interface ListedChange {
  /** The sequence number of its event. */
  seq: number;
  at: string;
  actorName: string;
  action: string;
  /** The content version after this change; null where the event has none, such as that of a restarted workflow. */
  contentVersion: number | null;
  changes: FieldChange[];
}

/** Bounds the size of event payloads and of the list on the screen. */
export const changeLimits = { text: 300, lines: 60, others: 60 } as const;

/** Cuts a text to the length that an event may carry. */
export function boundedText(text: string): string {
  const letters = [...text];
  return letters.length > changeLimits.text ? `${letters.slice(0, changeLimits.text - 1).join('')}…` : text;
}

/** Returns at most `limit` changes; the last one then counts the omitted ones. */
export function boundedChanges(
  changes: readonly FieldChange[],
  limit: number,
  overflow: { field: string; label: string },
): FieldChange[] {
  if (changes.length <= limit) return [...changes];
  const omittedCount = changes.length - limit + 1;
  const summary: FieldChange = {
    ...overflow,
    before: '',
    after: `${omittedCount} more changes`,
    unit: 'text',
  };
  return [...changes.slice(0, limit - 1), summary];
}

const sentences: Readonly<Record<string, string>> = {
  'update-temp-vendor': 'updated the temporary vendor',
  import: 'updated the payment from accounting',
  'pull-from-accounting': 'updated the amounts from accounting',
  'close-line': 'closed an order line',
  'reopen-line': 'reopened an order line',
  cancel: 'canceled the payment in accounting',
  discard: 'discarded the change order',
  void: 'voided the change order',
  'take-back': 'took back the approval',
  'send-back': 'sent the document back to an earlier step',
  approve: 'approved, and the document returned to the step that had sent it back',
  nudge: 'nudged the approvers',
  remind: 'reminded the approvers',
  escalate: 'escalated the approval',
  restart: 'restarted the approval on a new version of the flow',
};

/** All changes of one replacement name the same two users, except a removed backup approver (REPL-06). */
function replacementSentence(changes: readonly FieldChange[]): string {
  const one = changes.find(({ after }) => after !== '');
  return one ? `replaced ${one.before} with ${one.after}` : 'replaced an approver';
}

function fileSentence(changes: readonly FieldChange[]): string {
  const [one] = changes;
  if (changes.length !== 1 || !one) return 'changed the attachments';
  if (one.before === '') return 'added an attachment';
  if (one.after === '') return 'removed an attachment';
  return one.label === 'Attachment' ? 'replaced an attachment' : 'changed an attachment';
}

function joinLabels(labels: readonly string[]): string {
  const shown = labels.length > 3 ? [...labels.slice(0, 2), `${labels.length - 2} more`] : labels;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}

/** Returns what was changed, each subject once: vendor, line 2, ... */
function subjectsOf(changes: readonly FieldChange[]): string[] {
  const labels = changes.map(({ field, label }) => {
    if (field.startsWith('vendor')) return 'vendor';
    if (field.startsWith('lines')) return (label.split(',')[0] ?? label).toLowerCase();
    return field.startsWith('attachments') ? 'attachments' : label.toLowerCase();
  });
  return [...new Set(labels)];
}

/** Describes a change in words that follow the user's name: `replaced an attachment`. */
export function changeSentence({ action, changes }: Pick<ListedChange, 'action' | 'changes'>): string {
  const sentence = sentences[action];
  if (sentence !== undefined) return sentence;
  if (action === 'replace-approver') return replacementSentence(changes);
  if (changes.length > 0 && changes.every(({ field }) => field.startsWith('attachments')))
    return fileSentence(changes);
  const [one] = changes;
  if (one?.field === 'workflow' && one.before === '') return 'chose the approval flow';
  const what = joinLabels(subjectsOf(changes));
  return what === '' ? 'changed the document' : `changed ${what}`;
}

/** Returns the changes in an event's payload; none for events from before changes were stored. */
export function storedChanges(value: unknown): FieldChange[] {
  return Array.isArray(value) ? (value as FieldChange[]) : [];
}

/** The payload field of the changes; empty when there are none. */
export function changesPayload(changes: readonly FieldChange[]): Record<string, Json> {
  return changes.length === 0 ? {} : { changes: changes.map((change) => ({ ...change })) };
}
